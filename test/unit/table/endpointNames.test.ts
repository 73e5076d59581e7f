import type { Json } from '../../../src/table/define';
import nock from '../../support/nock';
import { BASE_URL, clientFor, outcomesOf } from './support';

/* Names in a bulk create: twice in the input, or beside an endpoint that has it. */

interface Endpoint extends Json {
	id: number;
	name: string;
	status: { id: number };
}

const asked: string[] = [];
let created: string[] = [];
beforeEach(() => {
	asked.length = 0;
	created = [];
});

const endpoint = (id: number, name: string, status = 0): Endpoint => ({
	id,
	name,
	status: { id: status },
	sim: { id: 40_000 + id },
	service_profile: { id: 1 },
	tariff_profile: { id: 2 },
});

/** A service with endpoints, whose filter by name takes one value or several. */
function service(endpoints: Endpoint[]) {
	nock(BASE_URL)
		.persist()
		.get('/api/v1/endpoint')
		.query(true)
		.reply((uri) => {
			asked.push(decodeURIComponent(uri));
			const query = new URL(uri, BASE_URL).searchParams;
			const names = query.get('q')?.replace('name:', '').split('||');
			const found = endpoints.filter(({ name }) => !names || names.includes(name));
			const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
			const paging = {
				'X-Total-Count': String(found.length),
				'X-Total-Pages': String(Math.ceil(found.length / size)),
			};
			return [200, found.slice((page - 1) * size, page * size), paging];
		});
	nock(BASE_URL)
		.persist()
		.post('/api/v2/endpoint/multi')
		.reply(201, (_, body) => {
			const { endpoints: items } = body as { endpoints: Array<{ name: string }> };
			created.push(...items.map(({ name }) => name));
			return items.map((item, i) => endpoint(900 + i, item.name));
		});
}

const shared = { serviceProfileId: 1, tariffProfileId: 2, status: 0 };
const create = async (names: string[], more: Json = {}, continueOnFail = true) =>
	await outcomesOf(
		clientFor(),
		'endpoint createMany',
		names.map((name) => ({ ...shared, name, ...more })),
		continueOnFail,
	);

const fleet = [endpoint(11, 'pump-1'), endpoint(12, 'pump-2'), endpoint(13, 'old', 2)];

test('a name twice in the input is refused for both items, and the error names them', async () => {
	service([]);
	const outcomes = await create(['pump-1', 'pump-2', 'pump-1']);
	expect(outcomes[0]).toMatchObject({
		error: { field: 'name', outcome: 'notSent', message: expect.stringContaining('items 0, 2') },
	});
	expect(outcomes[2]).toHaveProperty('error');
	expect(created).toEqual(['pump-2']);
});

test('a name twice in the input stops a run that does not go on at failures', async () => {
	service([]);
	await expect(create(['pump-1', 'pump-2', 'pump-1'], {}, false)).rejects.toThrow(
		'must be given once in the input',
	);
	expect(created).toEqual([]);
});

test('blanks around a name are no part of it', async () => {
	service([]);
	const outcomes = await create([' box 5\u00A0', 'box-6', 'box-6 ']);
	expect(outcomes.slice(1).every((outcome) => 'error' in outcome)).toBe(true);
	expect(created).toEqual(['box 5']);
});

test('"Allow Repeated Names" creates them all', async () => {
	service([]);
	await create(['pump-1', 'pump-1'], { allowRepeatedNames: true });
	expect(created).toEqual(['pump-1', 'pump-1']);
});

test('items without a name are not repeated names', async () => {
	service([]);
	const outcomes = await outcomesOf(
		clientFor(),
		'endpoint createMany',
		[1, 2].map((simId) => ({ ...shared, simId })),
	);
	expect(outcomes.every((outcome) => 'items' in outcome)).toBe(true);
});

test.each([undefined, 'create'])('%s creates beside an endpoint of the name', async (choice) => {
	service(fleet);
	await create(['pump-1'], choice === undefined ? {} : { ifNameExists: choice });
	expect(created).toEqual(['pump-1']);
	expect(asked).toEqual([]);
});

test('Skip gives the endpoint that is there, and creates the others', async () => {
	service(fleet);
	const outcomes = await create(['pump-1', 'new', 'old'], { ifNameExists: 'skip' });
	expect(outcomes[0]).toMatchObject({ items: [{ id: 11, name: 'pump-1', skipped: true }] });
	expect(outcomes[1]).toMatchObject({ items: [{ name: 'new' }] });
	// The name of a deleted endpoint is free.
	expect(created).toEqual(['new', 'old']);
});

test('Skip says when the SIM of the endpoint is another one', async () => {
	service(fleet);
	const outcomes = await create(['pump-1'], { ifNameExists: 'skip', simId: 7 });
	expect(outcomes[0]).toMatchObject({
		items: [{ note: expect.stringContaining('its SIM is not that of the item') }],
	});
	expect(created).toEqual([]);
});

test('Skip refuses a name that several endpoints have', async () => {
	service([endpoint(11, 'pump-1'), endpoint(12, 'pump-1')]);
	const [outcome] = await create(['pump-1'], { ifNameExists: 'skip' });
	expect(outcome).toMatchObject({ error: { field: 'name', outcome: 'notSent' } });
});

test('Fail refuses the item and names the endpoint', async () => {
	service(fleet);
	const outcomes = await create(['pump-2', 'new'], { ifNameExists: 'fail' });
	expect(outcomes[0]).toMatchObject({
		error: {
			message: expect.stringContaining(
				'must not exist already: "pump-2" is the name of endpoint 12',
			),
		},
	});
	expect(created).toEqual(['new']);
});

const KEYED = { most: Infinity, atOnce: 1, mostOpen: Infinity };

test('Fail gives the result of an earlier run with the key of an item, which made the endpoint', async () => {
	service(fleet);
	const settled: string[] = [];
	const client = clientFor();
	client.ports.keys = {
		...KEYED,
		claim: async (keys) =>
			keys.map((_, i) => (i === 0 ? { is: 'done', result: [{ id: 11 }] } : { is: 'mine' })),
		confirm: async (keys) => keys.map(() => ({ is: 'mine' })),
		settle: async (verdicts) => void settled.push(...verdicts.map(({ is }) => is)),
		close: async () => {},
	};
	const items = ['pump-1', 'pump-2'].map((name) => ({
		...shared,
		name,
		ifNameExists: 'fail',
		idempotencyKey: name,
	}));
	const outcomes = await outcomesOf(client, 'endpoint createMany', items);
	expect(outcomes[0]).toMatchObject({ items: [{ id: 11, already: true }] });
	expect(outcomes[1]).toMatchObject({ error: { field: 'name' } });
	// A refused item leaves its key free.
	expect(settled).toEqual(['free']);
	expect(created).toEqual([]);
});

describe('a single create', () => {
	/** The service, which lists what was created. */
	function singleService(endpoints: Endpoint[]) {
		service(endpoints);
		nock(BASE_URL)
			.persist()
			.post('/api/v1/endpoint')
			.reply(201, (_, body) => {
				const { name } = body as { name: string };
				created.push(name);
				const made = endpoint(900 + created.length, name);
				endpoints.push(made);
				return { ...made, ip_address: '10.192.0.1', ip_address_space: { id: 1 }, tags: '' };
			});
	}
	const createOne = async (names: string[], ifNameExists?: string) =>
		await outcomesOf(
			clientFor(),
			'endpoint create',
			names.map((name) => ({ ...shared, name, ...(ifNameExists && { ifNameExists }) })),
		);

	test('looks for no name unless it is asked to', async () => {
		singleService([...fleet]);
		await createOne(['pump-1']);
		expect([created, asked]).toEqual([['pump-1'], []]);
	});

	test('skips or refuses a name that exists', async () => {
		singleService([...fleet]);
		expect(await createOne(['pump-1', 'new'], 'skip')).toMatchObject([
			{ items: [{ id: 11, skipped: true }] },
			{ items: [{ name: 'new' }] },
		]);
		const [refused] = await createOne(['pump-2'], 'fail');
		expect(refused).toMatchObject({ error: { field: 'name', outcome: 'notSent' } });
		expect(created).toEqual(['new']);
	});

	test('makes one endpoint of a name that several items have', async () => {
		singleService([...fleet]);
		const outcomes = await createOne(['new', 'new', 'new'], 'skip');
		expect(created).toEqual(['new']);
		expect(
			outcomes.filter((outcome) => 'items' in outcome && outcome.items[0]!.skipped),
		).toHaveLength(2);
	});
});

test.each([
	['a small fleet by one list', 900, 1],
	['a fleet of 5,000 by its list', 5_000, 5],
])('2,000 names are looked up in %s', async (source, size, requests) => {
	service(Array.from({ length: size }, (_, i) => endpoint(i + 1, `pump-${i}`)));
	const names = Array.from({ length: 2000 }, (_, i) => `pump-${i + size - 10}`);
	const outcomes = await create(names, { ifNameExists: 'skip' });
	expect(outcomes.filter((o) => 'items' in o && o.items[0]?.skipped)).toHaveLength(10);
	expect(created).toHaveLength(1990);
	expect(asked).toHaveLength(requests);
});

test('names with signs of the filter language are looked up in the list', async () => {
	service([endpoint(11, 'hall, pump:1')]);
	const outcomes = await create(['hall, pump:1'], { ifNameExists: 'fail' });
	expect(outcomes[0]).toHaveProperty('error');
});
