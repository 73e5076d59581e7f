import type { Json, Operation } from '../../../src/table/define';
import { operations } from '../../../src/operations';
import nock from '../../support/nock';
import { goodValues as good } from '../../operations';
import { answers, answersAlways, BASE_URL, clientFor, outcomeOf, outcomesOf } from './support';

/* Every picker accepts a name, which must match exactly one entry. */

const asked: string[] = [];
const sent: Array<{ path: string; body: unknown }> = [];
beforeEach(() => void (asked.length = sent.length = 0));
/** What an endpoint needs to be created, beside what a test is about. */
const newDevice = { serviceProfileId: 1, tariffProfileId: 2, status: 0, name: 'x' };

/** For each kind: the path of its list, an entry, the name of the entry, and another entry. */
const LISTS = {
	endpoint: ['/api/v1/endpoint', { id: 7, name: 'pump' }, 'pump', { id: 8, name: 'pump-2' }],
	serviceProfile: [
		'/api/v1/service_profile',
		{ id: 7, name: 'A, b' },
		'A, b',
		{ id: 8, name: 'A' },
	],
	tariffProfile: ['/api/v1/tariff_profile', { id: '7', name: 'EU ' }, 'EU', { id: 8, name: 'eu' }],
	ipAddressSpace: [
		'/api/v1/ip_address_space',
		{ id: 7, ip_address_space: '10.64.0.0/12' },
		'10.64.0.0/12',
		{ id: 8, ip_address_space: '10.64.0.0/16' },
	],
	dns: [
		'/api/v1/dns',
		{ id: 7, primary: '192.0.2.1', secondary: '192.0.2.2' },
		'192.0.2.1, 192.0.2.2',
		{ id: 8, primary: '192.0.2.3', secondary: '192.0.2.2' },
	],
	breakoutRegion: ['/api/v1/breakout_region', { id: 7, name: 'eu' }, 'eu'],
	smsInterface: ['/api/v1/esme_interface_type', { id: 7, description: 'API' }, 'API'],
	smsLimit: [
		'/api/v1/traffic_limit',
		{ id: 7, volume: 10, period: { unit: 'month' } },
		'10 a month',
		{ id: 8, volume: 100, period: { unit: 'month' } },
	],
	callback: ['/api/v1/api_callback', { id: 7, url: 'https://a.test' }, 'https://a.test'],
	callbackSecret: ['/api/v1/api_secret', { id: 7, purpose: 'n8n' }, 'n8n'],
	inclusiveVolume: [
		'/api/v1/organisation/my/inclusive_volume/active',
		{ id: 7, volume: 500, tariff: { name: 'Plan' } },
		'500 MB, Plan',
		{ id: 8, volume: 500, tariff: { name: 'Other' } },
	],
	product: ['/api/v1/sim/unlinked_product_stats', { id: 7, name: 'eSIM' }, 'eSIM'],
	operator: [
		'/api/v1/operator',
		{ id: 7, name: 'One', name_and_country: 'Malta / One' },
		'Malta / One',
		{ id: 8, name: 'One', name_and_country: 'Spain / One' },
	],
	tag: ['/api/v2/tags', { id: 7, name: 'cold' }, 'cold', { id: 8, name: 'cold-2' }],
	tagColor: ['/api/v2/tag-colors', { id: 7, description: 'Red' }, 'Red'],
	dataStream: ['/api/v2/data_stream', { id: 'ab7', name: 'live' }, 'live'],
	euiccAction: ['/api/v1/euicc/operation/action', { id: 0, description: 'Audit' }, 'Audit'],
	simOperationAction: ['/api/v1/sim/operation/action', { id: 0, description: 'Link' }, 'Link'],
	ratType: ['/api/v1/rat_type', { id: 7, description: '4G' }, '4G', { id: 8, description: '3G' }],
	service: ['/api/v1/service', { id: 7, description: 'SMS MT' }, 'SMS MT'],
	automation: ['/api/v1/automation', { id: 'a7', name: 'Blocked' }, 'Blocked'],
	automationAction: ['/api/v1/automation/action', { id: 'f7', name: 'Mail' }, 'Mail'],
	automationEvent: ['/api/v1/event/system/configuration', { id: 'd7', name: 'Limit' }, 'Limit'],
	customEvent: ['/api/v1/event/custom/configuration', { id: 'c7', name: 'Many' }, 'Many'],
	customEventTemplate: ['/api/v1/event/custom/template', { id: 't7', name: 'Limit' }, 'Limit'],
	systemEvent: ['/api/v1/event/system/configuration', { id: 'd7', name: 'Limit' }, 'Limit'],
	applicationToken: [
		'/api/v1/application_token',
		{ id: 7, description: 'gateway' },
		'gateway',
		{ id: 8, description: 'gateway 2' },
	],
	user: [
		'/api/v1/user',
		{ id: 7, name: 'Jane', username: 'jane@example.com' },
		'jane@example.com',
		{ id: 8, name: 'Joe', username: 'joe@example.com' },
	],
	userRole: ['/api/v1/user/role', { id: 7, name: 'Auditor' }, 'Auditor'],
	workspace: ['/api/v2/user/11/workspace', { id: 7, name: 'North' }, 'North'],
	sim: ['/api/v1/sim', { id: 7, iccid: '8988303000000000017' }, '8988303000000000017'],
	euicc: [
		'/api/v1/euicc',
		{ id: 7, eid: '89033023000000000000000000000754' },
		'89033023000000000000000000000754',
	],
} satisfies Record<string, [path: string, entry: Json, value: string, other?: Json]>;
type Kind = keyof typeof LISTS;

/** A service with that list, which accepts every other request. */
function service(kind: Kind, entries: object[]) {
	const [path] = LISTS[kind];
	nock(BASE_URL)
		.persist()
		.get(path)
		.query(true)
		.reply(function (uri) {
			asked.push(decodeURIComponent(uri));
			return [200, kind === 'tag' ? { data: entries, last_page: 1 } : entries];
		});
	// System and custom events are picked from one list.
	if (kind === 'automationEvent') answersAlways('GET /api/v1/event/custom/configuration', 200, []);
	for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
		nock(BASE_URL)
			.persist()
			.intercept(/.*/, method)
			.reply(function (uri, body) {
				sent.push({ path: uri, body });
				return [method === 'POST' ? 201 : 200, { id: 1 }];
			});
}

const pickersOf = ({ fields }: Operation) =>
	Object.values(fields).filter(({ control }) => control.kind === 'locator').length;

/** Each picker of the table once, in an operation that has few other pickers and sends one request. */
const PICKERS = Object.entries(
	Object.fromEntries(
		[...operations]
			.sort((a, b) => pickersOf(b) - pickersOf(a))
			.flatMap((o) =>
				Object.entries(o.fields).flatMap(([field, { control, in: place }]) =>
					control.kind === 'locator' && !o.bulk && place !== undefined
						? // A free value may be one that no entry has yet.
							control.isFree
							? []
							: [[control.lookup, { row: `${o.resource} ${o.name}`, field, control }] as const]
						: [],
				),
			),
	),
);

test('each kind of picker has its list in this test', () => {
	expect(PICKERS.map(([kind]) => kind).sort()).toEqual(Object.keys(LISTS).sort());
});

describe.each(PICKERS)('%s', (lookup, { row, field, control }) => {
	const kind = lookup as Kind;
	const [, entry, value, other = { id: 8 }]: [string, Json, string, Json?] = LISTS[kind];
	const by = control.alsoBy?.includes('name') ? 'name' : control.alsoBy![0]!;
	const run = async () =>
		(await outcomeOf(row, { ...good(row, field), [field]: { by, value } })) as {
			error?: { message: string; field: string; outcome: string };
		};

	test('can be given by more than its ID', () => expect(control.alsoBy).not.toEqual([]));

	test('a name of one entry is sent as its ID', async () => {
		service(kind, [other, entry]);
		await run();
		expect(asked.length).toBeGreaterThan(0);
		const id = String(entry.id);
		expect(JSON.stringify(sent)).toMatch(new RegExp(`[/":]${id}\\b`));
		expect(JSON.stringify(sent)).not.toContain(JSON.stringify(value).slice(1, -1) + '"');
	});

	test.each([
		['no entry', [other], /must match exactly one .*; none has /],
		['two entries', [entry, { ...entry, id: 9 }], /must match exactly one .*; 2 have /],
	])(
		'a name of %s is refused before anything is sent, and the error names the field',
		async (_, entries, words) => {
			service(kind, [...entries]);
			const { error } = await run();
			expect(error).toMatchObject({ field, outcome: 'notSent' });
			expect(error!.message).toMatch(words);
			expect(sent).toEqual([]);
		},
	);
});

/** Each kind in an operation that changes nothing of that kind. */
const SHARED = Object.entries(
	Object.fromEntries(
		[...operations]
			.sort((a, b) => pickersOf(b) - pickersOf(a))
			.flatMap((o) =>
				Object.entries(o.fields).flatMap(([field, { control, in: place }]) => {
					if (control.kind !== 'locator' || control.isFree || o.bulk || !place) return [];
					const { lookup, alsoBy } = control;
					if (o.effect !== 'read' && o.resource === lookup) return [];
					// Automations are created from the list of events, which each item reads.
					if (lookup === 'automationEvent') return [];
					const by = alsoBy?.includes('name') ? 'name' : alsoBy![0]!;
					return [[lookup, { row: `${o.resource} ${o.name}`, field, by }] as const];
				}),
			),
	),
);

test.each(SHARED)('%s: thirty items that name one look it up once', async (lookup, use) => {
	const kind = lookup as Kind;
	const [, entry, value] = LISTS[kind];
	const { row, field, by } = use;
	service(kind, [entry]);
	const item = { ...good(row, field), [field]: { by, value } };
	const outcomes = await outcomesOf(clientFor(), row, new Array(30).fill(item));
	expect(outcomes).toHaveLength(30);
	const lookups = new Set(asked);
	expect(asked).toHaveLength(lookups.size);
});

test('many tags that single items name are looked up in one list from the fourth on', async () => {
	const tags = Array.from({ length: 40 }, (_, i) => ({ id: i + 1, name: `t${i}` }));
	service('tag', tags);
	const items = tags.map(({ name }) => ({ ...newDevice, tagAssignments: [name] }));
	await outcomesOf(clientFor(), 'endpoint create', items);
	expect(sent.map(({ body }) => body)).toContainEqual(
		expect.objectContaining({ tag_assignments: [40] }),
	);
	expect(asked).toHaveLength(4);
});

describe('2,001 rows that name the same tag and profiles', () => {
	const names = {
		serviceProfileId: { by: 'name', value: 'A, b' },
		tariffProfileId: { by: 'name', value: 'EU' },
		status: 0,
		tagAssignments: ['cold'],
	};
	const rows = Array.from({ length: 2001 }, (_, i) => ({ ...names, name: `pump-${i}` }));

	test('are created with at most 12 requests, each list read once', async () => {
		const requests: string[] = [];
		const counted = (path: string, body: unknown) =>
			nock(BASE_URL)
				.persist()
				.get(path)
				.query(true)
				.reply(() => {
					requests.push(path);
					return [200, body as nock.Body];
				});
		counted('/api/v2/tags', { data: [{ id: 7, name: 'cold' }], last_page: 1 });
		counted('/api/v1/service_profile', [{ id: 8, name: 'A, b' }]);
		counted('/api/v1/tariff_profile', [{ id: 9, name: 'EU' }]);
		let id = 100;
		nock(BASE_URL)
			.persist()
			.post('/api/v2/endpoint/multi')
			.reply(201, (_, body) => {
				requests.push('/api/v2/endpoint/multi');
				const { endpoints, ...shared } = body as { endpoints: Json[] };
				return endpoints.map((endpoint) => ({ id: (id += 1), ...shared, ...endpoint }));
			});
		const outcomes = await outcomesOf(clientFor(), 'endpoint createMany', rows);
		expect(outcomes.filter((o) => 'items' in o)).toHaveLength(2001);
		expect(requests.sort()).toEqual([
			'/api/v1/service_profile',
			'/api/v1/tariff_profile',
			'/api/v2/endpoint/multi',
			'/api/v2/endpoint/multi',
			'/api/v2/tags',
		]);
	});

	test('share the error when the tag cannot be read, and it is asked for once', async () => {
		answersAlways('GET /api/v1/service_profile', 200, [{ id: 8, name: 'A, b' }]);
		answersAlways('GET /api/v1/tariff_profile', 200, [{ id: 9, name: 'EU' }]);
		const bodies = answersAlways('GET /api/v2/tags', 422, { error_code: 1400 });
		const outcomes = await outcomesOf(clientFor(), 'endpoint createMany', rows);
		expect(outcomes.filter((o) => 'error' in o)).toHaveLength(2001);
		expect(outcomes[2000]).toMatchObject({ error: { status: 422, outcome: 'refused' } });
		expect(bodies).toHaveLength(1);
	});
});

describe('what a run has looked up', () => {
	test('is asked for again by the next item when it failed', async () => {
		answers('GET /api/v2/tags', 422, { error_code: 1400 });
		answers('GET /api/v2/tags', 200, { data: [{ id: 7, name: 'cold' }], last_page: 1 });
		const bodies = answersAlways('POST /api/v1/endpoint', 201, { id: 1 });
		const create = { ...newDevice, tagAssignments: ['cold'] };
		const client = clientFor();
		const [first] = await outcomesOf(client, 'endpoint create', [create]);
		const [second] = await outcomesOf(client, 'endpoint create', [create]);
		expect(first).toMatchObject({ error: { status: 422 } });
		expect(second).toHaveProperty('items');
		expect(bodies).toMatchObject([{ tag_assignments: [7] }]);
	});

	test('is looked up again after an item has changed names of that kind', async () => {
		const uris: string[] = [];
		nock(BASE_URL)
			.persist()
			.get('/api/v2/tags')
			.query(true)
			.reply((uri) => {
				uris.push(uri);
				const name = uris.length === 1 ? 'cold' : 'warm';
				return [200, { data: [{ id: 7, name }], last_page: 1 }];
			});
		answersAlways('PATCH /api/v2/tags/7', 200, {});
		const renames = { tagId: { by: 'name', value: 'cold' }, name: 'warm' };
		const outcomes = await outcomesOf(clientFor(), 'tag update', [renames]);
		expect(outcomes).toMatchObject([{ items: [{ id: 7 }] }]);
		const client = clientFor();
		uris.length = 0;
		await outcomesOf(client, 'tag update', [renames]);
		const [again] = await outcomesOf(client, 'tag update', [renames]);
		expect(again).toMatchObject({ error: { field: 'tagId', outcome: 'notSent' } });
	});

	test('does not hide a tag that the run itself has created', async () => {
		const tags: Json[] = [];
		nock(BASE_URL)
			.persist()
			.get('/api/v2/tags')
			.query(true)
			.reply(() => [200, { data: tags, last_page: 1 }]);
		nock(BASE_URL)
			.post('/api/v2/tags')
			.reply(201, () => {
				tags.push({ id: 7, name: 'new' });
				return tags[0];
			});
		const bodies = answersAlways('POST /api/v2/endpoint/multi', 201, [{ id: 1 }]);
		const create = { ...newDevice, tagAssignments: ['new'] };
		const client = clientFor();
		const [missing] = await outcomesOf(client, 'endpoint createMany', [create]);
		expect(missing).toMatchObject({ error: { field: 'tagAssignments' } });
		await outcomesOf(client, 'endpoint createMany', [{ ...create, createMissing: true }]);
		expect(bodies).toMatchObject([{ endpoints: [{ tag_assignments: [7] }] }]);
	});

	test('creates no tags that look the same, and names those alone', async () => {
		answersAlways('GET /api/v2/tags', 200, { data: [], last_page: 1 });
		const twins = ['Zürich', 'Genève'].map((name) => [name, name.normalize('NFD')]);
		const items = twins.flat().map((name) => ({
			...newDevice,
			tagAssignments: [name],
			createMissing: true,
		}));
		const outcomes = await outcomesOf(clientFor(), 'endpoint createMany', items);
		const said = outcomes.map((outcome) => String((outcome as { error: Error }).error.message));
		expect(said).toHaveLength(4);
		for (const message of said) expect(message).toContain('look the same and are no tags yet');
		expect(said.map((message) => message.includes('rich'))).toEqual([true, true, false, false]);
		expect(said.map((message) => message.includes('Gen'))).toEqual([false, false, true, true]);
	});
});

test('a list without pages is read once per run', async () => {
	service('operator', [{ id: 7, name: 'One' }]);
	const operatorId = { by: 'name', value: 'One' };
	const items = Array.from({ length: 20 }, (_, i) => ({ endpointId: i + 1, operatorId }));
	const outcomes = await outcomesOf(clientFor(), 'operatorBlacklist add', items);
	expect(outcomes.every((o) => 'items' in o)).toBe(true);
	expect(asked).toHaveLength(1);
	expect(sent.map(({ path }) => path)).toContain('/api/v1/endpoint/20/operator_blacklist/7');
});

test('the names of many tags are looked up in one list', async () => {
	const tags = Array.from({ length: 40 }, (_, i) => ({ id: i + 1, name: `t${i}` }));
	service('tag', tags);
	const items = tags.map(({ name }) => ({ tagId: { by: 'name', value: name } }));
	await outcomesOf(clientFor(), 'tag deleteMany', items);
	expect(asked).toHaveLength(1);
	expect(sent).toHaveLength(1);
	expect(sent[0]!.body).toEqual({ tags: tags.map(({ id }) => ({ id })) });
});

test('a user who may not read the list is told to give the ID', async () => {
	answers('GET /api/v1/operator', 403, {});
	const outcome = await outcomeOf('operatorBlacklist add', {
		endpointId: 1,
		operatorId: { by: 'name', value: 'One' },
	});
	expect(outcome).toMatchObject({
		error: { outcome: 'refused', message: expect.stringContaining('"By ID"') },
	});
});

test.each(['endpoint get', 'tag delete'])(
	'%s: an empty name is refused before anything is sent',
	async (row) => {
		const field = row.startsWith('tag') ? 'tagId' : 'endpointId';
		const outcome = await outcomeOf(row, {
			...good(row, field),
			[field]: { by: 'name', value: '  ' },
		});
		expect(outcome).toMatchObject({ error: { field, outcome: 'notSent' } });
	},
);

describe('a list of tags takes names and IDs', () => {
	const tags = [
		{ id: 7, name: 'north pole' },
		{ id: 8, name: 'pump' },
	];
	const bodies = () => sent.map(({ body }) => body as { tag_assignments?: number[] });

	test.each([
		['as text', 'north pole, pump', [7, 8]],
		['as lines', 'pump\nnorth pole', [8, 7]],
		['as a list', ['north pole', 8], [7, 8]],
		['as digits, which are IDs', '9 8', [9, 8]],
	])('%s', async (_, given, ids) => {
		service('tag', tags);
		await outcomeOf('endpoint create', { ...newDevice, tagAssignments: given });
		expect(bodies()[0]?.tag_assignments).toEqual(ids);
	});

	test('an unknown name is refused with similar names, and nothing is sent', async () => {
		service('tag', tags);
		const outcome = await outcomeOf('endpoint addTags', {
			endpointId: 1,
			tagsBy: 'ids',
			tagIds: 'pumps',
			readFirst: false,
		});
		expect(outcome).toMatchObject({
			error: {
				field: 'tagIds',
				outcome: 'notSent',
				message: expect.stringMatching(/none has the name "pumps"; near it: pump \(ID 8\)/),
			},
		});
		expect(sent).toEqual([]);
	});
});

describe('profiles with the same name in several organisations', () => {
	const profiles = [
		{ id: 7, name: 'Standard', organisation: { id: 1001, name: 'Plant North' } },
		{ id: 8, name: 'Standard', organisation: { id: 1002, name: 'Plant South' } },
		{ id: 9, name: 'Standard', organisation_id: 1003 },
	];
	const get = async (value: string) => {
		service('serviceProfile', profiles);
		const values = { serviceProfileId: { by: 'name', value }, simplify: true };
		return await outcomeOf('serviceProfile get', values);
	};

	test('are told apart by their organisation', async () => {
		await get('Standard (of Plant South)');
		expect(sent.map(({ path }) => path)).toEqual(['/api/v1/service_profile/8']);
	});

	test('are all listed in the error when only the name is given', async () => {
		expect(await get('Standard')).toMatchObject({
			error: {
				outcome: 'notSent',
				message: expect.stringContaining(
					'3 have the name "Standard": Standard (ID 7, of Plant North), Standard (ID 8, of Plant South), Standard (ID 9, of organisation 1003)',
				),
			},
		});
		expect(sent).toEqual([]);
	});
});

describe('digits are an ID, even if they are the name of another entry (docs/editor.md)', () => {
	const swapped = [
		{ id: 7, name: '8' },
		{ id: 8, name: '7' },
	];
	const run = async (kind: Kind, row: string, values: object) => {
		service(kind, swapped);
		const outcome = await outcomeOf(row, { ...good(row), ...values });
		expect(outcome).not.toHaveProperty('error');
	};
	const SUBJECTS = [
		['endpoint', 'endpoint get', 'endpointId', 'endpoint'],
		['serviceProfile', 'serviceProfile get', 'serviceProfileId', 'service_profile'],
		['tariffProfile', 'tariffProfile get', 'tariffProfileId', 'tariff_profile'],
		['tag', 'tag delete', 'tagId', 'tags'],
	] as const;

	test.each(SUBJECTS)(
		'%s: a number or a text of digits is the ID',
		async (kind, row, field, path) => {
			for (const value of [8, '8']) {
				sent.length = asked.length = 0;
				await run(kind, row, { [field]: value });
				expect(sent.map((request) => request.path)).toEqual([expect.stringMatching(`/${path}/8$`)]);
				expect(asked).toEqual([]);
			}
		},
	);

	test.each(SUBJECTS)('%s: digits given By Name are the name', async (kind, row, field, path) => {
		await run(kind, row, { [field]: { by: 'name', value: '8' } });
		expect(sent.map((request) => request.path)).toEqual([expect.stringMatching(`/${path}/7$`)]);
	});

	test.each([
		['digits as text', '8', [8]],
		['a number', [8], [8]],
		['digits beside a name', '8, pump', [8, 9]],
		['digits as a name', [{ by: 'name', value: '8' }], [7]],
	])('a list of tags with %s', async (_, tagAssignments, ids) => {
		service('tag', [...swapped, { id: 9, name: 'pump' }]);
		const values = { ...newDevice, tagAssignments };
		await outcomeOf('endpoint create', values);
		expect(sent[0]?.body).toMatchObject({ tag_assignments: ids });
	});
});

describe('an endpoint is named by a number that messages and logs have', () => {
	/** Answers the lists of endpoints and SIMs: what is given for a filter, else nothing. */
	function fleet(found: Record<string, Json[]>): string[] {
		const filters: string[] = [];
		const answer = (kind: string) => (uri: string) => {
			const q = new URL(uri, BASE_URL).searchParams.get('q') ?? '';
			filters.push(`${kind} ${q}`);
			return [200, found[`${kind} ${q}`] ?? []] as const;
		};
		nock(BASE_URL).persist().get('/api/v1/endpoint').query(true).reply(answer('endpoint'));
		nock(BASE_URL).persist().get('/api/v1/sim').query(true).reply(answer('sim'));
		answersAlways('PATCH /api/v1/endpoint/7', 204);
		return filters;
	}
	const update = async (value: string) =>
		await outcomeOf('endpoint update', { endpointId: { by: 'name', value }, status: 1 });
	const sim = (number: object, id: number) => ({
		id: 1,
		...number,
		endpoint: { id, name: 'pump' },
	});

	test.each<[string, string, Record<string, Json[]>]>([
		[
			'an MSISDN',
			'+4915112345678',
			{ 'sim msisdn:4915112345678': [sim({ msisdn: '4915112345678' }, 7)] },
		],
		[
			'an IMSI',
			'901288001234567',
			{ 'sim imsi:901288001234567': [sim({ imsi: '901288001234567' }, 7)] },
		],
		[
			'an IP address',
			'10.64.0.2',
			{ 'endpoint ip_address:10.64.0.2': [{ id: 7, ip_address: '10.64.0.2' }] },
		],
	])('%s', async (_, value, found) => {
		fleet(found);
		expect(await update(value)).toMatchObject({ items: [{ id: 7, updated: true }] });
	});

	test('its name comes first', async () => {
		const filters = fleet({ 'endpoint name:10.64.0.2': [{ id: 7, name: '10.64.0.2' }] });
		expect(await update('10.64.0.2')).toMatchObject({ items: [{ id: 7 }] });
		expect(filters).toEqual(['endpoint name:10.64.0.2']);
	});

	test('of two with one address both are named, and nothing is sent', async () => {
		const both = [7, 8].map((id) => ({ id, name: `pump-${id}`, ip_address: '10.64.0.2' }));
		fleet({ 'endpoint ip_address:10.64.0.2': both });
		expect(await update('10.64.0.2')).toMatchObject({
			error: {
				field: 'endpointId',
				outcome: 'notSent',
				message: expect.stringMatching(/2 have .*pump-7.*pump-8/),
			},
		});
	});

	test('an answer that holds a part of the list, and only others, proves nothing', async () => {
		const others = [{ id: 9, ip_address: '10.64.0.20' }];
		nock(BASE_URL)
			.persist()
			.get('/api/v1/endpoint')
			.query(({ q }) => String(q).startsWith('ip_address'))
			.reply(200, others, { 'X-Total-Count': '50' });
		nock(BASE_URL).persist().get('/api/v1/endpoint').query(true).reply(200, []);
		const outcome = await update('10.64.0.2');
		expect(outcome).toMatchObject({ error: expect.anything() });
		expect(String((outcome as { error: Error }).error.message)).not.toContain('none has');
	});
});
