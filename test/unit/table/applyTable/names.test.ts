import { by, given, outcomes, Stage } from './stage';

/* Names in a table that look like those of things that exist. */

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open({ endpoints: 4 });
});
beforeEach(async () => await stage.reset());
afterAll(async () => await stage.sim.close());

const NFC = 'Café';
const NFD = NFC.normalize('NFD');
const NEW = { serviceProfileId: 101, tariffProfileId: 201 };
const named = (n: number) => `device-${String(n).padStart(6, '0')}`;
const device = (n: number) => stage.endpoint(named(n))!;
const rename = (n: number, name: string) => {
	const endpoint = device(n);
	endpoint.name = name;
	stage.sim.store.touch();
	return endpoint;
};
const messageOf = (result: unknown) => (result as { error: Error }).error.message;
const tagNames = () => [...stage.sim.store.tags.values()].map(({ name }) => name);

const LOOKS: Array<[string, string, string]> = [
	['an accent apart', NFC, NFD],
	['an accent in one piece', NFD, NFC],
	['a character that is not seen', 'pump-new', 'pump\u200b-new'],
	['a character that is not seen at the service', 'pump\u200b-new', 'pump-new'],
	['another blank', 'Hall 7', 'Hall\u00a07'],
	['several blanks', 'Hall 7', 'Hall  7'],
];

test.each(LOOKS)('%s: the endpoint is found, and nothing is created', async (_, own, cell) => {
	const endpoint = rename(1, own);
	const row = { endpointId: by('name', cell), ...NEW, status: 'Disabled' };
	const [found] = await stage.apply([row], { dryRun: true });
	const [same] = await stage.apply([row], { createMissing: true, dryRun: true });
	expect(given(same!)[0]).toMatchObject({ endpoint_id: endpoint.id, outcome: 'changed' });
	expect(stage.writes).toEqual([]);
	// A filter finds only spellings, so that one of the service's own may be unknown to it.
	if (!/\u200b/.test(own)) expect(given(found!)[0]).toMatchObject({ endpoint_id: endpoint.id });
});

test.each([
	['pump-space ', 'pump-space'],
	['pump-space', 'pump-space\u200b'],
	['pump-space', '\ufeffpump-space\u00a0'],
])('what stands around a name does not count: %j is %j', async (own, cell) => {
	const { id } = rename(1, own);
	const row = { endpointId: by('name', cell), ...NEW };
	const results = await stage.apply([row], { createMissing: true });
	expect(given(results[0]!)[0]).toMatchObject({ endpoint_id: id });
	expect(outcomes(results)).not.toContain('created');
});

test('rows whose new names differ by the blanks around them are one, and the name is written without', async () => {
	const { id } = device(1);
	const rows = ['north ', ' north'].map((name) => ({ endpointId: id, name }));
	expect(outcomes(await stage.apply(rows))).toEqual(['changed', 'repeated']);
	expect(stage.sim.store.endpoints.get(id)!.name).toBe('north');
});

test('two endpoints that look alike are told apart by the exact name, or both named', async () => {
	const [composed, apart] = [rename(1, NFC), rename(2, NFD)];
	const row = (name: string) => ({ endpointId: by('name', name), status: 'Enabled' });
	const results = await stage.apply([row(NFC), row(NFD), row('Cafe\u200b\u0301')], {
		dryRun: true,
	});
	expect(given(results[0]!)[0]).toMatchObject({ endpoint_id: composed.id });
	expect(given(results[1]!)[0]).toMatchObject({ endpoint_id: apart.id });
	expect(messageOf(results[2])).toContain(`${composed.id}, ${apart.id}`);
});

test('rows that would create twins are refused', async () => {
	const rows = [NFC, NFD].map((name) => ({ endpointId: by('name', name), ...NEW }));
	const results = await stage.apply(rows, { createMissing: true });
	for (const result of results) expect(messageOf(result)).toContain('look the same');
	expect(stage.writes).toEqual([]);
});

test('a new endpoint has its name without what stands around it', async () => {
	const row = { endpointId: by('name', 'brand-new\u200b'), ...NEW };
	expect(outcomes(await stage.apply([row], { createMissing: true }))).toEqual(['created']);
	expect(stage.endpoint('brand-new')).toBeDefined();
	expect(outcomes(await stage.apply([row], { createMissing: true }))).toEqual(['unchanged']);
});

test('a tag is that which looks like it, and none is created beside it', async () => {
	const tag = [...stage.sim.store.tags.values()].find(
		({ organisationId }) => organisationId === 1001,
	)!;
	tag.name = 'Zürich';
	stage.sim.store.touch();
	const before = tagNames();
	const row = (name: string) => ({
		endpointId: by('name', named(1)),
		tagAssignments: [by('name', name)],
	});
	const twins = ['Zürich'.normalize('NFD'), 'Zü\u200brich', 'Zu\u200b\u0308rich', 'Zürich\u200b'];
	for (const twin of twins) {
		const [same] = await stage.apply([row(twin)], { createMissing: true, dryRun: true });
		expect(given(same!)[0]!.diff).toMatchObject([{ field: 'tags', after: 'Zürich' }]);
	}
	// Cyrillic і: another name, which few people can tell apart.
	const [refused] = await stage.apply([row('Zürіch')], { createMissing: true });
	expect(messageOf(refused)).toContain(`(ID ${tag.id})`);
	const [used] = await stage.apply([row('Zürich\u200b')], { createMissing: true });
	expect(given(used!)[0]!.diff).toMatchObject([{ field: 'tags', after: 'Zürich' }]);
	expect(tagNames()).toEqual(before);
	const [found] = await stage.apply([row('Zürich'.normalize('NFD'))]);
	expect(given(found!)[0]).toMatchObject({ outcome: 'unchanged' });
});

test('new tags that look the same are refused', async () => {
	const before = tagNames();
	const rows = ['Genève', 'Genève'.normalize('NFD')].map((name, i) => ({
		endpointId: by('name', named(i + 1)),
		tagAssignments: [by('name', name)],
	}));
	const results = await stage.apply(rows, { createMissing: true, dryRun: true });
	expect(messageOf(results[1])).toContain('must be written in one way');
	expect(tagNames()).toEqual(before);
});

test('a name that only looks different is no change', async () => {
	const { id } = rename(1, NFC);
	const results = await stage.apply([{ endpointId: id, name: NFD }]);
	expect(outcomes(results)).toEqual(['unchanged']);
});
