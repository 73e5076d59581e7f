import nock from 'nock';
import { BASE_URL, clientFor, outcomesOf } from './support';

/* Tags of an update: replaced, added or removed; and what is emptied only on request. */

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

const tag = (id: number) => ({ id, name: `tag-${id}`, tag_color: { id: 1 } });
const patched: Array<{ path: string; body: unknown }> = [];
const asked: string[] = [];
beforeEach(() => void (patched.length = asked.length = 0));

/** Endpoints with these tags; `undefined` stands for one whose tags come as text only. */
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
	scope.patch(/.*/).reply(function (uri, body) {
		patched.push({ path: uri, body });
		return [204];
	});
}

const update = async (values: object) =>
	(await outcomesOf(clientFor(), 'endpoint update', [{ endpointId: 17, ...values }]))[0];
const bodies = () => patched.map(({ body }) => body);

test.each([
	['add', [2, 3], [1, 2, 3]],
	['remove', [2, 3], [1]],
	['replace', [2, 3], [2, 3]],
	[undefined, [3], [3]],
])('%s: the tags that are sent', async (tagChange, tagAssignments, all) => {
	service({ 17: [1, 2] });
	expect(await update({ tagChange, tagAssignments })).toHaveProperty('results');
	expect(bodies()).toEqual([{ tag_assignments: all }]);
	expect(asked).toHaveLength(tagChange === 'add' || tagChange === 'remove' ? 1 : 0);
});

test('tags that come as text only are read by id', async () => {
	service({ 17: undefined });
	await update({ tagChange: 'add', tagAssignments: [3] });
	expect(bodies()).toEqual([{ tag_assignments: [1, 2, 3] }]);
});

test('where they cannot be read, nothing is changed', async () => {
	nock(BASE_URL).get('/api/v1/endpoint/17').reply(200, { id: 17, tags: 'a,b' });
	nock(BASE_URL).get('/api/v2/endpoint/17/tags').reply(404, {});
	const outcome = await update({ tagChange: 'add', tagAssignments: [3] });
	expect(outcome).toMatchObject({
		error: { outcome: 'notSent', hint: expect.stringContaining('Replace') },
	});
});

test('additions to one endpoint at once lose none', async () => {
	const tags = new Set([1]);
	const scope = nock(BASE_URL).persist();
	scope
		.get('/api/v1/endpoint/17')
		.delay(5)
		.reply(200, () => ({ id: 17, tag_assignments: [...tags].map(tag) }));
	scope
		.patch('/api/v1/endpoint/17')
		.delay(5)
		.reply(204, (_, body) => {
			tags.clear();
			for (const id of (body as { tag_assignments: number[] }).tag_assignments) tags.add(id);
		});
	await Promise.all([2, 3, 4].map((id) => update({ tagChange: 'add', tagAssignments: [id] })));
	expect([...tags].sort()).toEqual([1, 2, 3, 4]);
});

test('in bulk the tags are read in few requests, and items of one endpoint build on each other', async () => {
	const count = 300;
	service(Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, [1]])));
	const items = Array.from({ length: count }, (_, i) => ({
		endpointId: i + 1,
		tagChange: 'add',
		tagAssignments: [9],
	}));
	items.push({ endpointId: 1, tagChange: 'remove', tagAssignments: [1] });
	const outcomes = await outcomesOf(clientFor(), 'endpoint updateMany', items);
	expect(outcomes.every((o) => 'results' in o)).toBe(true);
	expect(asked.length).toBeLessThanOrEqual(6);
	const [sent] = bodies() as Array<Array<{ id: number; tag_assignments: number[] }>>;
	expect(sent![0]).toEqual({ id: 1, tag_assignments: [1, 9] });
	expect(sent!.at(-1)).toEqual({ id: 1, tag_assignments: [9] });
});

describe('empty values leave alone what is there', () => {
	test.each([
		['an empty cell', { name: '', tags: '', imei: '' }],
		['no tag picked', { tagAssignments: [] }],
		['an empty list of names', { tags: [] }],
		['nothing', { name: null }],
	])('%s', async (_, values) => {
		service({});
		await update({ ...values, status: 0 });
		expect(bodies()).toEqual([{ status: { id: 0 } }]);
	});

	test('Clear empties', async () => {
		service({});
		await update({ name: '', clear: ['name', 'tags'] });
		expect(bodies()).toEqual([{ name: '', tag_assignments: [] }]);
	});
});

test('what is read simplified can be written back', async () => {
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
	const [read] = await outcomesOf(clientFor(), 'endpoint get', [
		{ endpointId: 17, simplify: true },
	]);
	const [simple] = (read as { results: Array<Record<string, unknown>> }).results;
	await update({
		name: simple!.name,
		status: simple!.status_id,
		ipAddress: simple!.ip_address,
		ipAddressSpaceId: simple!.ip_address_space_id,
		imei: simple!.imei,
		imeiLock: simple!.imei_lock,
		serviceProfileId: simple!.service_profile_id,
		tariffProfileId: simple!.tariff_profile_id,
		tagAssignments: simple!.tag_ids,
		simId: simple!.sim_id,
		simStatus: simple!.sim_status_id,
	});
	expect(bodies()).toEqual([written]);
	// The words of a status are taken as well as its id, and names of tags as a list.
	await update({ status: simple!.status, tags: simple!.tags });
	expect(bodies()[1]).toEqual({ status: { id: 1 }, tags: 'tag-1,tag-2' });
});
