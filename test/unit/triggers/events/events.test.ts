import type { EventForm } from '../../../../src/triggers/events/form';
import type { StateStore } from '../../../../src/triggers/runtime/stored';
import { PollingWorkflow } from '../../../support/n8n/triggers';
import { useSimulator } from '../../../support/useSimulator';
import { FeedService } from '../feed/feedService';
import { pollEventTrigger } from '../polls';
import { credentialsFor } from '../support';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

const sim = useSimulator({ seed: { endpoints: 3 } });

const [A, B] = [10001, 10002];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const trigger = (parameters: object) =>
	new PollingWorkflow(parameters, credentialsFor(sim.url), 'events');

interface Noted {
	type: number;
	endpointId?: number;
	/** Milliseconds before now. */
	ago?: number;
	id?: number;
	detail?: Record<string, unknown>;
}

/** Puts an event into the service's feed; gives its id. */
function note({ type, endpointId = A, ago = 0, id, detail }: Noted): number {
	const event = {
		id: id ?? sim.store.nextId('event'),
		timestamp: sim.clock.now() - ago,
		organisationId: 1001,
		typeId: type,
		description: `type ${type}`,
		endpointId,
		simId: sim.store.endpoints.get(endpointId)?.simId ?? null,
		detail: detail ?? null,
	};
	sim.store.events.push(event);
	return event.id;
}

const operator = (country: string, iso: string, rat: number) => ({
	id: 3,
	name: 'Rhine Telecom',
	tapcode: [],
	country: { id: 74, name: country, country_code: '49', mcc: '262', iso_code: iso },
	pdp_context: { rat_type: rat, imeisv: '3577620830129501' },
	volume: { rx: 0.5, tx: 1.25, total: 1.75 },
});
const ids = (items: object[]) => items.map((item) => (item as { id?: unknown }).id);
const published = async (parameters: object) => {
	const workflow = trigger(parameters);
	expect(await workflow.activate()).toEqual([]);
	return workflow;
};

test('emits an event of a chosen group once, with names and numbers, and no event from before', async () => {
	note({ type: 5, ago: 60_000 });
	const workflow = await published({ events: ['connection'] });
	const id = note({ type: 5, detail: operator('Germany', 'de', 8) });
	note({ type: 20 });
	expect(await workflow.poll()).toEqual([
		expect.objectContaining({
			event: 'connection',
			id,
			type_id: 5,
			severity: 'Info',
			source: 'Network',
			alert: false,
			endpoint_id: A,
			endpoint_name: 'device-000001',
			country: 'Germany',
			operator: 'Rhine Telecom',
			rat: 'NB-IoT',
			volume_mb: 1.75,
		}),
	]);
	expect(await workflow.poll()).toEqual([]);
	expect(await workflow.activate()).toEqual([]);
});

test('emits events unchanged without Simplify, except for live secrets', async () => {
	const workflow = await published({ events: ['account', 'connection'], simplify: false });
	note({ type: 37, detail: { activationKey: 'a-live-key', username: 'somebody' } });
	note({ type: 40, detail: { token: 'a-live-token' } });
	note({ type: 1, detail: operator('Germany', 'de', 6) });
	const items = await workflow.poll();
	expect(items.map(({ event }) => event)).toEqual(['account', 'account', 'connection']);
	expect(items[0]).toMatchObject({ event_type: { id: 37 }, detail: null });
	expect(items[2]).toMatchObject({ detail: { country: { name: 'Germany' } } });
	expect(JSON.stringify(items)).not.toMatch(/a-live/);
});

test('emits rows for a table with Flat: text in place of lists, and no nested values', async () => {
	const options = { flat: true };
	const workflow = await published({ events: ['connection'], simplify: false, options });
	const id = note({ type: 1, detail: operator('Germany', 'de', 6) });
	const [item] = await workflow.poll();
	expect(item).toMatchObject({ event_id: id, event_type_id: 1, detail_country_name: 'Germany' });
	expect(Object.values(item!).filter((v) => typeof v === 'object' && v !== null)).toEqual([]);
});

test("emits more single types than the service's filter accepts", async () => {
	const types = [0, 1, 2, 3, 5, 8, 9, 11, 42, 70];
	const workflow = await published({ events: ['types'], types });
	const wanted = types.map((type) => note({ type, ago: 1000 }));
	note({ type: 43 });
	expect(ids(await workflow.poll())).toEqual(wanted);
	expect(await workflow.poll()).toEqual([]);
});

test('emits only used-up data and SMS quotas for Quota Used Up, and no other quota event', async () => {
	const workflow = await published({ events: ['quotaUsedUp'] });
	const [data, , sms] = [19, 18, 21, 20, 56, 58, 60, 61].map((type) => note({ type, ago: 1000 }));
	const items = await workflow.poll();
	expect(ids(items)).toEqual([data, sms]);
	expect(items.map(({ event }) => event)).toEqual(['dataQuota', 'smsQuota']);
	expect(await workflow.poll()).toEqual([]);
});

test('reads one page for any event, including unknown types', async () => {
	const workflow = await published({ events: ['any'] });
	const wanted = [note({ type: 6 }), note({ type: 999 }), note({ type: 21 })];
	const before = sim.ledger().requests.length;
	const items = await workflow.poll();
	expect(ids(items)).toEqual(wanted);
	expect(items.map(({ event }) => event)).toEqual(['account', 'other', 'smsQuota']);
	// One read for the service's time, and one page.
	const reads = sim.ledger().requests.slice(before);
	expect(reads.map(({ path }) => path)).toEqual(['/api/v1/event', '/api/v1/event']);
});

test.each([
	[{ severity: 1 }, [11]],
	[{ alert: true }, [11]],
	[{ alert: false }, [5, 9]],
	[{ country: 'de|Brazil' }, [5]],
	[{ network: 'rhine telecom' }, [5]],
	[{ rat: 'NB-IoT' }, [5]],
	[{ rat: '8|6' }, [5]],
	[{ rat: '6' }, []],
	[{ endpointName: 'device-000001' }, [5, 11]],
	[{ iccid: '8900000000' }, []],
])('emits only events that match the filters %j', async (filters, wanted) => {
	const workflow = await published({ events: ['any'], filters });
	note({ type: 5, detail: operator('Germany', 'DE', 8) });
	note({ type: 11 });
	note({ type: 9, endpointId: B });
	expect((await workflow.poll()).map(({ type_id }) => type_id)).toEqual(wanted);
});

test.each([
	[{ tags: 'no-such-tag' }, /Tag must name one tag that exists; none is called "no-such-tag"/],
	[{ endpointName: 'devise-000001' }, /Endpoint Name must name one endpoint .*device-000001/],
	[{ country: 'Germani' }, /Country must name one country .*near it: Germany/],
	[{ network: 'Rhine Telekom' }, /Network must name one operator .*near it: Germany \/ Rhine/],
	[{ rat: '7G' }, /Radio Access Type must be types by name or ID/],
])('is not published with a name that nothing has: %j', async (filters, words) => {
	await expect(published({ events: ['any'], filters })).rejects.toThrow(words);
});

test('a poll fails once the tag of its filter is gone', async () => {
	const [tag] = [...sim.store.tags.values()];
	const workflow = await published({ events: ['any'], filters: { tags: tag!.name } });
	expect(await workflow.poll()).toEqual([]);
	sim.store.tags.clear();
	await expect(workflow.poll()).rejects.toThrow('Tag must name one tag that exists');
});

test('emits late events and events of equal time once, in order of time and id', async () => {
	const workflow = await published({ events: ['simLife'] });
	const late = (ago: number, id: number) => note({ type: 9, ago, id });
	late(0, 9_000_000_000_000_002);
	expect(await workflow.poll()).toHaveLength(1);
	late(0, 30);
	late(9 * 60_000, 4_000_000_000_000_001);
	late(5 * 60_000, 7);
	expect(ids(await workflow.poll())).toEqual([4_000_000_000_000_001, 7, 30]);
	workflow.restart();
	expect(await workflow.activate()).toEqual([]);
});

test('keeps its state when a poll fails, and loses no event over an outage and a restart', async () => {
	const workflow = await published({ events: ['any'] });
	const before = workflow.state;
	const wanted = [note({ type: 5 }), note({ type: 5 })];
	const match = { path: '/api/v1/event' };
	sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 422 }] });
	await expect(workflow.poll()).rejects.toMatchObject({ httpCode: '422' });
	expect(workflow.state).toBe(before);
	sim.clearFaults();
	sim.clock.advance(4 * DAY);
	wanted.push(note({ type: 5 }));
	workflow.restart();
	expect(ids(await workflow.activate())).toEqual(wanted);
	expect(await workflow.poll()).toEqual([]);
});

describe('an in-memory feed', () => {
	const FORM = {
		zone: 'UTC',
		types: [5],
		alerts: [],
		filters: {},
		simplify: true,
		overlapMs: 600_000,
		budgetMs: 1e9,
	};
	let keys = 0;
	/** A trigger whose clock is `clock` minutes ahead, and its log messages. */
	function watching(clock = 0) {
		const service = new FeedService();
		const said: string[] = [];
		const watch = {
			now: () => service.now + clock * 60_000,
			log: (message: string) => said.push(message),
		};
		const store: StateStore = {};
		const key = `in memory ${(keys += 1)}`;
		const poll = async (more: Partial<EventForm> = {}) =>
			(await pollEventTrigger(key, store, service.client, { ...FORM, ...more }, watch)) ?? [];
		return { service, said, poll };
	}

	test('logs a gap longer than the service keeps events, and emits the events that are left', async () => {
		const { service, said, poll } = watching();
		expect(await poll()).toEqual([]);
		service.now += 40 * DAY;
		service.add({ id: 1, at: service.now - 29 * DAY, type: 5 });
		expect(await poll()).toMatchObject([{ id: 1 }]);
		expect(said).toEqual([
			expect.stringMatching(/longer than the 30 days that the service keeps.* the 24[01] h before/),
		]);
		expect(await poll()).toEqual([]);
		expect(said).toHaveLength(1);
	});

	test.each([
		['ahead', 60, [0], /^The clock of this n8n is 60 min ahead of the Date/],
		['behind', -60, [0], /^The clock of this n8n is 60 min behind the Date/],
		['behind, without a Date header', -60, [null], /^The newest event .* is dated 60 min ahead/],
	])(
		'logs once that the clock is an hour %s, and loses no event',
		async (_, clock, gateways, words) => {
			const { service, said, poll } = watching(clock);
			service.gateways = gateways;
			await poll();
			for (let id = 1; id < 4; id++) {
				service.add({ id, at: service.now, type: 5 });
				expect(await poll()).toMatchObject([{ id }]);
			}
			expect(said).toEqual([expect.stringMatching(words)]);
		},
	);

	test('emits the remaining events of the former choice first when the types are changed', async () => {
		const { service, said, poll } = watching(60);
		service.gateways = [null];
		await poll();
		for (let id = 1; id <= 25_000; id++) service.add({ id, at: service.now + id, type: 5 });
		service.add({ id: 30_000, at: service.now, type: 9 });
		service.now += DAY;
		const both = { types: [5, 9] };
		const counts: number[] = [];
		for (let polls = 0; polls < 4; polls++) counts.push((await poll(both)).length);
		expect(counts).toEqual([10_000, 10_000, 5_000, 0]);
		service.add({ id: 40_000, at: service.now, type: 9 });
		service.add({ id: 40_001, at: service.now, type: 5 });
		expect(ids(await poll(both))).toEqual([40_000, 40_001]);
		expect(said.filter((words) => words.includes('still to be read'))).toHaveLength(2);
	});
});

test('emits only new events of types that are chosen later', async () => {
	const workflow = await published({ events: ['connection'] });
	note({ type: 21 });
	sim.clock.advance(30_000);
	expect(await workflow.poll()).toEqual([]);
	sim.clock.advance(30_000);
	workflow.edit({ events: ['connection', 'smsQuota'] });
	const id = note({ type: 21 });
	expect(ids(await workflow.activate())).toEqual([id]);
});

test('shows the newest chosen event in an editor test, or a generated one if there is none', async () => {
	const sample = async () => await trigger({ events: ['connection'] }).sample();
	expect(await sample()).toMatchObject([
		{
			sample: true,
			event: 'connection',
			type_id: 0,
			id: 0,
			endpoint_id: 0,
			sim_id: 0,
			iccid: '0000000000000000000',
		},
	]);
	note({ type: 2, ago: 2 * DAY });
	const id = note({ type: 1, ago: DAY });
	note({ type: 21 });
	const [item] = await sample();
	expect(item).toMatchObject({ event: 'connection', id });
	expect(item).not.toHaveProperty('sample');
});

test.each([
	[{ events: [] }, 'Events must hold at least one event'],
	[{ events: ['types'], types: ['x'] }, /^Types must/],
	[
		{ events: ['any'], filters: { endpointName: 'a|b|c|d|e|f|g' } },
		/^Endpoint Name must hold at most 6/,
	],
	[{ events: ['any'], options: { overlapMinutes: 0 } }, /^Overlap \(Minutes\) must/],
])('refuses %j at publication with an error message', async (parameters, message) => {
	await expect(trigger(parameters).activate()).rejects.toMatchObject({
		message: typeof message === 'string' ? message : expect.stringMatching(message),
	});
});
