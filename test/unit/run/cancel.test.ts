import { setTimeout as pause } from 'node:timers/promises';

import { runAt, simulated } from '../../support/simulator';
import { rl } from '../nodes/rows/rowTypes';

/* A cancelled execution sends nothing more and frees its place. */

const sim = simulated({ seed: { endpoints: 1, bulkDelayMs: 1_000 } }, 'new');

const calls = (path: RegExp) => sim.ledger().requests.filter((r) => path.test(r.path));
const until = async (holds: () => boolean) => {
	while (!holds()) await pause(5);
};

const create = async (name: string, signal?: AbortSignal) =>
	await runAt(
		sim,
		'endpoint createMany',
		{ serviceProfileId: rl(101), tariffProfileId: rl(201), status: 0, options: { name } },
		{ ...(signal && { signal }) },
	);

test('no further call of a run that sends item by item', async () => {
	// Answers are held: what has left by then is what can be under way at once, and no more.
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
	// A request that had left before may still arrive, and nothing follows its answer.
	await pause(3000);
	expect(calls(/\/sms$/).length).toBeGreaterThanOrEqual(10);
	expect(calls(/\/sms$/).length).toBeLessThan(60);
});

test('a waiting bulk call is never sent, and the next one goes on in its place', async () => {
	const cancel = new AbortController();
	const first = create('first');
	await until(() => calls(/\/multi$/).length === 1);
	const second = create('second', cancel.signal).catch(() => {});
	await pause(50);
	const third = create('third');
	cancel.abort();
	await Promise.all([first, second, third]);
	const names = sim.ledger().effects.filter((e) => e.kind === 'endpoint.created');
	expect(names.map(({ detail }) => detail.name)).toEqual(['first', 'third']);
});

test('a bulk call under way keeps its place until the service has answered', async () => {
	const cancel = new AbortController();
	const first = create('first', cancel.signal).catch(() => {});
	await until(() => calls(/\/multi$/).length === 1);
	cancel.abort();
	await create('second');
	await first;
	expect(calls(/\/multi$/)).toHaveLength(2);
	expect(sim.ledger().counters).toMatchObject({ maxBulkInFlight: 1, bulkOverlaps: 0 });
});
