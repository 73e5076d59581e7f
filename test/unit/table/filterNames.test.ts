import nock from '../../support/nock';
import type { Json } from '../../../src/table/define';
import { answersAlways, BASE_URL, clientFor, errorOf, outcomeOf, outcomesOf } from './support';

/* A name in a filter that nothing has is an error: the service answers it with an empty list. */

const TAGS = [
	{ id: 7, name: 'pump' },
	{ id: 8, name: 'meter' },
];
const ENDPOINTS = [{ id: 1, name: 'pump-1', tag_assignments: [{ id: 7, name: 'pump' }] }];

const asked: string[] = [];
beforeEach(() => void (asked.length = 0));

/** A service that filters endpoints by tag and events not at all. */
function service(tagStatus = 200) {
	const reply = (path: string, status: number, answer: (query: URLSearchParams) => unknown) =>
		nock(BASE_URL)
			.persist()
			.get(path)
			.query(true)
			.reply((uri) => {
				asked.push(decodeURIComponent(uri));
				return [status, answer(new URL(uri, BASE_URL).searchParams) as nock.Body];
			});
	reply('/api/v2/tags', tagStatus, (query) => ({
		data: TAGS.filter(({ name }) => name.includes(query.get('name') ?? '')),
		last_page: 1,
	}));
	reply('/api/v1/endpoint', 200, (query) => {
		const q = query.get('q') ?? '';
		const names = /tags:([^,]+)/.exec(q)?.[1]?.split('||');
		if (q.startsWith('name:')) return ENDPOINTS.filter(({ name }) => q.includes(name));
		if (q === '') return ENDPOINTS;
		return ENDPOINTS.filter((endpoint) =>
			endpoint.tag_assignments.some(({ name }) => names?.includes(name)),
		);
	});
	reply('/api/v1/event', 200, () => []);
	reply('/api/v1/operator', 200, () => [
		{ id: 3, name: 'Celtra', name_and_country: 'Ireland / Celtra' },
		{ id: 4, name: 'Fjordnet' },
	]);
	reply('/api/v1/country', 200, () => [
		{ id: 1, name: 'Ireland', iso_code: 'IE' },
		{ id: 2, name: 'Norway', iso_code: 'NO' },
	]);
	reply('/api/v1/user', 200, () => [{ id: 5, username: 'jane@example.com' }]);
}

const list = { returnAll: true, simplify: true };
const isList = (uri: string) => uri.startsWith('/api/v1/e');

test('a misspelt tag in a list of endpoints fails with what comes near, and gives no empty list', async () => {
	service();
	const outcome = await outcomeOf('endpoint getAll', { ...list, tags: 'pumps' });
	expect(errorOf(outcome)).toMatchObject({ field: 'tags', outcome: 'notSent' });
	expect(errorOf(outcome).message).toMatch(
		/^Tags must name one tag that exists; none is called "pumps"; near it: pump \(ID 7\)/,
	);
});

test('a tag that no endpoint carries gives an empty list', async () => {
	service();
	const outcome = await outcomeOf('endpoint getAll', { ...list, tags: 'meter' });
	expect(outcome).toEqual({ items: [] });
});

test('a tag that endpoints carry is not looked up', async () => {
	service();
	const outcome = await outcomeOf('endpoint getAll', { ...list, tags: 'pump' });
	expect(outcome).toMatchObject({ items: [{ id: 1 }] });
	expect(asked).toHaveLength(1);
});

test('one misspelt tag beside a right one fails before the list is read', async () => {
	service();
	const outcome = await outcomeOf('endpoint getAll', { ...list, tags: 'pump||meters' });
	expect(errorOf(outcome).message).toMatch(/none is called "meters"; near it: meter \(ID 8\)/);
	expect(asked.filter((uri) => uri.startsWith('/api/v1/endpoint'))).toEqual([]);
});

test('a misspelt tag in Raw Query fails too', async () => {
	service();
	const outcome = await outcomeOf('endpoint getAll', { ...list, rawQuery: 'status:0,tags:pumps' });
	expect(errorOf(outcome)).toMatchObject({ field: 'rawQuery', outcome: 'notSent' });
});

test.each([
	['compared with the last run', { onlyChanged: 'changes' }],
	['written to a file', { output: 'csv' }],
])('a list that is %s fails before it is read', async (_, how) => {
	service();
	const outcome = await outcomeOf('endpoint getAll', { ...list, tags: 'pumps', ...how });
	expect(errorOf(outcome)).toMatchObject({ field: 'tags' });
	expect(asked.filter(isList)).toEqual([]);
});

test.each(['endpoint getAll', 'event getAll'])(
	'%s: "Return Nothing" gives an empty list, and looks nothing up',
	async (row) => {
		service();
		const values = { ...list, tags: 'pumps', unknownName: 'nothing', about: 'all' };
		expect(await outcomeOf(row, values)).toEqual({ items: [] });
		expect(asked).toHaveLength(1);
	},
);

test.each([403, 404])(
	'a role that may not read the tags (%i) gets the list as it is',
	async (status) => {
		service(status);
		const outcome = await outcomeOf('endpoint getAll', { ...list, tags: 'pumps' });
		expect(outcome).toEqual({ items: [] });
	},
);

test('a list of tags that is refused otherwise is an error, not an unknown name', async () => {
	service(422);
	const outcome = await outcomeOf('endpoint getAll', { ...list, tags: 'pumps' });
	expect(errorOf(outcome)).toMatchObject({ status: 422 });
});

test.each<[string, Json, RegExp]>([
	['tags', { tags: 'pumps' }, /must name one tag .*"pumps"; near it: pump \(ID 7\)/],
	['endpointName', { endpointName: 'pump-1|pump-I' }, /must name one endpoint .*"pump-I"/],
	['network', { network: 'Celtro' }, /must name one operator .*"Celtro"; near it: .*Celtra/],
	['country', { country: 'Irland' }, /must name one country .*"Irland"; near it: Ireland/],
	['country', { country: 'IE' }, /must name one country .*"IE"; near it: Ireland$/],
	['user', { user: 'jan@example.com' }, /must name one user .*near it: jane@example.com/],
	['rat', { rat: '5X' }, /must be types by name or ID, such as .*4G/],
])('%s: a misspelt name in a list of events fails', async (field, filter, words) => {
	service();
	const outcome = await outcomeOf('event getAll', { ...list, about: 'all', ...filter });
	expect(errorOf(outcome)).toMatchObject({ field, outcome: 'notSent' });
	expect(errorOf(outcome).message).toMatch(words);
});

test('radio access types are sent by their IDs', async () => {
	service();
	await outcomeOf('event getAll', { ...list, about: 'all', rat: '4g|9' });
	expect(asked[0]).toContain('q=rat:6|9');
});

test('a map of places of a misspelt tag fails before events are read', async () => {
	service();
	const outcome = await outcomeOf('place map', { days: 7, tags: 'pumps' });
	expect(errorOf(outcome)).toMatchObject({ field: 'tags', outcome: 'notSent' });
	expect(asked.filter((uri) => uri.startsWith('/api/v1/event'))).toEqual([]);
});

test.each<[string, string, Json]>([
	['endpoint getAll', 'serviceProfile', { serviceProfile: { by: 'name', value: 'Meterz' } }],
	['endpoint getAll', 'tariffProfile', { tariffProfile: { by: 'name', value: 'Meterz' } }],
	['endpoint getAll', 'status', { status: 'Enabeld' }],
	['endpoint getAll', 'simStatus', { simStatus: 'Suspendet' }],
	['sim getAll', 'status', { status: 'Suspendet' }],
	['event getAll', 'severity', { severity: 'Critcal', about: 'all' }],
])('%s: a misspelt name in %s fails', async (row, field, filter) => {
	service();
	answersAlways('GET /api/v1/service_profile', 200, [{ id: 1, name: 'Meters' }]);
	answersAlways('GET /api/v1/tariff_profile', 200, [{ id: 1, name: 'Meters' }]);
	const outcome = await outcomeOf(row, { ...list, ...filter });
	expect(errorOf(outcome)).toMatchObject({ field, outcome: 'notSent' });
});

test('thirty items with the same misspelt tag get the same error', async () => {
	service();
	const items = new Array(30).fill({ ...list, tags: 'pumps' });
	const outcomes = await outcomesOf(clientFor(), 'endpoint getAll', items);
	const messages = new Set(outcomes.map((outcome) => errorOf(outcome).message));
	expect([...messages]).toHaveLength(1);
});
