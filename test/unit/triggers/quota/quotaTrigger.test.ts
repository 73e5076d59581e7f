import type { IDataObject } from 'n8n-workflow';

import { PollingWorkflow } from '../../../support/n8n/triggers';
import { useSimulator } from '../../../support/useSimulator';
import { ALL_EVENTS, control, credentialsFor, service, setQuota } from '../support';
import { told } from './told';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

const sim = useSimulator({ seed: { endpoints: 3, quotaVolume: 100 } });

const [A, B, C] = [10001, 10002, 10003];
const DAY = 86_400;

const trigger = (parameters: object) => new PollingWorkflow(parameters, credentialsFor(sim.url));
/** A published workflow that has read the current state. */
async function published(parameters: object): Promise<PollingWorkflow> {
	const workflow = trigger(parameters);
	await workflow.activate();
	return workflow;
}
const use = async (endpointId: number, volume = 100) =>
	await control(sim, 'consume', { endpointId, volume });
const block = async (endpointId: number, blocked: boolean) =>
	await control(sim, 'endpoint', { endpointId, blocked });

/** The parameters for only these endpoints. */
const picked = (...ids: number[]) => ({
	scope: 'picked',
	endpoints: {
		values: ids.map((id) => ({ endpointId: { __rl: true, mode: 'id', value: String(id) } })),
	},
});

/** The values of an item that no cell of a table takes. */
const notInACell = (item: IDataObject) =>
	Object.values(item).filter((value) => typeof value === 'object' && value !== null);

describe('source Status', () => {
	const watching = async (events: string[], more: object = {}) =>
		await published({ source: 'status', events, ...more });

	test('emits every event once, with endpoint, statuses, quota, time and reason', async () => {
		const workflow = trigger({ source: 'status', events: ALL_EVENTS });
		expect(await workflow.activate()).toEqual([]);
		expect(await workflow.poll()).toEqual([]);

		await use(A, 85);
		const [threshold, ...none] = await workflow.poll();
		expect(none).toEqual([]);
		expect(threshold).toMatchObject({
			event: 'thresholdReached',
			endpoint: { id: A, name: 'device-000001' },
			previous_status: 'ACTIVE',
			status: 'ACTIVE',
			quota: { volume: 15, threshold_volume: 20 },
			reason: 'Volume 15 is at or below the threshold 20',
			source: 'status',
		});
		expect(Date.parse(String(threshold?.observed_at))).not.toBeNaN();

		await use(A, 15);
		expect((await workflow.poll())[0]).toMatchObject({
			event: 'exhausted',
			previous_status: 'ACTIVE',
			status: 'EXHAUSTED',
			reason: 'Quota status changed from ACTIVE to EXHAUSTED',
		});
		await setQuota(sim, A, 100);
		expect(told(await workflow.poll())).toEqual([`activeAgain ${A}`]);
		await block(B, true);
		expect(told(await workflow.poll())).toEqual([`blocked ${B}`]);
		await block(B, false);
		expect(told(await workflow.poll())).toEqual([`unblocked ${B}`]);
		await service(sim, 'DELETE', `/api/v1/endpoint/${C}/quota/sms`);
		expect((await workflow.poll())[0]).toMatchObject({
			event: 'statusChanged',
			endpoint: { id: C },
			previous_status: 'ACTIVE',
			status: null,
			quota: null,
		});
		sim.clock.advance(366 * DAY * 1000);
		expect(told(await workflow.poll()).sort()).toEqual([`expired ${A}`, `expired ${B}`]);
		expect(await workflow.poll()).toEqual([]);
	});

	test('is not published with a tag that does not exist', async () => {
		const filtered = { scope: 'filter', filters: { tags: 'no-such-tag' } };
		await expect(watching(['exhausted'], filtered)).rejects.toThrow(
			'Tags must name one tag that exists; none is called "no-such-tag"',
		);
	});

	test('emits only the chosen events', async () => {
		const workflow = await watching(['expired']);
		await use(A);
		await block(A, true);
		expect(await workflow.poll()).toEqual([]);
	});

	test('emits a quota that was renewed and used up again, even if the state between was not saved', async () => {
		const workflow = await watching(['exhausted']);
		await use(A);
		expect(told(await workflow.poll())).toEqual([`exhausted ${A}`]);
		sim.clock.advance(60_000);
		await setQuota(sim, A, 100);
		expect(await workflow.poll()).toEqual([]);
		sim.clock.advance(60_000);
		// n8n ends here without having saved the silent poll.
		await use(A);
		expect(told(await workflow.activate())).toEqual([`exhausted ${A}`]);
		expect(await workflow.activate()).toEqual([]);
	});

	test('keeps its state when a poll fails, and emits the changes with the next poll', async () => {
		const workflow = await watching(ALL_EVENTS);
		const before = workflow.state;
		await use(A);
		const match = { method: 'GET', path: '/api/v1/endpoint' };
		sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 422 }] });
		await expect(workflow.poll()).rejects.toMatchObject({ httpCode: '422' });
		expect(workflow.state).toBe(before);
		sim.clearFaults();
		expect(told(await workflow.poll()).sort()).toEqual([`exhausted ${A}`, `thresholdReached ${A}`]);
	});

	test.each([400, 403, 409, 422, 500])(
		'skips a quota that answers %s, and emits its change later',
		async (status) => {
			const workflow = await watching(['exhausted']);
			for (const endpointId of [A, C]) await use(endpointId);
			const path = `/api/v1/endpoint/${C}/quota/sms`;
			sim.setFaults({ rules: [{ match: { method: 'GET', path }, kind: 'errorBefore', status }] });
			expect(told(await workflow.poll())).toEqual([`exhausted ${A}`]);
			sim.clearFaults();
			expect(told(await workflow.poll())).toEqual([`exhausted ${C}`]);
		},
	);

	test.each([422, 500])(
		'emits a change with only the id of its endpoint while the endpoint answers %s',
		async (status) => {
			await block(B, true);
			const workflow = await watching(['exhausted', 'unblocked', 'statusChanged'], picked(A, B, C));
			const match = { method: 'GET', path: `/endpoint/(${A}|${B})$` };
			sim.setFaults({ rules: [{ match, kind: 'errorBefore', status }] });
			for (const endpointId of [A, C]) await use(endpointId);
			await block(B, false);
			const items = await workflow.poll();
			expect(told(items)).toEqual([`exhausted ${A}`, `exhausted ${C}`]);
			expect(items.map(({ endpoint }) => (endpoint as IDataObject).name)).toEqual([
				undefined,
				'device-000003',
			]);
			expect(await workflow.poll()).toEqual([]);
			sim.clearFaults();
			expect(told(await workflow.poll())).toEqual([`unblocked ${B}`]);
		},
	);

	test('remembers endpoints when lists are empty', async () => {
		await block(B, true);
		const workflow = await watching(['exhausted', 'blocked', 'unblocked']);
		await use(A);
		const endpoints = new Map(sim.store.endpoints);
		sim.store.endpoints.clear();
		for (let turn = 0; turn < 5; turn++) expect(await workflow.poll()).toEqual([]);
		for (const [id, endpoint] of endpoints) sim.store.endpoints.set(id, endpoint);
		expect(told(await workflow.poll())).toEqual([`exhausted ${A}`]);
	});

	test('emits a second block or threshold across a restart, even if the state between was not saved', async () => {
		const workflow = await watching(['blocked', 'thresholdReached']);
		await block(B, true);
		await use(A, 85);
		expect(told(await workflow.poll()).sort()).toEqual([`blocked ${B}`, `thresholdReached ${A}`]);
		await block(B, false);
		await setQuota(sim, A, 100);
		expect(await workflow.poll()).toEqual([]);
		await block(B, true);
		await use(A, 85);
		workflow.restart();
		expect(told(await workflow.activate()).sort()).toEqual([
			`blocked ${B}`,
			`thresholdReached ${A}`,
		]);
		workflow.restart();
		expect(await workflow.activate()).toEqual([]);
	});

	test('applies a threshold percentage to the largest volume seen if the full volume is unknown', async () => {
		const workflow = trigger({ source: 'status', events: ['thresholdReached'] });
		const strip = () => {
			for (const quota of sim.store.quotas.values()) {
				// Without the full volume the service cannot compute the threshold volume either.
				Object.assign(quota, { fullVolume: NaN, lastVolumeAdded: undefined });
			}
		};
		strip();
		await workflow.activate();
		await use(A, 85);
		strip();
		const items = await workflow.poll();
		expect(told(items)).toEqual([`thresholdReached ${A}`]);
		expect((items[0]?.quota as { threshold_volume: unknown }).threshold_volume).toBeNull();
		expect(await workflow.poll()).toEqual([]);
	});

	test('emits a change once when polls run concurrently', async () => {
		const workflow = await watching(ALL_EVENTS);
		await use(A);
		const polls = await Promise.all([workflow.poll(), workflow.poll(), workflow.poll()]);
		expect(told(polls.flat()).sort()).toEqual([`exhausted ${A}`, `thresholdReached ${A}`]);
	});

	test('reads only picked endpoints, without an error or event for deleted ones', async () => {
		const workflow = await watching(ALL_EVENTS, picked(A, B));
		for (const endpointId of [A, C]) await use(endpointId);
		await block(C, true);
		await block(B, true);
		const items = await workflow.poll();
		expect(told(items).sort()).toEqual([`blocked ${B}`, `exhausted ${A}`, `thresholdReached ${A}`]);
		expect(items.find(({ event }) => event === 'exhausted')?.endpoint).toMatchObject({
			name: 'device-000001',
		});
		const quotaReads = sim.ledger().requests.filter(({ path }) => path.includes(`/${C}/quota`));
		expect(quotaReads).toEqual([]);
		await service(sim, 'PATCH', '/api/v2/endpoint/multi', [{ id: A, sim: { id: null } }]);
		await service(sim, 'DELETE', `/api/v1/endpoint/${A}`);
		expect(await workflow.poll()).toEqual([]);
		expect(await workflow.poll()).toEqual([]);
	});

	test('watches only endpoints that match the filter', async () => {
		const filters = { nameFilter: 'device-000002' };
		const workflow = await watching(['exhausted', 'blocked'], { filters });
		for (const endpointId of [A, B]) {
			await use(endpointId);
			await block(endpointId, true);
		}
		expect(told(await workflow.poll()).sort()).toEqual([`blocked ${B}`, `exhausted ${B}`]);
	});

	/** Lists hold this endpoint alone, although the service counts three. */
	const listOnly = async (id: number) => {
		const entity = await service(sim, 'GET', `/api/v1/endpoint/${id}`);
		sim.setFaults({
			rules: [
				{
					match: { method: 'GET', path: '/api/v1/endpoint$' },
					kind: 'otherForm',
					changes: [{ at: '', set: [entity] }],
					headers: { 'x-total-count': '3' },
				},
			],
		});
	};

	test('takes no endpoint for unblocked that a list lacks which is not complete', async () => {
		const workflow = await watching(['blocked', 'unblocked']);
		for (const id of [A, B]) await block(id, true);
		expect(told(await workflow.poll())).toEqual([`blocked ${A}`, `blocked ${B}`]);
		await listOnly(A);
		for (let poll = 0; poll < 3; poll++) expect(await workflow.poll()).toEqual([]);
		sim.clearFaults();
		await block(B, false);
		expect(told(await workflow.poll())).toEqual([`unblocked ${B}`]);
	});

	test('forgets no endpoint that lists lack which are not complete', async () => {
		const workflow = await watching(['exhausted'], { filters: { nameFilter: 'device-*' } });
		await listOnly(A);
		for (let poll = 0; poll < 5; poll++) expect(await workflow.poll()).toEqual([]);
		sim.clearFaults();
		await use(B);
		expect(told(await workflow.poll())).toEqual([`exhausted ${B}`]);
	});

	test('emits the current state once, and only for the chosen events', async () => {
		await use(A);
		await block(B, true);
		const workflow = trigger({
			source: 'status',
			events: ['exhausted', 'blocked', 'activeAgain'],
			options: { emitCurrent: true },
		});
		expect(told(await workflow.activate()).sort()).toEqual([`blocked ${B}`, `exhausted ${A}`]);
		expect(await workflow.poll()).toEqual([]);
		expect(await workflow.activate()).toEqual([]);
	});

	test('emits no current state for events that are chosen later', async () => {
		await block(B, true);
		const workflow = await watching(['exhausted']);
		workflow.edit({ events: ['exhausted', 'blocked', 'unblocked'] });
		expect(await workflow.activate()).toEqual([]);
		await block(A, true);
		expect(told(await workflow.poll())).toEqual([`blocked ${A}`]);
	});

	test('reads no quota and no list of all endpoints for block events', async () => {
		const workflow = await watching(['blocked', 'unblocked']);
		await block(B, true);
		expect(told(await workflow.poll())).toEqual([`blocked ${B}`]);
		await block(B, false);
		expect(told(await workflow.poll())).toEqual([`unblocked ${B}`]);
		const lists = sim.ledger().requests.filter(({ path }) => path.startsWith('/api/v1/endpoint'));
		const isBlockRead = (query: Record<string, unknown>) =>
			query.q === 'connectivity_status:BLOCKED';
		expect(lists.filter(({ query }) => !isBlockRead(query)).map(({ path }) => path)).toEqual([
			`/api/v1/endpoint/${B}`,
		]);
	});

	const sample = async (events: string[], more: object = {}) =>
		await trigger({ source: 'status', events, ...more }).sample();

	test.each([{}, { options: { emitCurrent: true } }])(
		'a test without an endpoint in the chosen state gives a marked sample of no endpoint (%j)',
		async (more) => {
			expect(await sample(['exhausted'], more)).toEqual([
				expect.objectContaining({
					event: 'exhausted',
					sample: true,
					endpoint: {
						id: 0,
						name: 'sample-device',
						sim: { id: 0, iccid: '0000000000000000000' },
					},
					previous_status: 'ACTIVE',
					status: 'EXHAUSTED',
					quota: expect.objectContaining({ volume: 0, status: expect.objectContaining({ id: 2 }) }),
					reason: 'Sample: this is how the item would look; nothing has changed',
				}),
			]);
			for (const event of ['blocked', 'unblocked', 'activeAgain', 'expired', 'statusChanged']) {
				expect(await sample([event], more)).toMatchObject([
					{ event, sample: true, endpoint: { id: 0 } },
				]);
			}
			expect(await sample(['blocked'], more)).toMatchObject([{ quota: null }]);
		},
	);

	test('a test gives an endpoint that is in the chosen state, as it is and unmarked', async () => {
		await use(B);
		for (const event of ['exhausted', 'statusChanged']) {
			const [item, ...others] = await sample([event]);
			expect(others).toEqual([]);
			expect(item).toMatchObject({
				event,
				endpoint: { id: B, name: 'device-000002' },
				previous_status: null,
				status: 'EXHAUSTED',
				quota: { volume: 0 },
				reason: 'Current state, shown by a test in the editor; nothing has changed',
			});
			expect(item).not.toHaveProperty('sample');
		}
		await block(C, true);
		const [blocked] = await sample(['blocked']);
		expect(blocked).toMatchObject({ event: 'blocked', endpoint: { id: C }, quota: null });
		expect(blocked).not.toHaveProperty('sample');
		// Of endpoints that are not watched nothing is shown.
		expect(await sample(['blocked'], picked(A))).toMatchObject([{ sample: true }]);
		expect(await sample(['exhausted'], picked(A))).toMatchObject([{ sample: true }]);
		expect(await sample(['exhausted'], picked(A, B))).toMatchObject([{ endpoint: { id: B } }]);
	});

	/** The parameters for endpoints in the ways that a picker takes them. */
	const named = (...locators: Array<[mode: string, value: string]>) => ({
		scope: 'picked',
		endpoints: {
			values: locators.map(([mode, value]) => ({ endpointId: { __rl: true, mode, value } })),
		},
	});

	test('watches endpoints that are named by name and ICCID', async () => {
		const { iccid } = sim.store.sims.get(sim.store.endpoints.get(B)!.simId!)!;
		const workflow = await watching(
			['exhausted'],
			named(['name', 'device-000001'], ['iccid', iccid], ['id', String(A)]),
		);
		await use(C);
		expect(told(await workflow.poll())).toEqual([]);
		await use(A);
		await use(B);
		expect(told(await workflow.poll()).sort()).toEqual([`exhausted ${A}`, `exhausted ${B}`]);
	});

	test('is not published with a name that no endpoint has', async () => {
		await expect(watching(['exhausted'], named(['name', 'no-such-pump']))).rejects.toThrow(
			/no-such-pump/,
		);
		await expect(watching(['exhausted'], named(['name', '']))).rejects.toThrow(/^Endpoints must/);
	});

	test('refuses missing events or endpoints at activation', async () => {
		await expect(trigger({ source: 'status', events: [] }).activate()).rejects.toMatchObject({
			message: 'Events must hold at least one event',
		});
		await expect(
			trigger({ source: 'status', events: ['expired'], scope: 'picked' }).activate(),
		).rejects.toMatchObject({ message: 'Endpoints must name at least one' });
	});
});

describe('source Event Feed', () => {
	const feed = (events: string[], more: object = {}) =>
		trigger({ source: 'eventFeed', feedEvents: events, ...more });
	const ALL = ['activeAgain', 'blocked', 'exhausted', 'statusChanged', 'thresholdReached'];

	test('emits every event once, and no event from before activation', async () => {
		await use(C);
		const workflow = feed(ALL);
		expect(await workflow.activate()).toEqual([]);
		await use(A);
		await block(B, true);
		await service(sim, 'DELETE', `/api/v1/endpoint/${B}/quota/sms`);
		await setQuota(sim, B, 50);
		const items = await workflow.poll();
		expect(told(items)).toEqual([
			`thresholdReached ${A}`,
			`exhausted ${A}`,
			`blocked ${B}`,
			`statusChanged ${B}`,
			`activeAgain ${B}`,
		]);
		expect(items[1]).toMatchObject({
			status: 'EXHAUSTED',
			previous_status: null,
			quota: { volume: 0, threshold_volume: 20 },
			source: 'eventFeed',
			reason: 'SMS quota used up',
		});
		expect(Date.parse(String(items[1]?.occurred_at))).not.toBeNaN();
		expect(await workflow.poll()).toEqual([]);
		expect(await workflow.activate()).toEqual([]);
	});

	test('keeps its state when a poll fails', async () => {
		const workflow = feed(ALL);
		await workflow.activate();
		const before = workflow.state;
		await use(A);
		const match = { path: '/api/v1/event' };
		sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 422 }] });
		await expect(workflow.poll()).rejects.toThrow();
		expect(workflow.state).toBe(before);
		sim.clearFaults();
		expect(told(await workflow.poll())).toEqual([`thresholdReached ${A}`, `exhausted ${A}`]);
	});

	test('emits an event without its endpoint if its SIM cannot be read, and still emits the others', async () => {
		const workflow = feed(['exhausted'], picked(A));
		await workflow.activate();
		const simIds = [A, B].map((id) => sim.store.endpoints.get(id)!.simId!);
		const match = { path: `/api/v1/sim/${simIds[1]}` };
		sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 500 }] });
		for (const simId of simIds) {
			sim.store.events.push({
				id: sim.store.nextId('event'),
				timestamp: sim.clock.now(),
				organisationId: 1001,
				typeId: 21,
				description: 'SMS quota used up',
				endpointId: null,
				simId,
				detail: null,
			});
		}
		const items = await workflow.poll();
		expect(items.map(({ endpoint }) => (endpoint as IDataObject).id)).toEqual([A, null]);
		expect(await workflow.poll()).toEqual([]);
	});

	test('refuses the event Quota Expired for SMS quotas, which the feed does not report', async () => {
		const events = ['exhausted', 'expired'];
		await expect(feed(events).activate()).rejects.toMatchObject({
			message: expect.stringMatching(
				/^Events must not hold "Quota Expired" for quotas of SMS.*choose the source Status/,
			),
		});
		expect(await feed(events, { quota: 'data' }).activate()).toEqual([]);
	});

	test('emits each event once when there are more than a page holds', async () => {
		const workflow = feed(['blocked']);
		await workflow.activate();
		for (let turn = 0; turn < 125; turn++) {
			await block(A, true);
			await block(A, false);
		}
		expect(await workflow.poll()).toHaveLength(125);
		expect(await workflow.poll()).toEqual([]);
	});

	test('a test gives the newest event that still holds, else a marked sample of no endpoint', async () => {
		const madeUp = { event: 'exhausted', sample: true, event_id: null, endpoint: { id: 0 } };
		expect(await feed(['exhausted']).sample()).toMatchObject([madeUp]);
		await use(A);
		const [item] = await feed(['exhausted']).sample();
		expect(item).toMatchObject({
			event: 'exhausted',
			event_id: expect.any(Number),
			endpoint: { id: A },
		});
		expect(item).not.toHaveProperty('sample');
		// The event is still the newest of its kind; its endpoint has been topped up since.
		await setQuota(sim, A, 100);
		expect(await feed(['exhausted']).sample()).toMatchObject([madeUp]);
	});
});

describe('Flat', () => {
	const flat = { options: { flat: true } };

	test('gives rows for a table: endpoint_id in place of nested values, and no quota as no columns', async () => {
		const events = ['exhausted', 'blocked'];
		const workflow = await published({ source: 'status', events, ...flat });
		await use(A);
		await block(B, true);
		const items = await workflow.poll();
		expect(items).toHaveLength(2);
		expect(items.flatMap(notInACell)).toEqual([]);
		expect(items).toContainEqual(
			expect.objectContaining({
				event: 'exhausted',
				quota_type: 'sms',
				endpoint_id: A,
				endpoint_name: 'device-000001',
				status: 'EXHAUSTED',
				quota_volume: 0,
				quota_status_id: 2,
			}),
		);
		const blocked = items.find(({ event }) => event === 'blocked');
		expect(blocked).toMatchObject({ endpoint_id: B });
		expect(Object.keys(blocked!)).not.toContain('quota');
	});

	test.each(['status', 'eventFeed'])(
		'a test shows the item as it will be, and its sample is marked: %s',
		async (source) => {
			const form = { source, events: ['exhausted'], feedEvents: ['exhausted'], ...flat };
			const [madeUp] = await trigger(form).sample();
			expect(madeUp).toMatchObject({ sample: true, endpoint_id: 0, quota_volume: 0 });
			expect(notInACell(madeUp!)).toEqual([]);
			await use(A);
			const [item] = await trigger(form).sample();
			expect(item).toMatchObject({ event: 'exhausted', endpoint_id: A });
			expect(notInACell(item!)).toEqual([]);
		},
	);
});
