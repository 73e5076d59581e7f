import { leaks, learnFromSimulator, listen } from './secrets';

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
