import { type SimulatorHandle, start, type StartOptions } from '../../simulator';

/** A simulator for the tests of a file or `describe`: without limits, and reset before each test. */
export function useSimulator(options: StartOptions = {}): SimulatorHandle {
	const sim = {} as SimulatorHandle;
	beforeAll(async () => {
		const started = await start({ limits: false, ...options });
		// Copies the getters, since each reset replaces the store.
		Object.defineProperties(sim, Object.getOwnPropertyDescriptors(started));
	});
	beforeEach(async () => await sim.reset());
	afterAll(async () => await sim.close());
	return sim;
}
