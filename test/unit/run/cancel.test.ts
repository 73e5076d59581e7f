import { untilIdle } from '../../support/requestsUnderWay';
import { runAt, simulated } from '../../support/simulator';
import { turns } from '../../support/turns';
import { rl } from '../nodes/rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../src/ports', () => jest.requireActual<object>('../../support/movedPorts'));

/* A cancelled execution sends nothing more and frees its place in the lane. */

const sim = simulated({ seed: { endpoints: 1, bulkDelayMs: 1_000 } }, 'new');

const calls = (path: RegExp) => sim.ledger().requests.filter((r) => path.test(r.path));
const until = async (holds: () => boolean) => {
	while (!holds()) await turns(1);
};

const create = async (name: string, signal?: AbortSignal) =>
	await runAt(
		sim,
		'endpoint createMany',
		{
			serviceProfileId: rl(101),
			tariffProfileId: rl(201),
			status: 0,
			valuesFrom: 'fields',
			identity: { name },
		},
		{ ...(signal && { signal }) },
	);

test('a cancelled run that sends item by item starts no further request', async () => {
	// Answers are delayed, so that only the requests that can be in flight at once are sent.
	const rule = { kind: 'delayAnswer' as const, delayMs: 1500, match: { path: '/sms$' } };
	sim.setFaults({ rules: [rule] });
	const cancel = new AbortController();
	const message = { endpointId: rl(10001), payload: '={{ $json.text }}' };
	const running = runAt(sim, 'sms send', message, {
		items: Array.from({ length: 200 }, (_, i) => ({ text: `message ${i}` })),
		onError: 'continueErrorOutput',
		signal: cancel.signal,
	}).catch(() => {});
	await until(() => calls(/\/sms$/).length >= 10);
	cancel.abort();
	await running;
	// Requests sent before the cancellation may still arrive, but no request follows them.
	sim.clock.advance(1500);
	await untilIdle();
	expect(calls(/\/sms$/).length).toBeGreaterThanOrEqual(10);
	expect(calls(/\/sms$/).length).toBeLessThan(60);
});

test('a bulk call cancelled while it waits is never sent, and the next one takes its place', async () => {
	const cancel = new AbortController();
	const first = create('first');
	await until(() => calls(/\/multi$/).length === 1);
	const second = create('second', cancel.signal).catch(() => {});
	// Long enough to come to the queue, where nothing can be seen of it.
	await turns(300);
	const third = create('third');
	cancel.abort();
	await Promise.all([first, second, third]);
	const names = sim.ledger().effects.filter((e) => e.kind === 'endpoint.created');
	expect(names.map(({ detail }) => detail.name)).toEqual(['first', 'third']);
});

test('a bulk call cancelled in flight keeps the lane until the service has answered', async () => {
	const cancel = new AbortController();
	const first = create('first', cancel.signal).catch(() => {});
	await until(() => calls(/\/multi$/).length === 1);
	cancel.abort();
	await create('second');
	await first;
	expect(calls(/\/multi$/)).toHaveLength(2);
	expect(sim.ledger().counters).toMatchObject({ maxBulkInFlight: 1, bulkOverlaps: 0 });
});
