import { stub } from '../../../support/stub';
import { runNode } from '../../../support/n8n/n8n';
import { simulated } from '../../../support/simulator';
import { credentialsFor } from '../../triggers/support';
import { PollingWorkflow } from '../../../support/n8n/triggers';

/* Items that a trigger has made up for a test, at the nodes that act on what they name. */

const sim = simulated({ seed: { endpoints: 3, quotaVolume: 80 } });
const A = 10001;

const topUp = (mode?: object) => ({
	resource: 'smsQuota',
	operation: 'topUp',
	endpointId: { __rl: true, mode: 'id', value: '={{ $json.endpoint.id }}' },
	add: 50,
	...(mode && { mode }),
});
const volumeOf = () => sim.store.quotas.get(A)?.volume;
const run = async (parameters: object, items: object[], onError?: string) =>
	await runNode(stub({ parameters, items, onError, credentials: credentialsFor(sim.url) }));

const real = { endpoint: { id: A } };
const sample = { sample: true, ...real };

test.each([
	['sets', topUp()],
	[
		'acts',
		{ resource: 'sms', operation: 'send', endpointId: topUp().endpointId, payload: 'reboot' },
	],
])(
	'an operation that %s refuses an item marked as a sample, before anything is sent',
	async (_, parameters) => {
		const before = sim.ledger().requests.length;
		const { error } = await run(parameters, [real, sample]);
		expect(error?.message).toMatch(/The item is marked "sample: true": a trigger made it up/);
		expect(sim.ledger().effects).toEqual([]);
		expect(sim.ledger().requests.length).toBe(before);
	},
);

test('under Continue only the sample is refused', async () => {
	const { items } = await run(topUp(), [sample, real], 'continueRegularOutput');
	expect(items.map(({ json }) => json)).toMatchObject([
		{ error: expect.stringContaining('sample: true'), details: { outcome: 'notSent' } },
		{ volume: 130 },
	]);
	expect(volumeOf()).toBe(130);
});

test('Allow Samples performs it; a read takes it as any other item', async () => {
	expect((await run(topUp({ allowSamples: true }), [sample])).error).toBeUndefined();
	expect(volumeOf()).toBe(130);
	const read = { resource: 'endpoint', operation: 'get', endpointId: topUp().endpointId };
	expect((await run(read, [sample])).items[0]?.json).toMatchObject({ id: A });
});

test.each([
	['status', {}],
	['status', { options: { emitCurrent: true } }],
	['eventFeed', {}],
])(
	'three test runs of a quota trigger (%s, %j) change no quota that is not used up',
	async (source, more) => {
		const chosen = source === 'status' ? 'events' : 'feedEvents';
		const form = { source, [chosen]: ['exhausted'], ...more };
		for (let times = 0; times < 3; times += 1) {
			const trigger = new PollingWorkflow(form, credentialsFor(sim.url));
			const items = await trigger.sample();
			expect(items).toHaveLength(1);
			await run(topUp(), items);
			// Without its mark, too, the item leads to no endpoint.
			await run(topUp({ allowSamples: true }), items);
		}
		expect(volumeOf()).toBe(80);
		expect(sim.ledger().effects).toEqual([]);
	},
);
