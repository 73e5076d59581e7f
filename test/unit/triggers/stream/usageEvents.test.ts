import { byHand as trigger } from './pushes';
import { DAY, recordOf } from './usage';

/* Usage above a limit and usage spikes, as the stream trigger emits them. */

const limit = (more: object = {}) =>
	trigger({ event: 'usageAboveLimit', usageWindow: 'day', usageLimit: 10, ...more });

/** The first minute of today in UTC, or of an earlier day. */
const dawn = (daysAgo = 0) => Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY + 60_000;
let nextId = 1;
const record = (endpointId: number, megabytes: number, at = dawn()) => ({
	...recordOf(endpointId, at, megabytes),
	id: nextId++,
});

test('emits usage above the limit once per window, with the SIM', async () => {
	const workflow = limit();
	expect(await workflow.items([record(1, 6), record(2, 6)])).toBeUndefined();
	expect(await workflow.items([record(1, 6)])).toEqual([
		expect.objectContaining({
			event: 'usageAboveLimit',
			endpoint_id: 1,
			sim_id: 1_000_001,
			volume: 12,
			limit: 10,
			window: 'day',
		}),
	]);
	expect(await workflow.items([record(1, 6)])).toBeUndefined();
	expect(await workflow.items([record(2, 6)])).toHaveLength(1);
});

test('counts a redelivered list once', async () => {
	const workflow = limit();
	const body = [record(1, 6)];
	for (let times = 0; times < 3; times += 1) {
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	}
});

test('emits the item of a run that n8n could not store once when the list is redelivered', async () => {
	const workflow = limit();
	const body = [record(1, 20)];
	expect(await workflow.deliverUnstored(body)).toBe(500);
	expect(await workflow.items(body)).toMatchObject([{ volume: 20 }]);
	expect(await workflow.items(body)).toBeUndefined();
});

test('keeps sums and emitted windows across a restart', async () => {
	const workflow = limit();
	await workflow.deliver({ body: [record(1, 6), record(2, 20)] });
	await workflow.deliver({ body: [record(3, 6)] });
	workflow.restart();
	const items = await workflow.items([record(1, 6), record(2, 6), record(3, 6)]);
	expect(items?.map(({ endpoint_id }) => endpoint_id)).toEqual([1, 3]);
});

test('emits a spike when usage exceeds a multiple of the mean of the days before', async () => {
	const workflow = trigger({ event: 'usageSpike', spikeFactor: 4, spikeDays: 7, spikeMinimum: 1 });
	for (let day = 7; day > 0; day -= 1) {
		await workflow.deliver({ body: [1, 2, 3].map((id) => record(id, 2, dawn(day))) });
	}
	const body = [record(1, 7), record(2, 9), record(3, 2)];
	expect(await workflow.items(body)).toMatchObject([
		{ event: 'usageSpike', endpoint_id: 2, volume: 9, mean: 2, times: 4.5 },
	]);
});

test('a test gives what its records alone make, and adds nothing to the sums', async () => {
	const workflow = limit();
	const body = [record(1, 6), record(2, 12)];
	const { items } = await workflow.deliver({ body, mode: 'manual' });
	expect(items).toMatchObject([{ event: 'usageAboveLimit', endpoint_id: 2, volume: 12 }]);
	expect(items![0]).not.toHaveProperty('sample');
	expect(await workflow.items([record(1, 6)])).toBeUndefined();
});

test.each([
	[{}, { event: 'usageAboveLimit', endpoint_id: 0, sim_id: 0, iccid: '0000000000000000000' }],
	[{ usageOf: 'tag' }, { event: 'usageAboveLimit', tag: 'sample-tag' }],
	[{ event: 'usageSpike' }, { event: 'usageSpike', endpoint_id: 0, sim_id: 0 }],
])(
	'a test whose records make no event gives one marked sample of no device (%j)',
	async (more, like) => {
		const workflow = limit(more);
		const tagged = { ...record(1, 6), endpoint: { id: 1, name: 'pump', tags: 'pumps' } };
		const body = [tagged, record(2, 6)];
		const { items } = await workflow.deliver({ body, mode: 'manual' });
		expect(items).toMatchObject([{ sample: true, ...like, record_id: null }]);
		expect(items).toHaveLength(1);
		expect(await workflow.items(body)).toBeUndefined();
	},
);

test('refuses a limit that is not a number at publication', async () => {
	const workflow = limit({ registerStream: true, usageLimit: 'much' });
	await expect(workflow.activate()).rejects.toMatchObject({
		message: expect.stringMatching(/^Limit \(MB\) must be a number/),
	});
});
