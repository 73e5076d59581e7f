import nock from '../../support/nock';
import { clientFor, NOW, outcomesOf } from './support';

/* A bulk create reports an endpoint as created only if the answer or the read back shows it. */

/** Each test has its own service, since an ID that was used before is not taken for a new one. */
let url = '';
let services = 0;
const client = () => clientFor('user', {}, url);
beforeEach(() => void (url = `http://service-${++services}.test`));

const shared = { serviceProfileId: 101, tariffProfileId: 201, status: 0 };
const five = [1, 2, 3, 4, 5];
const made = (n: number) => ({ id: 100 + n, name: `n-${n}` });
const error = { error_code: 1400, error_token: 'InputValidationFailed', message: 'no such SIM' };

/** Creates n-1 to n-5 with the given answer; the service then lists the endpoints in `listed`. */
async function createFive(status: number, body: unknown, listed: number[] = [], more: object = {}) {
	const sent: unknown[] = [];
	nock(url)
		.persist()
		.post('/api/v2/endpoint/multi')
		.reply(status, (_, request) => {
			sent.push(request);
			return body as nock.Body;
		});
	const created = new Date(NOW).toISOString();
	nock(url)
		.persist()
		.get('/api/v1/endpoint')
		.query({ sort: '-id', page: '1', per_page: '1000' })
		.reply(200, listed.map((n) => ({ ...made(n), created })).reverse());
	const items = five.map((n) => ({ ...shared, name: `n-${n}`, ...more }));
	const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
	expect(sent).toHaveLength(1);
	return outcomes.map((o) =>
		'items' in o ? o.items[0]?.id : (o.error as { outcome: string }).outcome,
	);
}

const UNKNOWN = 'unknown';
test.each<[string, number, unknown, unknown[]]>([
	['a 201 with all five', 201, five.map(made), [101, 102, 103, 104, 105]],
	[
		'a 201 with all five, in another order',
		201,
		five.map(made).reverse(),
		[101, 102, 103, 104, 105],
	],
	['a 201 with three of five', 201, [1, 2, 5].map(made), [101, 102, UNKNOWN, UNKNOWN, 105]],
	[
		'a 207 with errors in their places',
		207,
		[made(1), error, made(3), error, error],
		[101, UNKNOWN, 103, UNKNOWN, UNKNOWN],
	],
	[
		'a 207 with a separate list of errors',
		207,
		{ endpoints: [made(2)], errors: [error] },
		[UNKNOWN, 102, UNKNOWN, UNKNOWN, UNKNOWN],
	],
	[
		'a 200 with a message and errors',
		200,
		{ message: 'failed', errors: [error] },
		[UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN],
	],
	['a 202', 202, {}, [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
	['an empty 201', 201, '', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
	['a 200 with text', 200, 'OK', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
])('%s: each item has its own outcome', async (_, status, body, expected) => {
	expect(await createFive(status, body)).toEqual(expected);
});

test.each<[string, number, unknown, number[], unknown[]]>([
	['an incomplete 201', 201, [1, 2].map(made), [1, 2, 3, 4], [101, 102, 103, 104, UNKNOWN]],
	['a 202', 202, {}, five, [101, 102, 103, 104, 105]],
	['an empty 201', 201, '', five, [101, 102, 103, 104, 105]],
])('%s is read back, and nothing is created twice', async (_, status, body, listed, expected) => {
	expect(await createFive(status, body, listed)).toEqual(expected);
});

test('the error of an item quotes the service, and its hint says to check', async () => {
	nock(url)
		.post('/api/v2/endpoint/multi')
		.reply(200, { message: 'Some of them failed', errors: [error] });
	nock(url).get('/api/v1/endpoint').query(true).reply(500);
	const [outcome] = await outcomesOf(client(), 'endpoint createMany', [{ ...shared, name: 'a' }]);
	expect((outcome as { error: Error }).error).toMatchObject({
		message: expect.stringMatching(/answered 200 without showing it as done: Some of them failed/),
		hint: expect.stringContaining('Check'),
	});
});

test('an endpoint of the answer that fits several items is matched by reading back', async () => {
	nock(url)
		.post('/api/v2/endpoint/multi')
		.reply(201, [{ id: 9 }, { id: 8, name: 'c' }]);
	const created = new Date(NOW).toISOString();
	nock(url)
		.get('/api/v1/endpoint')
		.query(true)
		.reply(200, [
			{ id: 9, created, sim: { id: 2 } },
			{ id: 8, created, name: 'c', sim: { id: 3 } },
		]);
	const items = [{ simId: 1 }, { simId: 2 }, { simId: 3, name: 'c' }];
	const outcomes = await outcomesOf(
		client(),
		'endpoint createMany',
		items.map((item) => ({ ...shared, ...item })),
	);
	expect(outcomes).toMatchObject([
		{ error: { outcome: 'unknown' } },
		{ items: [{ id: 9 }] },
		{ items: [{ id: 8 }] },
	]);
});

test('a complete answer that matches no item by name counts all items as created', async () => {
	nock(url)
		.post('/api/v2/endpoint/multi')
		.reply(201, [
			{ id: 9, name: 'x' },
			{ id: 8, name: 'y' },
		]);
	const items = ['a', 'b'].map((name) => ({ ...shared, name }));
	const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
	expect(outcomes).toEqual([
		{ items: [{ name: 'a', note: expect.stringContaining('does not say under which ID') }] },
		{ items: [{ name: 'b', note: expect.stringContaining('does not say under which ID') }] },
	]);
});

describe('endpoints of an answer that has only IDs are read', () => {
	const whole = (id: number, name: string) => ({
		id,
		name,
		status: { id: 0 },
		created: new Date(NOW).toISOString(),
		service_profile: { id: 101 },
		tariff_profile: { id: 201 },
	});
	/** Answers with IDs, in the order of the items or reversed; gives the reads that follow. */
	function service(count: number, { backwards = false, sorts = true, status = 200 } = {}) {
		const reads: string[] = [];
		const names = Array.from({ length: count }, (_, i) => `n-${i + 1}`);
		const all = names.map((name, i) => whole(1001 + i, name));
		const ids = all.map(({ id }) => ({ id }));
		nock(url)
			.post('/api/v2/endpoint/multi')
			.reply(201, backwards ? ids.reverse() : ids);
		nock(url)
			.persist()
			.get(/endpoint/)
			.query(true)
			.reply((uri) => {
				reads.push(uri);
				const query = new URL(uri, url).searchParams;
				const wanted = query.get('q')?.replace('id:', '').split('||');
				const newest = sorts && query.get('sort') === '-id' ? all.toReversed() : all;
				const others = Array.from({ length: sorts ? 0 : 5000 }, (_, i) => whole(i + 1, 'x'));
				const found = wanted
					? all.filter(({ id }) => wanted.includes(String(id)))
					: [...others, ...newest];
				const from = 1000 * (Number(query.get('page')) - 1);
				return [status, status === 200 ? found.slice(from, from + 1000) : {}];
			});
		return { reads, items: names.map((name) => ({ ...shared, name })) };
	}
	const namesOf = (outcomes: Awaited<ReturnType<typeof outcomesOf>>) =>
		outcomes.map((o) => 'items' in o && o.items[0]?.name);

	test('with at most three requests for 2,000 endpoints', async () => {
		const { reads, items } = service(2000);
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		expect(namesOf(outcomes)).toEqual(items.map(({ name }) => name));
		expect(outcomes[1999]).toMatchObject({ items: [whole(3000, 'n-2000')] });
		expect(reads.length).toBeLessThanOrEqual(3);
	});

	test('by ID when the list does not start with the newest', async () => {
		const { reads, items } = service(100, { sorts: false });
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		expect(namesOf(outcomes)).toEqual(items.map(({ name }) => name));
		expect(reads.length).toBeLessThanOrEqual(4);
	});

	test('and matched to their items when their order differs', async () => {
		const { items } = service(3, { backwards: true });
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		expect(outcomes.map((o) => 'items' in o && o.items[0]?.id)).toEqual([1001, 1002, 1003]);
		expect(namesOf(outcomes)).toEqual(['n-1', 'n-2', 'n-3']);
	});

	test('and reported as created, with a note, when reading fails', async () => {
		const { items } = service(2, { status: 500 });
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		const note = expect.stringMatching(/^It was created, but could not be read: .*500/);
		expect(outcomes).toEqual(
			[1001, 1002].map((id) => ({ items: [{ id, endpoint_id: id, note }] })),
		);
	});
});

test('isolation goes on after many refused calls, as long as some calls succeed', async () => {
	const numbers = Array.from({ length: 64 }, (_, i) => i);
	const isBad = (n: number) => n % 2 === 1;
	const created: number[] = [];
	nock(url)
		.persist()
		.post('/api/v2/endpoint/multi')
		.reply((_, body) => {
			const own = (body as { endpoints: Array<{ name: string }> }).endpoints.map(({ name }) =>
				Number(name.slice(2)),
			);
			// A refusal that names no item.
			if (own.some(isBad)) return [422, ''];
			created.push(...own);
			return [201, own.map((n) => ({ ...made(n), created: new Date(NOW).toISOString() }))];
		});
	const items = numbers.map((n) => ({ ...shared, name: `n-${n}`, isolateBadItems: true }));
	const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
	expect(numbers.filter((n) => 'error' in outcomes[n]!)).toEqual(numbers.filter(isBad));
	expect(created).toEqual(numbers.filter((n) => !isBad(n)));
});
