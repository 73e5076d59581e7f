import type * as ports from '../../src/ports';

/** How many times as fast the waits and the clock of the code under test pass. */
const FASTER = 200;

/**
 * The module `src/ports` with a clock that runs faster, for `jest.mock`: what is waited for keeps its
 * proportions to what is measured; requests take as long as they take.
 */
export function scaledPorts(real: typeof ports): typeof ports {
	const begin = { day: Date.now(), span: performance.now() };
	const passed = () => (performance.now() - begin.span) * FASTER;
	return {
		...real,
		systemClock: {
			now: () => begin.day + Math.round(passed()),
			monotonic: () => begin.span + passed(),
		},
		systemSleep: async (ms, signal) => await real.systemSleep(ms / FASTER, signal),
	};
}
