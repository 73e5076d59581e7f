import nock from '../../support/nock';
import { clientFor, NOW, outcomesOf } from './support';

/* Bulk create says "done" only of what the answer shows, or reading back finds. */

/** A service of its own for each test: ids that were given once are not taken for new ones. */
let url = '';
let services = 0;
const client = () => clientFor('user', {}, url);
beforeEach(() => void (url = `http://service-${++services}.test`));

const shared = { serviceProfileId: 101, tariffProfileId: 201, status: 0 };
const five = [1, 2, 3, 4, 5];
const made = (n: number) => ({ id: 100 + n, name: `n-${n}` });
const error = { error_code: 1400, error_token: 'InputValidationFailed', message: 'no such SIM' };

/** Creates n-1 to n-5 at a service that answers so; `listed` is what it then has of them. */
async function createFive(status: number, body: unknown, listed: number[] = [], more: object = {}) {
	const sent: unknown[] = [];
	nock(url)
		.persist()
		.post('/api/v2/endpoint/multi')
		.reply(status, (_, request) => (sent.push(request), body) as nock.Body);
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
	['201 with all five', 201, five.map(made), [101, 102, 103, 104, 105]],
	['201 with all five, in another order', 201, five.map(made).reverse(), [101, 102, 103, 104, 105]],
	['201 with three of five', 201, [1, 2, 5].map(made), [101, 102, UNKNOWN, UNKNOWN, 105]],
	[
		'207 with errors in their places',
		207,
		[made(1), error, made(3), error, error],
		[101, UNKNOWN, 103, UNKNOWN, UNKNOWN],
	],
	[
		'207 with errors beside',
		207,
		{ endpoints: [made(2)], errors: [error] },
		[UNKNOWN, 102, UNKNOWN, UNKNOWN, UNKNOWN],
	],
	[
		'200 with a message and errors',
		200,
		{ message: 'failed', errors: [error] },
		[UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN],
	],
	['202: accepted', 202, {}, [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
	['an empty 201', 201, '', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
	['text', 200, 'OK', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
])('%s', async (_, status, body, expected) => {
	expect(await createFive(status, body)).toEqual(expected);
});

test.each<[string, number, unknown, number[], unknown[]]>([
	['the rest of a 201', 201, [1, 2].map(made), [1, 2, 3, 4], [101, 102, 103, 104, UNKNOWN]],
	['a 202', 202, {}, five, [101, 102, 103, 104, 105]],
	['an empty 201', 201, '', five, [101, 102, 103, 104, 105]],
])('%s is read back, and nothing is created twice', async (_, status, body, listed, expected) => {
	expect(await createFive(status, body, listed)).toEqual(expected);
});

test('the error of an item says what the service said, and where to look', async () => {
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

test('an endpoint that could be any item’s is given to none; the others are read back', async () => {
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

test('as many as were asked for, without saying which is whose, are all done', async () => {
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

describe('an answer of ids alone is filled in, as Get gives endpoints', () => {
	const whole = (id: number, name: string) => ({
		...{ id, name, status: { id: 0 }, created: new Date(NOW).toISOString() },
		...{ service_profile: { id: 101 }, tariff_profile: { id: 201 } },
	});
	/** Answers ids, in the order of the items or backwards; gives what else was asked. */
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

	test('2,000 in two more requests, and none for a single endpoint', async () => {
		const { reads, items } = service(2000);
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		expect(namesOf(outcomes)).toEqual(items.map(({ name }) => name));
		expect(outcomes[1999]).toMatchObject({ items: [whole(3000, 'n-2000')] });
		expect(reads.length).toBeLessThanOrEqual(3);
	});

	test('in lists of ids where the newest do not come first', async () => {
		const { reads, items } = service(100, { sorts: false });
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		expect(namesOf(outcomes)).toEqual(items.map(({ name }) => name));
		expect(reads.length).toBeLessThanOrEqual(4);
	});

	test('and ids that came in another order than the items are given to their own', async () => {
		const { items } = service(3, { backwards: true });
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		expect(outcomes.map((o) => 'items' in o && o.items[0]?.id)).toEqual([1001, 1002, 1003]);
		expect(namesOf(outcomes)).toEqual(['n-1', 'n-2', 'n-3']);
	});

	test('what cannot be read is created all the same', async () => {
		const { items } = service(2, { status: 500 });
		const outcomes = await outcomesOf(client(), 'endpoint createMany', items);
		const note = expect.stringMatching(/^It was created, but could not be read: .*500/);
		expect(outcomes).toEqual([{ items: [{ id: 1001, note }] }, { items: [{ id: 1002, note }] }]);
	});
});
