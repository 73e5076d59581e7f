import type * as ports from '../../src/ports';

/* In place of `src/ports`, by `jest.mock`: waits between attempts pass a hundred times as fast. */

const real = jest.requireActual<typeof ports>('../../src/ports');

export const { monotonic, StoredFile, systemClock } = real;
export const systemSleep: ports.Sleep = async (ms, signal) =>
	await real.systemSleep(ms / 100, signal);
