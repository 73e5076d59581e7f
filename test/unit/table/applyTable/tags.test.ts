import { knownOf } from '../../../../src/errors';
import { TAGS } from '../../../../simulator';
import { by, type Cells, given, outcomes, Stage } from './stage';

/* Rows that are found by a tag: each is about all endpoints that have it. */

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open({ endpoints: 6 });
});
beforeEach(async () => {
	await stage.reset();
	tag(1, TAGS.lab);
	tag(2, TAGS.lab, TAGS.field);
	tag(3, TAGS.field);
	stage.sim.store.touch();
});
afterAll(async () => await stage.sim.close());

const device = (n: number) => stage.sim.store.endpoints.get(10000 + n)!;
const tag = (n: number, ...tagIds: number[]) => Object.assign(device(n), { tagIds, tagged: true });
const row = (name: string, cells: Cells): Cells => ({
	endpointId: { by: 'tag', value: name },
	...cells,
});
const messageOf = (result: unknown) => knownOf((result as { error: Error }).error).message;
const WORLD = { tariffProfileId: by('name', 'World') };
const EUROPE = { tariffProfileId: by('name', 'Europe') };
const tariffs = () => [1, 2, 3, 4].map((n) => device(n).tariffProfileId);

test('a row sets all endpoints of its tag, an item each, and a second run writes nothing', async () => {
	const results = await stage.apply([row('lab', WORLD)]);
	expect(given(results[0]!).map((item) => [item.endpoint_id, item.tag, item.outcome])).toEqual([
		[10001, 'lab', 'changed'],
		[10002, 'lab', 'changed'],
	]);
	expect(tariffs()).toEqual([202, 202, 201, 201]);
	expect(stage.writes).toHaveLength(1);
	stage.forget();
	expect(outcomes(await stage.apply([row('lab', WORLD)]))).toEqual(['unchanged']);
	expect(stage.writes).toEqual([]);
});

test('a dry run shows every endpoint and sends only reads', async () => {
	const results = await stage.apply([row('lab', WORLD)], { dryRun: true });
	expect(given(results[0]!)).toMatchObject([
		{ endpoint_id: 10001, diff: [{ field: 'tariff_profile', after: 'World' }], dry_run: true },
		{ endpoint_id: 10002 },
	]);
	expect(stage.writes).toEqual([]);
});

test('an endpoint with two tags gets values that are equal', async () => {
	const results = await stage.apply([row('lab', WORLD), row('field', WORLD)]);
	expect(given(results[1]!)).toMatchObject([
		{ endpoint_id: 10002, outcome: 'repeated', repeats_item: 0 },
		{ endpoint_id: 10003, outcome: 'changed' },
	]);
	expect(tariffs()).toEqual([202, 202, 202, 201]);
});

test('where two rows want different values of one endpoint, both are refused by name as a whole', async () => {
	const results = await stage.apply([row('lab', WORLD), row('field', EUROPE), row('spare', WORLD)]);
	for (const result of results.slice(0, 2)) {
		expect(messageOf(result)).toMatch(
			/^Endpoint must not be in rows that differ: "10002" is in rows 2 and 3, which differ in Tariff Profile$/,
		);
	}
	expect(given(results[2]!)).toMatchObject([{ tag: 'spare', outcome: 'unchanged', endpoints: 0 }]);
	expect(stage.writes).toEqual([]);
});

test('a row of a tag and one of an endpoint that has it are compared in the same way', async () => {
	const own = { endpointId: by('name', device(2).name), ...EUROPE };
	const results = await stage.apply([row('lab', WORLD), own, { endpointId: 10003, ...WORLD }]);
	for (const result of results.slice(0, 2)) {
		expect(messageOf(result)).toMatch(/in rows that differ: endpoint 10002 is in rows 2 and 3/);
	}
	expect(outcomes(results)[2]).toBe('changed');
	expect(tariffs()).toEqual([201, 201, 202, 201]);
});

test.each<[string, Cells, RegExp]>([
	['a name', { name: 'pump' }, /^Name must not be set by the row of a tag/],
	['an IMEI', { imei: '3577620830129501' }, /^IMEI must not be set by the row of a tag/],
	['a SIM', { simId: by('iccid', '8988303000000000017') }, /must not be set by the row of a tag/],
	['no SIM', { clear: ['simId'] }, /must not be set by the row of a tag/],
	['other tags', { tagAssignments: [by('name', 'spare')] }, /must not take off the tag "lab"/],
	['no tags', { clear: ['tagAssignments'] }, /must not take off the tag "lab"/],
])('%s cannot be set by the row of a tag', async (_, cells, message) => {
	expect(messageOf((await stage.apply([row('lab', cells)]))[0])).toMatch(message);
	expect(stage.writes).toEqual([]);
});

test('more tags can be set by the row of a tag', async () => {
	const tagAssignments = [by('name', 'lab'), by('name', 'spare')];
	await stage.apply([row('lab', { tagAssignments })]);
	expect([1, 2].map((n) => device(n).tagIds)).toEqual([
		[TAGS.lab, TAGS.spare],
		[TAGS.lab, TAGS.spare],
	]);
	await stage.apply([row('field', { tagAssignments: [by('name', 'spare')] })], {
		tagChange: 'add',
	});
	expect(device(3).tagIds).toEqual([TAGS.field, TAGS.spare]);
});

test('a tag that there is not is refused, and costs no other row', async () => {
	const results = await stage.apply([row('lap', WORLD), row('field', WORLD)]);
	expect(messageOf(results[0])).toMatch(/^Endpoint must be exactly one tag; none is called "lap"/);
	expect(outcomes(results)[1]).toBe('changed');
});

describe('what is not in the table', () => {
	const options = { notInTable: 'disable', mostChanges: '100%' };
	const enabled = () => [1, 2, 3, 4, 5, 6].map((n) => device(n).statusId === 0);

	test('is no endpoint that a tag row is about', async () => {
		await stage.apply([row('lab', WORLD), { endpointId: 10005 }], { ...options, mostChanges: '9' });
		expect(enabled()).toEqual([true, true, false, false, true, false]);
	});

	test('is no endpoint that gets the tag while the table is read', async () => {
		stage.after = (number) => {
			// After the endpoints of the tag were read, before the whole fleet is.
			if (number !== 2) return;
			tag(6, TAGS.lab);
			stage.sim.store.touch();
		};
		await stage.apply([row('lab', WORLD)], { ...options, mostChanges: '9' });
		expect(enabled()).toEqual([true, true, false, false, false, true]);
	});

	test('is left alone where the row of a tag was refused', async () => {
		const results = await stage.apply([row('lap', WORLD), { endpointId: 10005 }], {
			...options,
			mostChanges: '9',
		});
		expect(outcomes(results)[1]).toBe('unchanged');
		expect(enabled()).toEqual([true, true, true, true, true, true]);
	});
});

test('Maximum Changes counts the endpoints of a tag', async () => {
	const [result] = await stage.apply([row('lab', WORLD)], { mostChanges: '1' });
	expect(messageOf(result)).toMatch(/allows 1, and the table would change 2: nothing was changed/);
	expect(stage.writes).toEqual([]);
});

test('an endpoint that fails by itself is named, and the run says what became of the others', async () => {
	stage.before = (_, { method }) => {
		if (method !== 'PATCH' || device(2).statusId === 2) return;
		device(2).statusId = 2;
		stage.sim.store.touch();
	};
	const [result] = await stage.apply([row('lab', WORLD)]);
	expect(messageOf(result)).toMatch(
		/^Of 2 endpoints with the tag "lab", 1 were applied and 1 were not: endpoint 10002 \(device-000002\): /,
	);
	expect(tariffs()[0]).toBe(202);
});
