import { leaks, learnFromSimulator, listen } from './secrets';

/* Runs in every test file: none may put out a secret it used. */

// As outside of Jest, which asks for a hundred lines of each error and looks each line up in source maps.
Error.stackTraceLimit = 10;

learnFromSimulator();
const stop = listen();

afterAll(() => {
	stop();
	const found = leaks();
	if (found.length > 0) throw new Error(`This file put out secrets: ${found.join('; ')}`);
});
