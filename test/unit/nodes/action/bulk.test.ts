import type { IDataObject } from 'n8n-workflow';

import { start } from '../../../../simulator';
import { type NodeOutput, type NodeRun, storeFor } from '../../../support/n8n/n8n';
import { faultAt, forget, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

const sim = simulated({ seed: { endpoints: 5, recordBodies: true, bulkDelayMs: 20 } });

const FIRST = 10001;

const bulk = async (
	operation: string,
	items: IDataObject[],
	parameters: IDataObject,
	more: Partial<NodeRun> = {},
) => await runAt(sim, `endpoint ${operation}`, parameters, { items, ...more });

const create = async (
	items: IDataObject[],
	fields: IDataObject = {},
	more: Partial<NodeRun> = {},
) =>
	await bulk(
		'createMany',
		items,
		{
			serviceProfileId: rl('={{ $json.service ?? 101 }}'),
			tariffProfileId: rl(201),
			status: 0,
			valuesFrom: 'fields',
			identity: { name: '={{ $json.name }}' },
			options: fields,
		},
		more,
	);

const names = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `n-${i}` }));
const calls = () => sim.ledger().requests.filter((r) => r.path === '/api/v2/endpoint/multi');
const created = () => sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.created');
const paired = (items: NodeOutput['items']) => items.map(({ pairedItem }) => pairedItem);
const inOrder = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

/** Makes the bulk call with this number fail. */
const failAt = (call: number, kind: 'errorBefore' | 'resetAfter' | 'resetBefore', status = 422) =>
	faultAt(sim, 'v2/endpoint/multi', { kind, skip: call - 1, times: 1, status });

test('2,001 items take two bulk calls, one after the other, and give 2,001 paired outputs', async () => {
	const { items, error } = await create(names(2001));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2001);
	expect(paired(items)).toEqual(inOrder(2001));
	expect(items.map(({ json }) => json.name)).toEqual(names(2001).map(({ name }) => name));
	expect(new Set(items.map(({ json }) => json.id)).size).toBe(2001);
	expect(calls().map((r) => (r.body as { endpoints: unknown[] }).endpoints.length)).toEqual([
		2000, 1,
	]);
	expect(sim.ledger().counters).toMatchObject({ bulk: 2, maxBulkInFlight: 1, bulkOverlaps: 0 });
	expect(created()).toHaveLength(2001);
});

test('concurrent executions of all workflows have one bulk call in flight at a time', async () => {
	const runs = await Promise.all(Array.from({ length: 6 }, () => create(names(3))));
	for (const { items } of runs) expect(items).toHaveLength(3);
	expect(sim.ledger().counters).toMatchObject({ bulk: 6, maxBulkInFlight: 1, bulkOverlaps: 0 });
});

test('two credentials of one organisation have one bulk call in flight at a time', async () => {
	const store = storeFor(sim.url);
	const both = ['cellularIotTokenApi', 'cellularIotUserApi'].flatMap((credential) =>
		Array.from({ length: 3 }, () => create(names(2), {}, { credentials: store, credential })),
	);
	for (const { items } of await Promise.all(both)) expect(items).toHaveLength(2);
	expect(sim.ledger().counters).toMatchObject({ bulk: 6, maxBulkInFlight: 1, bulkOverlaps: 0 });
});

test('items with equal shared fields share a call; the output keeps the order of the input', async () => {
	const mixed = Array.from({ length: 9 }, (_, i) => ({
		name: `n-${i}`,
		service: i % 3 === 0 ? 102 : 101,
		...(i === 4 && { space: 301, ip: '10.64.0.44' }),
	}));
	const { items, error } = await create(mixed, {
		ipAddressSpaceId: rl('={{ $json.space }}'),
		ipAddress: '={{ $json.ip }}',
	});
	expect(error).toBeUndefined();
	expect(paired(items)).toEqual(inOrder(9));
	expect(items.map(({ json }) => json.name)).toEqual(mixed.map(({ name }) => name));
	expect(items.map(({ json }) => json.service_profile_id)).toEqual(
		mixed.map(({ service }) => service),
	);
	const sent = calls().map(
		(r) => r.body as { endpoints: IDataObject[]; ip_address_space?: unknown },
	);
	expect(sent.map(({ endpoints }) => endpoints.map(({ name }) => name))).toEqual([
		['n-0', 'n-3', 'n-6'],
		['n-1', 'n-2', 'n-5', 'n-7', 'n-8'],
		['n-4'],
	]);
	expect(sent.map((body) => body.ip_address_space)).toEqual([undefined, undefined, { id: 301 }]);
});

describe('the answer to a bulk create', () => {
	test.each(['list', 'wrapped'] as const)('can have the form "%s"', async (bulkCreateAnswer) => {
		sim.seed({ bulkCreateAnswer });
		const { items } = await create(names(3));
		expect(items.map(({ json }) => json.name)).toEqual(['n-0', 'n-1', 'n-2']);
		expect(items.every(({ json }) => typeof json.id === 'number')).toBe(true);
	});

	test('can be empty, and the created endpoints are then read back', async () => {
		// A separate service, since a reset service issues the same ids again.
		const other = await start({ limits: false, seed: { bulkCreateAnswer: 'empty' } });
		const { items } = await create(names(3), {}, { credentials: storeFor(other.url) });
		expect(items.map(({ json }) => json.name)).toEqual(['n-0', 'n-1', 'n-2']);
		expect(items.every(({ json }) => typeof json.id === 'number')).toBe(true);
		const made = other.ledger().effects.filter(({ kind }) => kind === 'endpoint.created');
		expect(made).toHaveLength(3);
		await other.close();
	});
});

test('updateMany sends the fields of each item and accepts an empty 204', async () => {
	const { items } = await bulk(
		'updateMany',
		[0, 1, 2].map((i) => ({ id: FIRST + i, name: `new-${i}` })),
		{ endpointId: rl('={{ $json.id }}'), updateFields: { name: '={{ $json.name }}' } },
	);
	expect(items.map(({ json }) => json)).toEqual(
		[0, 1, 2].map((i) => ({ id: FIRST + i, endpoint_id: FIRST + i, updated: true })),
	);
	expect(calls()).toMatchObject([
		{ method: 'PATCH', body: [0, 1, 2].map((i) => ({ id: FIRST + i, name: `new-${i}` })) },
	]);
});

test('deleteMany accepts ids and ICCIDs, and keeps the SIMs by default', async () => {
	const [{ sim: card } = {}] = [...sim.store.endpoints.values()].map((e) => ({
		sim: sim.store.sims.get(e.simId ?? 0),
	}));
	const { items } = await bulk(
		'deleteMany',
		[
			{ mode: 'iccid', of: card?.iccid },
			{ mode: 'id', of: FIRST + 1 },
		],
		{
			endpointId: '={{ { __rl: true, mode: $json.mode, value: $json.of } }}',
			options: { deleteSims: '={{ $itemIndex === 1 }}', confirmCount: 2 },
		},
	);
	expect(items.map(({ json }) => json)).toEqual([
		{ id: FIRST, endpoint_id: FIRST, deleted: true },
		{ id: FIRST + 1, endpoint_id: FIRST + 1, deleted: true },
	]);
	// Two calls, since `delete_sims` applies to a whole call.
	expect(calls().map((r) => [r.method, r.query, r.body])).toEqual([
		['DELETE', { delete_sims: 'false' }, [{ id: FIRST }]],
		['DELETE', { delete_sims: 'true' }, [{ id: FIRST + 1 }]],
	]);
});

describe('when a bulk call fails', () => {
	const three = names(6).map((item, i) => ({ ...item, service: 101 + Math.floor(i / 2) }));

	test('earlier items are done, later items are not sent, and the error counts both', async () => {
		failAt(2, 'errorBefore');
		const { items, error } = await create(three);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^The service refused a value/);
		expect(error?.description).toMatch(/of 6 items 2 done, 2 refused, 2 not sent\.$/);
		expect(error?.context).toMatchObject({ itemIndex: 2, status: 422 });
		expect(created()).toHaveLength(2);
		expect(calls()).toHaveLength(2);
	});

	test('without an answer, its items are unknown and nothing more is sent', async () => {
		failAt(2, 'resetAfter');
		const { items, errors } = await create(three, {}, { onError: 'continueErrorOutput' });
		expect(paired(items)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(paired(errors)).toEqual([2, 3, 4, 5].map((item) => ({ item })));
		expect(errors.map(({ json }) => (json.details as IDataObject).outcome)).toEqual([
			'unknown',
			'unknown',
			'notSent',
			'notSent',
		]);
		expect(created()).toHaveLength(4);
		expect(calls()).toHaveLength(2);
	});

	test('the other calls continue if there is an error output', async () => {
		failAt(2, 'errorBefore');
		const { items, errors } = await create(three, {}, { onError: 'continueErrorOutput' });
		expect(paired(items)).toEqual([0, 1, 4, 5].map((item) => ({ item })));
		expect(paired(errors)).toEqual([2, 3].map((item) => ({ item })));
		expect(items.every(({ json }) => !('error' in json))).toBe(true);
		expect(created()).toHaveLength(4);
	});

	test('an update without an answer is sent again, since it leaves the same state', async () => {
		failAt(1, 'resetAfter');
		const { items } = await bulk('updateMany', [{ id: FIRST }], {
			endpointId: rl('={{ $json.id }}'),
			updateFields: { name: 'again' },
		});
		expect(items).toHaveLength(1);
		expect(calls()).toHaveLength(2);
	});

	test('a delete that never arrived and names a missing endpoint is not reported as done', async () => {
		failAt(1, 'resetBefore');
		const { errors } = await bulk(
			'deleteMany',
			[{ id: FIRST }, { id: 99999 }],
			{ endpointId: rl('={{ $json.id }}') },
			{ onError: 'continueErrorOutput' },
		);
		expect(errors).toHaveLength(2);
		expect(sim.store.endpoints.get(FIRST)?.statusId).toBe(0);
	});
});

test('an unknown ICCID gives an error with its item, and nothing is sent', async () => {
	await forget(sim);
	const { error } = await bulk(
		'updateMany',
		[
			{ mode: 'id', of: FIRST },
			{ mode: 'iccid', of: '8988303999999999999' },
		],
		{
			endpointId: '={{ { __rl: true, mode: $json.mode, value: $json.of } }}',
			updateFields: { name: 'x' },
		},
	);
	expect(error?.message).toMatch(/^Endpoint must match exactly one endpoint; none has ICCID/);
	expect(error?.context).toMatchObject({ itemIndex: 1 });
	expect(calls()).toEqual([]);
});
