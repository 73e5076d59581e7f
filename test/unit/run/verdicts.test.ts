import nock from '../../support/nock';
import { clientFor, outcomesOf } from '../table/support';

/* A bulk call that succeeds can still refuse some of its items. */

const BASE = 'http://verdicts.test';

const CHANGES = {
	'endpoint updateMany': { method: 'patch', name: 'renamed' },
	'endpoint deleteMany': { method: 'delete' },
} as const;
type Row = keyof typeof CHANGES;

/** The outcomes of three items when the service gives this answer to a single request. */
async function verdicts(row: Row, status: number, body: unknown, continueOnFail = true) {
	const { method, ...values } = CHANGES[row];
	const scope = nock(BASE)
		[method]('/api/v2/endpoint/multi')
		.reply(status, body as nock.Body);
	const items = [17, 18, 19].map((endpointId) => ({ endpointId, ...values }));
	const outcomes = await outcomesOf(clientFor('user', {}, BASE), row, items, continueOnFail);
	expect(scope.isDone()).toBe(true);
	return outcomes;
}
const wordOf = (outcome: Awaited<ReturnType<typeof verdicts>>[number]) =>
	'items' in outcome ? 'done' : (outcome.error as { outcome: string }).outcome;

const error = { error_code: 1401, error_token: 'InvalidReference', message: 'not found' };
const ALL = ['done', 'done', 'done'];

describe.each(Object.keys(CHANGES) as Row[])('%s', (row) => {
	test.each<[string, number, unknown, string[]]>([
		['an empty 204', 204, undefined, ALL],
		['an empty object', 200, {}, ALL],
		['a list without errors', 200, [{ id: 17 }, { id: 18 }, { id: 19 }], ALL],
		['an empty list of errors', 200, { errors: [] }, ALL],
		[
			'a list with an error by id',
			200,
			[{ id: 17 }, { id: 18, ...error }, { id: '19' }],
			['done', 'refused', 'done'],
		],
		['a list with an error at its position', 207, [{}, error, {}], ['done', 'refused', 'done']],
		[
			'an error by id beside the updated ids',
			200,
			{ updated: [17, 19], errors: [{ id: 18, message: 'no' }] },
			['done', 'refused', 'done'],
		],
		[
			'an error that names its item in the message',
			200,
			{ updated: [{ id: 17 }], errors: [{ message: '[2] id 19: endpoint not found' }] },
			['done', 'unknown', 'refused'],
		],
		[
			'an error without an item',
			200,
			{ message: 'failed', errors: [{ message: 'no such SIM' }] },
			['unknown', 'unknown', 'unknown'],
		],
		['an error alone', 200, error, ['unknown', 'unknown', 'unknown']],
	])('reads the outcome of each item from %s', async (_, status, body, expected) => {
		expect((await verdicts(row, status, body)).map(wordOf)).toEqual(expected);
	});
});

test('a refused item carries the message of the service and a hint', async () => {
	const body = { errors: [{ id: 18, ...error }] };
	const [first, second] = await verdicts('endpoint updateMany', 200, body);
	expect(second).toMatchObject({
		error: {
			message: 'The service refused this item: not found (1401)',
			hint: expect.stringContaining('no endpoint of this ID'),
			status: 200,
		},
	});
	expect(first).toMatchObject({ error: { message: expect.stringContaining('answered 200') } });
});

test('a run that stops on errors names the refused item', async () => {
	const body = [{ id: 17 }, { id: 18, ...error }, { id: 19 }];
	const run = verdicts('endpoint updateMany', 200, body, false);
	await expect(run).rejects.toMatchObject({ index: 1, summary: 'of 3 items 2 done, 1 refused' });
});
