import { type SimulatorHandle, start, type StartOptions } from '../../simulator';

/** A simulator for the tests of a file or a block: without limits, and as new before each of them. */
export function useSimulator(options: StartOptions = {}): SimulatorHandle {
	const sim = {} as SimulatorHandle;
	beforeAll(async () => {
		const started = await start({ limits: false, ...options });
		// With its getters: every reset replaces the store.
		Object.defineProperties(sim, Object.getOwnPropertyDescriptors(started));
	});
	beforeEach(async () => await sim.reset());
	afterAll(async () => await sim.close());
	return sim;
}
