import type { IDataObject } from 'n8n-workflow';
import { TAGS } from '../../../../simulator';
import { movingOn } from '../../../support/movedPorts';
import { ProcessedItems } from '../../../support/n8n/processedItems';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Waves in n8n-core's own execution: their forms, and what is written down in n8n's database. */

const sim = simulated({ seed: { endpoints: 12, bulkDelayMs: 0 } }, 'new');
const table = new ProcessedItems();
const restore = table.install();
afterAll(restore);
beforeEach(() => {
	table.rows.clear();
	movingOn(sim.clock);
});

/** Devices with sessions, and one that has none. */
function devices(): { ids: number[]; sick: number } {
	const own = [...sim.store.endpoints.values()].filter(
		({ organisationId, simId }) => organisationId === 1001 && simId !== null,
	);
	const [sick, ...others] = own;
	for (const endpoint of own) {
		sim.store.sims.get(endpoint.simId!)!.statusId = endpoint === sick ? 2 : 1;
		Object.assign(endpoint, { statusId: 0, blocked: false, tariffProfileId: 201 });
	}
	Object.assign(sick!, { session: null, connectivity: 'OFFLINE' });
	sim.store.touch();
	return { ids: [sick!, ...others].map(({ id }) => id), sick: sick!.id };
}

const live = async (endpointIds: number[]) =>
	await fetch(`${sim.url}/_sim/lives`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ endpointIds, kind: 'awake' }),
	});

const migrate = async (ids: number[], more: IDataObject = {}) =>
	await runAt(
		sim,
		'endpoint applyTable',
		{
			dryRun: false,
			valuesFrom: 'fields',
			endpointId: rl('={{ $json.id }}'),
			updateFields: { tariffProfileId: { __rl: true, mode: 'name', value: 'World' } },
			waves: {
				waveSize: 5,
				wavePause: 30,
				waveCondition: 'online',
				waveMinutes: 5,
				waveReset: true,
			},
			options: {},
			...more,
		},
		{ items: ids.map((id) => ({ id })), onError: 'continueRegularOutput' },
	);

test('a wave is judged and put back, and leaves nothing in the database', async () => {
	const { ids, sick } = devices();
	await live(ids);
	const { items, error } = await migrate(ids);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => [json.endpoint_id, json.outcome])).toEqual(
		ids.map((id) => [id, id === sick ? 'putBack' : 'changed']),
	);
	expect(sim.store.endpoints.get(sick)!.tariffProfileId).toBe(201);
	// It was used, and is empty again.
	expect(table.calls).toBeGreaterThan(0);
	expect([...table.rows.values()].flat()).toEqual([]);
});

test('a row of a tag goes in waves, and what fails of it says what became of each endpoint', async () => {
	const { ids, sick } = devices();
	await live(ids);
	for (const id of ids) {
		Object.assign(sim.store.endpoints.get(id)!, { tagIds: [TAGS.lab], tagged: true });
	}
	sim.store.touch();
	const ofTag = {
		endpointId: rl('lab', 'tag'),
		waves: { waveSize: 5, waveCondition: 'online', waveReset: true },
	};
	const { items } = await migrate([0], ofTag);
	expect(items.map(({ json }) => [json.endpoint_id, json.tag, json.outcome])).toEqual(
		ids.map((id) => [id, 'lab', id === sick ? 'putBack' : 'changed']),
	);
	sim.setFaults({
		rules: [
			{ match: { path: `/endpoint/${sick}/connectivity`, method: 'GET' }, kind: 'errorBefore' },
		],
	});
	const again = await migrate([0], ofTag);
	expect(again.items).toHaveLength(1);
	const { error, endpoints } = again.items[0]!.json as { error: string; endpoints: IDataObject[] };
	expect(error).toContain(`${ids.length - 1} were applied and 1 were not: endpoint ${sick} `);
	expect(endpoints.map(({ outcome }) => outcome)).toEqual(
		ids.map((id) => (id === sick ? 'failed' : 'unchanged')),
	);
});

test('the settings of waves that are left out have their usual values', async () => {
	const { ids, sick } = devices();
	await live(ids);
	const { items } = await migrate(ids, {
		waves: { waveSize: 100, waveCondition: 'online', waveReset: true },
	});
	expect(items.filter(({ json }) => json.outcome === 'putBack')).toHaveLength(1);
	expect(items.find(({ json }) => json.endpoint_id === sick)!.json.reason).toContain(
		'within 10 minutes',
	);
});

test('SMS go in waves by the form, and say so', async () => {
	const { ids } = devices();
	const { items, error } = await runAt(
		sim,
		'sms send',
		{
			endpointId: rl('={{ $json.id }}'),
			payload: 'REPORT',
			waves: { waveSize: 2, waveDoubles: true, wavePause: 600 },
		},
		{ items: ids.map((id) => ({ id })), onError: 'continueRegularOutput' },
	);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(ids.length);
	const minutes = sim
		.ledger()
		.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/sms'))
		.map(({ at }) => Math.floor((Date.parse(at) - Date.parse(first())) / 600_000));
	const waves = [0, 1, 2].map((wave) => minutes.filter((minute) => minute === wave).length);
	expect(waves).toEqual([2, 4, ids.length - 6]);
});

/** When the first SMS was sent. */
const first = (): string =>
	sim.ledger().requests.find(({ method, path }) => method === 'POST' && path.endsWith('/sms'))!.at;
