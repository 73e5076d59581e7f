import type * as errors from '../../src/redis/errors';
import { leaks, learnFromSimulator, listen } from './secrets';

// However long a busy machine takes to read it, an answer of Redis comes in time. Without a limit, since
// ioredis keeps the timer of a refused command until it ends, and with it the worker of Jest.
jest.mock('../../src/redis/errors', () => ({
	...jest.requireActual<typeof errors>('../../src/redis/errors'),
	COMMAND_MS: undefined,
}));

/* Runs in every test file: its output must not contain a secret. */

// As outside of Jest, which keeps a hundred lines of each error and looks up each line in source maps.
Error.stackTraceLimit = 10;

learnFromSimulator();
const stop = listen();

afterAll(() => {
	stop();
	const found = leaks();
	if (found.length > 0) throw new Error(`This file put out secrets: ${found.join('; ')}`);
});
