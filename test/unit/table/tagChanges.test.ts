import type { Json } from '../../../src/wire';
import nock from '../../support/nock';
import {
	answers,
	answersAlways,
	BASE_URL,
	clientFor,
	itemOf,
	outcomeOf,
	outcomesOf,
} from './support';

/* Tags of an update: replaced, added or removed; and fields that are emptied only on request. */

const tag = (id: number) => ({ id, name: `tag-${id}`, tag_color: { id: 1 } });
const patched: Array<{ path: string; body: unknown }> = [];
const asked: string[] = [];
beforeEach(() => void (patched.length = asked.length = 0));

/** Endpoints with these tags; `undefined` is an endpoint whose tags are given only as text. */
function service(tags: Record<number, number[] | undefined>) {
	const entity = (id: number) => ({
		id,
		tags: 'text',
		...(tags[id] && { tag_assignments: tags[id].map(tag) }),
	});
	const scope = nock(BASE_URL).persist();
	scope.get(/\/api\/v1\/endpoint\/\d+$/).reply(function (uri) {
		asked.push(uri);
		const id = Number(uri.split('/').pop());
		return id in tags ? [200, entity(id)] : [404, {}];
	});
	scope.get(/\/api\/v2\/endpoint\/\d+\/tags$/).reply(function (uri) {
		asked.push(uri);
		return [200, [tag(1), tag(2)]];
	});
	scope
		.get('/api/v1/endpoint')
		.query(true)
		.reply(function (uri) {
			asked.push(decodeURIComponent(uri));
			const wanted = (new URL(uri, BASE_URL).searchParams.get('q') ?? '').slice(3).split('||');
			return [
				200,
				wanted
					.map(Number)
					.filter((id) => id in tags)
					.map(entity),
			];
		});
	const changed = (adding: boolean) =>
		function (this: unknown, uri: string, body: unknown) {
			patched.push({ path: uri, body });
			for (const item of (body as { items: Item[] }).items) {
				const own = new Set(tags[item.endpoint.id] ?? []);
				for (const { id } of item.tags) own[adding ? 'add' : 'delete'](id);
				tags[item.endpoint.id] = [...own];
			}
			return [200, {}] as const;
		};
	scope.post('/api/v2/bulk-operations/endpoint/add-tags').reply(changed(true));
	scope.post('/api/v2/bulk-operations/endpoint/remove-tags').reply(changed(false));
	scope.patch(/.*/).reply(function (uri, body) {
		patched.push({ path: uri, body });
		return [204];
	});
}

interface Item {
	endpoint: { id: number };
	tags: Array<{ id: number }>;
}

const update = async (values: object) =>
	await outcomeOf('endpoint update', { endpointId: 17, ...values });
const bodies = () => patched.map(({ body }) => body);

const ADD = '/api/v2/bulk-operations/endpoint/add-tags';
const REMOVE = '/api/v2/bulk-operations/endpoint/remove-tags';
const item = (id: number, ...tags: number[]) => ({
	endpoint: { id },
	tags: tags.map((entry) => ({ id: entry })),
});

test.each([
	['add', [2, 3], [1, 2, 3], { path: ADD, body: { items: [item(17, 3)] } }],
	['remove', [2, 3], [1], { path: REMOVE, body: { items: [item(17, 2)] } }],
])(
	'with the tag change %s, only changed tags are sent, in a bulk operation on tags',
	async (tagChange, given, left, sent) => {
		const tags = { 17: [1, 2] };
		service(tags);
		expect(await update({ tagChange, tagAssignments: given })).toEqual({
			items: [{ id: 17, endpoint_id: 17, updated: true }],
		});
		expect(patched).toEqual([sent]);
		expect(tags[17]).toEqual(left);
		expect(asked).toHaveLength(1);
	},
);

test.each([
	['replace', [2, 3]],
	[undefined, [3]],
])('with the tag change %s, the tags are sent in the update', async (tagChange, tagAssignments) => {
	service({ 17: [1, 2] });
	await update({ tagChange, tagAssignments });
	expect(bodies()).toEqual([{ tag_assignments: tagAssignments }]);
	expect(asked).toEqual([]);
});

test('a tag that the endpoint already has is not sent', async () => {
	service({ 17: [1, 2] });
	const outcome = await update({ tagChange: 'add', tagAssignments: [1] });
	expect(outcome).toEqual({ items: [{ id: 17, endpoint_id: 17, updated: true }] });
	expect(patched).toEqual([]);
});

test('all tags are sent when the service gives the present ones only as text', async () => {
	service({ 17: undefined });
	await update({ tagChange: 'add', tagAssignments: [3] });
	expect(patched).toEqual([{ path: ADD, body: { items: [item(17, 3)] } }]);
});

test('other fields are updated after the tags', async () => {
	service({ 17: [1] });
	await update({ tagChange: 'add', tagAssignments: [2], name: 'pump' });
	expect(patched).toEqual([
		{ path: ADD, body: { items: [item(17, 2)] } },
		{ path: '/api/v1/endpoint/17', body: { name: 'pump' } },
	]);
});

test.each([
	['endpoint update', '/api/v1/endpoint/17'],
	['endpoint updateMany', '/api/v2/endpoint/multi'],
])('%s reports that the tags were changed when the update is refused', async (row, path) => {
	answers('GET /api/v1/endpoint/17', 200, { id: 17, tag_assignments: [] });
	answers(`POST ${ADD}`, 200, {});
	answers(`PATCH ${path}`, 422, { message: 'no' });
	const values = { endpointId: 17, tagChange: 'add', tagAssignments: [2], name: 'pump' };
	const outcome = await outcomeOf(row, values);
	expect(outcome).toMatchObject({
		error: {
			outcome: 'partial',
			message: expect.stringMatching(/^The tags of endpoint 17 were changed, but the rest failed/),
		},
	});
});

test('concurrent additions to one endpoint keep all tags', async () => {
	const tags: Record<number, number[]> = { 17: [1] };
	service(tags);
	await Promise.all([2, 3, 4].map((id) => update({ tagChange: 'add', tagAssignments: [id] })));
	expect(tags[17]!.sort()).toEqual([1, 2, 3, 4]);
});

test('a bulk update reads and changes tags in few requests, in the order of the items', async () => {
	const count = 300;
	const tags = Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, [1]]));
	service(tags);
	const items: Json[] = Array.from({ length: count }, (_, i) => ({
		endpointId: i + 1,
		tagChange: 'add',
		tagAssignments: [9],
	}));
	items.push({ endpointId: 1, tagChange: 'remove', tagAssignments: [1] });
	items.push({ endpointId: 2, status: 1 });
	const outcomes = await outcomesOf(clientFor(), 'endpoint updateMany', items);
	expect(outcomes.every((o) => 'items' in o)).toBe(true);
	expect(asked.length).toBeLessThanOrEqual(7);
	expect(patched.map(({ path }) => path)).toEqual([ADD, REMOVE, '/api/v2/endpoint/multi']);
	expect(tags[1]).toEqual([9]);
	expect(tags[300]).toEqual([1, 9]);
	expect(bodies()[2]).toEqual([{ id: 2, status: { id: 1 } }]);
});

test('with Isolate Bad Items, one refused row does not affect the tags of other rows', async () => {
	answersAlways(
		'GET /api/v1/endpoint',
		200,
		[1, 2, 3].map((id) => ({ id, tag_assignments: [] })),
	);
	nock(BASE_URL)
		.persist()
		.post(ADD)
		.reply(function (_, body) {
			const ids = (body as { items: Item[] }).items.map(({ endpoint }) => endpoint.id);
			return ids.includes(2) ? [422, { message: 'no such tag' }] : [200, {}];
		});
	nock(BASE_URL)
		.persist()
		.get(/\/endpoint\/\d$/)
		.reply((uri) => [200, { id: Number(uri.at(-1)), tag_assignments: [] }]);
	const values = { tagChange: 'add', tagAssignments: [5], isolateBadItems: true };
	const items = [1, 2, 3].map((endpointId) => ({ ...values, endpointId }));
	const outcomes = await outcomesOf(clientFor(), 'endpoint updateMany', items);
	expect(outcomes.map((o) => 'items' in o)).toEqual([true, false, true]);
});

describe('empty values leave fields unchanged', () => {
	test.each([
		['an empty cell', { name: '', tags: '', imei: '' }],
		['no selected tag', { tagAssignments: [] }],
		['an empty list of names', { tags: [] }],
		['null', { name: null }],
	])('%s', async (_, values) => {
		service({});
		await update({ ...values, status: 0 });
		expect(bodies()).toEqual([{ status: { id: 0 } }]);
	});

	test('Clear empties the given fields', async () => {
		service({});
		await update({ name: '', clear: ['name', 'tags'] });
		expect(bodies()).toEqual([{ name: '', tag_assignments: [] }]);
	});
});

test('simplified values can be written back', async () => {
	const endpoint = {
		id: 17,
		name: 'pump-17',
		status: { id: 1, description: 'Disabled' },
		ip_address: '10.64.0.17',
		ip_address_space: { id: 301 },
		imei: '3577620830129501',
		imei_lock: true,
		service_profile: { id: 101, name: 'Standard' },
		tariff_profile: { id: 201, name: 'Europe' },
		tag_assignments: [tag(1), tag(2)],
		sim: { id: 7, iccid: '8988303000000000007', status: { id: 1, description: 'Activated' } },
	};
	const written = {
		name: 'pump-17',
		status: { id: 1 },
		ip_address: '10.64.0.17',
		ip_address_space: { id: 301 },
		imei: '3577620830129501',
		imei_lock: true,
		service_profile: { id: 101 },
		tariff_profile: { id: 201 },
		tag_assignments: [1, 2],
		sim: { id: 7, status: { id: 1 } },
	};
	const scope = nock(BASE_URL).persist();
	scope.get('/api/v1/endpoint/17').reply(200, endpoint);
	scope.patch('/api/v1/endpoint/17').reply(204, (path, body) => void patched.push({ path, body }));
	const simple = itemOf(await outcomeOf('endpoint get', { endpointId: 17, simplify: true }));
	await update({
		name: simple.name,
		status: simple.status_id,
		ipAddress: simple.ip_address,
		ipAddressSpaceId: simple.ip_address_space_id,
		imei: simple.imei,
		imeiLock: simple.imei_lock,
		serviceProfileId: simple.service_profile_id,
		tariffProfileId: simple.tariff_profile_id,
		tagAssignments: simple.tag_ids,
		simId: simple.sim_id,
		simStatus: simple.sim_status_id,
	});
	expect(bodies()).toEqual([written]);
	// The name of a status is accepted like its ID.
	await update({ status: simple.status });
	expect(bodies()[1]).toEqual({ status: { id: 1 } });
});
