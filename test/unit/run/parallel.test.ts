import { runItems } from '../../../src/run/run';
import { findOperation } from '../../../src/operations';
import { clientOf } from '../../support/client';
import { MovedClock } from '../../support/movedClock';
import { reporting } from '../../support/reporting';

/** Sends SMS to a service with this latency; counts how many were in flight at most. */
async function run(latencyMs: number, limits: object, { count = 2_000, fails = -1 } = {}) {
	const time = new MovedClock();
	let underWay = 0;
	let most = 0;
	let sent = 0;
	const transport = async () => {
		most = Math.max(most, ++underWay);
		const mine = sent++;
		await time.sleep(latencyMs);
		underWay -= 1;
		return { status: mine === fails ? 422 : 201, headers: {}, body: {} };
	};
	const expected: number[] = [];
	const report = reporting({ expect: (ms) => void expected.push(ms) });
	const ports = { clock: time.clock, sleep: time.sleep, report };
	const client = clientOf(transport, ports, { fiveMinutes: 1e9, ...limits });
	const outcomes = runItems(
		client,
		findOperation('sms', 'send'),
		(index) => ({ endpointId: index + 1, payload: `message ${index}` }),
		count,
		{ continueOnFail: fails < 0 },
	);
	const result = await time.until(outcomes.catch((error: unknown) => error));
	return { most, sent, ms: time.now, expected, result };
}

test('announces 39.5 s for 2,000 SMS at the documented rate and sends ten at a time', async () => {
	const { ms, most, expected, sent } = await run(30, {});
	expect(sent).toBe(2_000);
	expect(((ms - 30) / 1000).toFixed(1)).toBe('39.5');
	expect(most).toBeLessThanOrEqual(10);
	expect(expected).toHaveLength(1);
	expect((expected[0]! / 1000).toFixed(1)).toBe('39.5');
});

test('sends as many items in parallel as the rate and the latency need, up to fifty', async () => {
	expect((await run(300, {})).ms).toBeLessThan(41_000);
	const free = await run(30, { single: 10_000 });
	expect(free.most).toBe(50);
	// The first rounds are smaller than fifty.
	expect(free.ms).toBeLessThanOrEqual((2_000 / 50) * 30 * 1.2);
	expect((await run(60_000, {}, { count: 200 })).most).toBeLessThanOrEqual(50);
});

test('a run that stops at its first failure starts no further requests', async () => {
	const { sent, result } = await run(30, {}, { fails: 100 });
	expect(sent).toBeLessThanOrEqual(100 + 10 + 1);
	expect(result).toMatchObject({ index: 100 });
});
