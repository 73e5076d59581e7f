import { gone } from '../../../../support/n8n/gone';

/** Waits that n8n's `sleep` has begun, each with what ends it. */
const mockBegun: Array<{ ms: number; end: () => void }> = [];
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleepWithAbort: undefined,
	sleep: async (ms: number) =>
		await new Promise<void>((end) => mockBegun.push({ ms, end: () => end() })),
}));

/** What the build puts in place of Node's timers. */
const { setTimeout, clearTimeout } = jest.requireActual<{
	setTimeout: (job: () => void, ms: number) => object;
	clearTimeout: (timer: object) => void;
}>('../../../../../scripts/globals.mjs');

const endAll = async () => {
	for (const { end } of mockBegun.splice(0)) end();
	await new Promise((resolve) => setImmediate(resolve));
};

describe(gone('wait'), () => {
	test('a timer runs out, and one that was cleared does nothing when its wait ends', async () => {
		const said: string[] = [];
		setTimeout(() => said.push('kept'), 20);
		clearTimeout(setTimeout(() => said.push('cleared'), 10));
		expect(mockBegun.map(({ ms }) => ms)).toEqual([20, 10]);
		await endAll();
		expect(said).toEqual(['kept']);
	});
});
