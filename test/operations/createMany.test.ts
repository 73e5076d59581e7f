import nock from 'nock';
import { clientFor, NOW, outcomesOf } from './support';

/* Bulk create says "done" only of what the answer shows, or reading back finds. */

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

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

const U = 'unknown';
test.each<[string, number, unknown, unknown[]]>([
	['201 with all five', 201, five.map(made), [101, 102, 103, 104, 105]],
	['201 with all five, in another order', 201, five.map(made).reverse(), [101, 102, 103, 104, 105]],
	['201 with three of five', 201, [1, 2, 5].map(made), [101, 102, U, U, 105]],
	[
		'207 with errors in their places',
		207,
		[made(1), error, made(3), error, error],
		[101, U, 103, U, U],
	],
	['207 with errors beside', 207, { endpoints: [made(2)], errors: [error] }, [U, 102, U, U, U]],
	['200 with a message and errors', 200, { message: 'failed', errors: [error] }, [U, U, U, U, U]],
	['202: accepted', 202, {}, [U, U, U, U, U]],
	['an empty 201', 201, '', [U, U, U, U, U]],
	['text', 200, 'OK', [U, U, U, U, U]],
])('%s', async (_, status, body, expected) => {
	expect(await createFive(status, body)).toEqual(expected);
});

test.each<[string, number, unknown, number[], unknown[]]>([
	['the rest of a 201', 201, [1, 2].map(made), [1, 2, 3, 4], [101, 102, 103, 104, U]],
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
		{ items: [{ created: true, name: 'a' }] },
		{ items: [{ created: true, name: 'b' }] },
	]);
});
