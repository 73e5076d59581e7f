import { leaks, learnFromSimulator, listen } from './secrets';

/* Runs in every test file: none may put out a secret it used. */

learnFromSimulator();
const stop = listen();

afterAll(() => {
	stop();
	const found = leaks();
	if (found.length > 0) throw new Error(`This file put out secrets: ${found.join('; ')}`);
});
