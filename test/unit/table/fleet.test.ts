import nock from '../../support/nock';
import { operations } from '../../../src/operations';
import { goodValues as good } from '../../operations';
import {
	answers,
	answersAlways,
	BASE_URL,
	clientFor,
	errorOf,
	neverAnswers,
	outcomeOf,
	outcomesOf,
	unexpected,
} from './support';

/* Operations with several requests: confirmations, lost answers, conflicts. */

const sent = unexpected();

const run = async (row: string, ...items: Array<Record<string, unknown>>) =>
	await outcomesOf(clientFor(), row, items);

describe('deleting SIMs', () => {
	const ICCID = '8988303000000000007';

	test('a wrong ICCID deletes nothing, and the error does not name the right one', async () => {
		answers('GET /api/v1/sim/7', 200, { id: 7, iccid: ICCID });
		const outcome = await outcomeOf('sim delete', {
			simId: 7,
			confirmIccid: '8988303000000000008',
		});
		expect(errorOf(outcome)).toMatchObject({ field: 'confirmIccid', outcome: 'notSent' });
		expect(errorOf(outcome).message).not.toContain(ICCID);
		expect(sent).toEqual([]);
	});

	test('a SIM with an endpoint is not deleted', async () => {
		answers('GET /api/v1/sim/7', 200, { id: 7, iccid: ICCID, endpoint: { id: 17 } });
		const outcome = await outcomeOf('sim delete', { simId: 7, confirmIccid: ICCID });
		expect(errorOf(outcome).message).toContain('endpoint 17');
		expect(sent).toEqual([]);
	});

	test('a wrong count deletes nothing, and the error does not name the right one', async () => {
		const items = [7, 8, 9].map((simId) => ({ simId, confirmCount: 2 }));
		for (const outcome of await run('sim deleteMany', ...items)) {
			expect(errorOf(outcome)).toMatchObject({ field: 'confirmCount', outcome: 'notSent' });
			expect(errorOf(outcome).message).not.toMatch(/\d/);
		}
		expect(sent).toEqual([]);
	});

	/** A service with SIMs 7 and 8; deleted SIMs leave the list, or stay in it with their status. */
	function simService(stay: boolean, takesLists = true) {
		const status = new Map([7, 8].map((id) => [id, 1]));
		const shown = (id: number) => ({ id, status: { id: status.get(id) } });
		const isShown = (id: number) => status.has(id) && (stay || status.get(id) !== 3);
		nock(BASE_URL)
			.persist()
			.get('/api/v1/sim')
			.query(true)
			.reply(200, (uri) => {
				const q = new URL(uri, BASE_URL).searchParams.get('q');
				const wanted = q?.replace('id:', '').split(takesLists ? '||' : '\n');
				return [...status.keys()]
					.filter((id) => isShown(id) && wanted?.includes(String(id)))
					.map(shown);
			});
		nock(BASE_URL)
			.persist()
			.get(/\/sim\/\d+$/)
			.reply((uri) => {
				const id = Number(uri.split('/').at(-1));
				return isShown(id) ? [200, shown(id)] : [404, {}];
			});
		return status;
	}
	const deletesOf = (...ids: number[]) => ids.map((simId) => ({ simId, confirmCount: ids.length }));

	test.each([
		['a filter takes several IDs', true],
		['a filter with several IDs finds nothing', false],
	])('an unknown SIM fails alone and is not reported as deleted: %s', async (_, lists) => {
		simService(true, lists);
		const bodies = answers('DELETE /api/v1/sim/multi', 204);
		const [seven, eight, nine] = await run('sim deleteMany', ...deletesOf(7, 8, 9));
		expect([seven, eight]).toEqual(
			[7, 8].map((id) => ({ items: [{ id, sim_id: id, deleted: true }] })),
		);
		expect(errorOf(nine)).toMatchObject({
			message: 'SIM must be a SIM of this organisation, which has none of ID 9',
			outcome: 'notSent',
		});
		expect(bodies).toEqual([[{ id: 7 }, { id: 8 }]]);
	});

	test.each([
		['deleted SIMs stay in the list', true],
		['deleted SIMs leave the list', false],
	])('after a refused call, each SIM is read back: %s', async (_, stay) => {
		const status = simService(stay);
		nock(BASE_URL)
			.delete('/api/v1/sim/multi')
			.reply(404, () => {
				status.set(7, 3);
				return {};
			});
		const [seven, eight] = await run('sim deleteMany', ...deletesOf(7, 8));
		expect(seven).toMatchObject({ items: [{ id: 7, deleted: true }] });
		expect(errorOf(eight)).toMatchObject({ status: 404, outcome: 'refused' });
	});

	test('the outcome is unknown when nothing can be read after a refusal', async () => {
		nock(BASE_URL)
			.get('/api/v1/sim')
			.query(true)
			.reply(
				200,
				[7, 8].map((id) => ({ id, status: { id: 1 } })),
				{ 'X-Total-Count': '2' },
			);
		answers('DELETE /api/v1/sim/multi', 404, {});
		answersAlways('GET /api/v1/sim', 500);
		for (const outcome of await run('sim deleteMany', ...deletesOf(7, 8))) {
			expect(errorOf(outcome)).toMatchObject({ outcome: 'unknown' });
		}
	});
});

describe('topping up a data quota', () => {
	const path = '/api/v1/endpoint/17/quota/data';
	const quota = (volume: number, more: object = {}) => ({
		volume,
		expiry_date: '2026-12-31T00:00:00Z',
		status: { id: 1 },
		action_on_exhaustion: { id: 1 },
		last_volume_added: 10,
		...more,
	});

	test.each([
		['the top-up is found', quota(14, { last_volume_added: 15 }), true],
		['the top-up is not visible yet', quota(4), 'unknown'],
		['the volume shows another change', quota(40, { last_volume_added: 40 }), 'unknown'],
	])('a lost answer is read back: %s', async (_, now, expected) => {
		answers(`GET ${path}`, 200, quota(5));
		const posts = neverAnswers(`POST ${path}`);
		answersAlways(`GET ${path}`, 200, now);
		const outcome = await outcomeOf('dataQuota topUp', { endpointId: 17, add: 10 });
		expect(posts).toHaveLength(1);
		if (expected === true) expect(outcome).toMatchObject({ items: [{ volume: 15 }] });
		else expect(errorOf(outcome)).toMatchObject({ outcome: expected });
	});

	test('an endpoint without a data quota is refused with that reason', async () => {
		answers(`GET ${path}`, 404, {});
		const outcome = await outcomeOf('dataQuota topUp', { endpointId: 17, add: 10 });
		expect(errorOf(outcome).message).toContain('has no data quota');
	});

	test('an expired quota requires a new expiry date', async () => {
		answers(`GET ${path}`, 200, quota(5, { status: { id: '3' } }));
		const outcome = await outcomeOf('dataQuota topUp', { endpointId: 17, add: 10 });
		expect(errorOf(outcome)).toMatchObject({ field: 'expiryDate', outcome: 'notSent' });
	});
});

describe('tags', () => {
	const tags = (...names: string[]) =>
		nock(BASE_URL)
			.get('/api/v2/tags')
			.query(true)
			.reply(200, { last_page: 1, data: names.map((name, i) => ({ id: i + 1, name })) });

	test('an unknown tag name is refused and named in the error', async () => {
		tags('north');
		const values = { endpointId: 17, tagsBy: 'names', tagNames: ['north', 'south'] };
		const outcome = await outcomeOf('endpoint addTags', values);
		expect(errorOf(outcome).message).toContain('there is no "south"');
		expect(sent).toEqual([]);
	});

	test('an item with an unknown tag name does not fail the other items', async () => {
		tags('north');
		const bodies = answers('POST /api/v2/bulk-operations/endpoint/add-tags', 200, {});
		const common = { tagsBy: 'names', readFirst: false };
		const outcomes = await run(
			'endpoint addTags',
			{ ...common, endpointId: 17, tagNames: 'south' },
			{ ...common, endpointId: 18, tagNames: 'north' },
		);
		expect(errorOf(outcomes[0])).toMatchObject({ field: 'tagNames', outcome: 'notSent' });
		expect(outcomes[1]).toMatchObject({ items: [{ endpoint_id: 18, changed: 1 }] });
		expect(bodies).toEqual([{ items: [{ endpoint: { id: 18 }, tags: [{ id: 1 }] }] }]);
	});

	test('a name that is only the beginning of a tag name does not match it', async () => {
		tags('north pole');
		const values = { endpointId: 17, tagsBy: 'names', tagNames: 'north' };
		const outcome = await outcomeOf('endpoint addTags', values);
		expect(errorOf(outcome)).toMatchObject({ field: 'tagNames' });
	});

	test('items of the same endpoint are sent together, in calls of the requested size', async () => {
		const bodies = answersAlways('POST /api/v2/bulk-operations/endpoint/add-tags', 200, {});
		const common = { tagsBy: 'ids', readFirst: false, perCall: 2 };
		const items = [17, 17, 18].map((endpointId, i) => ({ ...common, endpointId, tagIds: [i + 1] }));
		const outcomes = await run('endpoint addTags', ...items);
		expect(outcomes.every((o) => 'items' in o)).toBe(true);
		expect(bodies).toEqual([
			{ items: [{ endpoint: { id: 17 }, tags: [{ id: 1 }, { id: 2 }] }] },
			{ items: [{ endpoint: { id: 18 }, tags: [{ id: 3 }] }] },
		]);
	});

	test('after a conflict each endpoint has its own outcome', async () => {
		answers('POST /api/v2/bulk-operations/endpoint/add-tags', 409, {});
		answers('GET /api/v1/endpoint', 200, []);
		answers('POST /api/v2/endpoint/17/tags', 409, {});
		answers('POST /api/v2/endpoint/18/tags', 422, {});
		const common = { tagsBy: 'ids', tagIds: [1], readFirst: false };
		const outcomes = await run(
			'endpoint addTags',
			{ ...common, endpointId: 17 },
			{ ...common, endpointId: 18 },
		);
		expect(outcomes.map((o) => 'items' in o)).toEqual([true, false]);
	});
});

describe('a data stream', () => {
	const headers = (value: unknown) => ({ ...good('dataStream create'), headers: value });

	test.each([['Authorization: Bearer x'], ['no colon'], [{ a: 1 }], ['a:b\r\nc:d\u0000']])(
		'does not show the values of refused headers %j',
		async (value) => {
			const outcome = await outcomeOf('dataStream create', headers(value));
			if (!('error' in outcome!)) return;
			expect(errorOf(outcome).message).not.toContain('Bearer');
		},
	);

	test('is read back when its creation gets no answer, and is not created twice', async () => {
		const path = '/api/v2/data_stream';
		answers(`GET ${path}`, 200, []);
		const posts = neverAnswers(`POST ${path}`);
		answers(`GET ${path}`, 200, [{ id: 'new', name: 'north' }]);
		answers(`GET ${path}/new`, 200, { id: 'new', name: 'north' });
		const outcome = await outcomeOf('dataStream create', good('dataStream create'));
		expect(outcome).toMatchObject({ items: [{ id: 'new', created: true }] });
		expect(posts).toHaveLength(1);
	});

	test('accepts only https URLs', async () => {
		const values = { ...good('dataStream create'), url: 'http://example.com' };
		const outcome = await outcomeOf('dataStream create', values);
		expect(errorOf(outcome)).toMatchObject({ field: 'url', outcome: 'notSent' });
	});
});

test('every eSIM operation has a preview notice', () => {
	const own = operations.filter(({ resource }) => /euicc|simOperation/.test(resource));
	expect(own).toHaveLength(10);
	for (const { notice } of own) expect(notice).toContain('Preview');
});

test('a text ID that has only digits keeps its leading zeros', async () => {
	const id = '00123456';
	nock(BASE_URL)
		.get(`/api/v2/data_stream/${id}`)
		.times(2)
		.reply(200, { id, name: 'usage', status: { id: 1, description: 'Running' } });
	for (const simplify of [true, false]) {
		const outcome = await outcomeOf('dataStream get', { dataStreamId: id, simplify });
		expect((outcome as { items: object[] }).items[0]).toMatchObject({ id });
	}
});

test.each([[{}], [{ message: 'later' }]])(
	'euicc validateUnlinked fails on the answer %j, which has no list',
	async (answer) => {
		answers('POST /api/v1/euicc/unlinked_validation', 200, answer);
		const eids = '89033023000000000000000000001724';
		const outcome = await outcomeOf('euicc validateUnlinked', { eids });
		expect(errorOf(outcome).message).toContain('without a list');
	},
);

test('tag colors are read once for the tags of many endpoints', async () => {
	answers('GET /api/v2/tag-colors', 200, [{ id: 2, description: 'Green' }]);
	const ids = [17, 18, 19];
	for (const id of ids)
		answers(`GET /api/v2/endpoint/${id}/tags`, 200, [
			{ id: 401, name: 'lab', tag_color: { id: 2 } },
		]);
	const of = { returnAll: true, simplify: true };
	const outcomes = await run('endpoint getTags', ...ids.map((id) => ({ ...of, endpointId: id })));
	for (const outcome of outcomes)
		expect((outcome as { items: object[] }).items).toMatchObject([{ color: 'Green' }]);
	expect(sent).toEqual([]);
});
