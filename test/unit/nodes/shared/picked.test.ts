import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { storeFor } from '../../../support/n8n/n8n';
import { rl } from '../rows/rowTypes';

/* Entries that were picked from a list in one organisation and are used in another. */

const sim = simulated({ seed: { endpoints: 3 } }, 'new');

const picked = (value: unknown, cachedResultName: string, mode = 'list') =>
	({ __rl: true, mode, value, cachedResultName }) as INodeParameters;
const first = () => sim.store.endpoints.get(10001)!;
const iccid = () =>
	[...sim.store.sims.values()].find(({ endpointId }) => endpointId === 10001)!.iccid;
const label = () => `${first().name} (…${iccid().slice(-7)})`;

/** The hints of a run. */
async function hintsOf(operation: string, parameters: object, items: IDataObject[] = [{}]) {
	const { hints, error } = await runAt(sim, operation, parameters, { items });
	if (error) throw error;
	return hints;
}
/** The hints of a run that reads a picked endpoint. */
const hintsOfGet = async (endpointId: INodeParameters, items?: IDataObject[]) =>
	await hintsOf('endpoint get', { endpointId, simplify: true }, items);
const newEndpoint = (serviceProfileId: INodeParameters, tariffProfileId = rl(201)) => ({
	serviceProfileId,
	tariffProfileId,
	status: 0,
	identity: { name: 'new' },
});
const profileName = (id: number) => sim.store.serviceProfiles.get(id)!.name;
const reads = (path: string) =>
	sim.ledger().requests.filter((request) => request.path === path).length;

test('an ID with a different name than when it was picked is not read', async () => {
	await expect(hintsOfGet(picked(10001, 'valve-3 (…9999999)'))).rejects.toMatchObject({
		message: expect.stringContaining(
			`Endpoint was picked as ID 10001 ("valve-3 (…9999999)"); with this credential that ID is "${label()}"`,
		),
	});
	expect(reads('/api/v1/endpoint/10001')).toBe(1);
});

test.each([
	['with its picked name', () => label()],
	['picked before it had a SIM', () => `${first().name} (ID 10001)`],
])('an endpoint %s gives no hint', async (_, was) => {
	expect(await hintsOfGet(picked(10001, was()))).toEqual([]);
});

test.each([
	['renamed, with the same SIM', () => `former name (…${iccid().slice(-7)})`],
	['with another SIM and the same name', () => `${first().name} (…9999999)`],
	['picked before it had a name', () => `ID 10001 (…${iccid().slice(-7)})`],
])('an endpoint %s is read, with a hint', async (_, was) => {
	expect(await hintsOfGet(picked(10001, was()))).toEqual([
		expect.stringMatching(/^The endpoint 10001 was picked as "/),
	]);
});

test('the picked entry is read once for all items, and not again by the next run', async () => {
	const items = [{}, {}, {}];
	const create = newEndpoint(picked(101, profileName(101)));
	for (let run = 0; run < 2; run++) {
		expect(await hintsOf('endpoint create', create, items)).toEqual([]);
	}
	expect(reads('/api/v1/service_profile/101')).toBe(1);
});

test('the picked entry is read before an update, so that a new name gives no hint', async () => {
	first().simId = null;
	const endpointId = picked(10001, `${first().name} (ID 10001)`);
	const rename = { endpointId, updateFields: { name: 'a new name' } };
	expect(await hintsOf('endpoint update', rename)).toEqual([]);
	expect(first().name).toBe('a new name');
	const paths = sim.ledger().requests.map(({ method, path }) => `${method} ${path}`);
	const [look, change] = paths.filter((path) => path.endsWith('/endpoint/10001'));
	expect([look, change]).toEqual(['GET /api/v1/endpoint/10001', 'PATCH /api/v1/endpoint/10001']);
});

test('nothing is read for items that are refused before anything is sent', async () => {
	const nothing = { endpointId: picked(10001, 'valve-3'), updateFields: {} };
	const { error } = await runAt(sim, 'endpoint update', nothing);
	expect(error?.message).toBeDefined();
	expect(sim.ledger().requests).toEqual([]);
});

test('an ID that was typed or comes from an expression is not checked', async () => {
	expect(await hintsOfGet(picked(10001, 'valve-3', 'id'))).toEqual([]);
	expect(await hintsOfGet(picked('={{ $json.id }}', 'valve-3'), [{ id: 10001 }])).toEqual([]);
	expect(reads('/api/v1/endpoint/10001')).toBe(2);
});

test('nothing is read by an ID that the role may not compare', async () => {
	const path = '/api/v1/endpoint/10001$';
	faultAt(sim, path, { kind: 'errorBefore', status: 403, times: 1 });
	await expect(hintsOfGet(picked(10001, label()))).rejects.toMatchObject({
		message: expect.stringContaining('the role may not read it'),
	});
});

describe('a filter that was picked in another organisation', () => {
	const listed = (filters: object, more: object = {}) => ({
		returnAll: true,
		simplify: true,
		filters,
		...more,
	});
	const lists = () =>
		sim.ledger().requests.filter(({ path }) => /^\/api\/v1\/(sim|endpoint)$/.test(path));

	test.each<[string, object, RegExp]>([
		[
			'endpoint getAll',
			{ serviceProfile: picked(101, 'Retired') },
			/^Service Profile was picked as ID 101 \("Retired"\); with this credential that ID is "/,
		],
		[
			'endpoint getAll',
			{ tariffProfile: picked(201, 'Retired') },
			/^Tariff Profile was picked as ID 201 \("Retired"\)/,
		],
		[
			'endpoint getAll',
			{ serviceProfile: picked(999, 'Retired') },
			/there is no service profile of that ID/,
		],
		[
			'sim getAll',
			{ endpoint: picked(10001, 'pump (…9999999)') },
			/^Endpoint was picked as ID 10001/,
		],
	])('%s by %j lists nothing', async (operation, filters, says) => {
		const { error, items } = await runAt(sim, operation, listed(filters));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(says);
		expect(error?.context).toMatchObject({ outcome: 'notSent' });
		expect(lists()).toEqual([]);
	});

	test('by which a job reads lists nothing', async () => {
		const of = { of: 'tariff', tariffProfileId: picked(201, 'Retired') };
		const { error } = await runAt(sim, 'usage forecast', of);
		expect(error?.message).toMatch(/^Tariff Profile was picked as ID 201 \("Retired"\)/);
		expect(lists()).toEqual([]);
	});

	test('with its own name lists what it narrows to', async () => {
		const filters = { serviceProfile: picked(101, profileName(101)) };
		const { items, error } = await runAt(sim, 'endpoint getAll', listed(filters));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	});

	test('is held in each of several workspaces', async () => {
		sim.seed({ endpoints: 2, organisationId: 1002 });
		const filters = { serviceProfile: picked(101, profileName(101)) };
		const workspaceId = ['Example Customer (ID 1002)', 'Example Reseller (ID 1001)'];
		const login = {
			credential: 'cellularIotUserApi',
			credentials: storeFor(sim.url, { user: { userId: '11' } }),
		};
		const several = listed(filters, { options: { workspaceId } });
		const { error } = await runAt(sim, 'endpoint getAll', several, login);
		expect(error?.message).toMatch(/^Service Profile was picked as ID 101/);
		expect(lists()).toEqual([]);
	});
});

describe('tags of a multiple choice', () => {
	const tagged = (...tagIds: unknown[]) => ({
		endpointId: rl(10001),
		tagsBy: 'ids',
		tagIds: tagIds as INodeParameters[],
	});
	const changes = () =>
		sim.ledger().requests.filter(({ path }) => path.includes('bulk-operations'));
	beforeEach(() => {
		const { organisationId } = first();
		sim.store.tags.set(1, { id: 1, organisationId, name: 'north', colorId: 1 });
	});

	test('are stored with their names, and are refused where an ID has another', async () => {
		const { error } = await runAt(sim, 'endpoint addTags', tagged('pumps (ID 1)'));
		expect(error?.message).toMatch(
			/^Tags was picked as ID 1 \("pumps"\); with this credential that ID is "north"/,
		);
		expect(changes()).toEqual([]);
	});

	test('are taken where the ID has that name', async () => {
		const { error } = await runAt(sim, 'endpoint addTags', tagged('north (ID 1)'));
		expect(error).toBeUndefined();
		expect(changes()).toHaveLength(1);
	});

	test('can be IDs and names of an expression', async () => {
		for (const given of ['={{ [1] }}', '={{ ["north"] }}', '={{ "north (ID 1)" }}']) {
			const form = { ...tagged(), tagIds: given };
			const { error } = await runAt(sim, 'endpoint addTags', form);
			expect([given, error]).toEqual([given, undefined]);
		}
	});

	test('are held where a table of endpoints or an update sets them', async () => {
		const updateFields = { tagAssignments: ['pumps (ID 1)'] };
		const { error } = await runAt(sim, 'endpoint update', { endpointId: rl(10001), updateFields });
		expect(error?.message).toMatch(/^Tags was picked as ID 1 \("pumps"\)/);
		expect(sim.ledger().effects).toEqual([]);
	});
});

describe('for a change, an entry picked in another organisation', () => {
	const sending = (endpointId: INodeParameters, more: object = {}) => ({
		endpointId,
		payload: 'reboot',
		...more,
	});
	const acceptRenamed = { mode: { acceptRenamed: true } };
	/** Sends and creates that have arrived. */
	const changes = () =>
		sim.ledger().requests.filter(({ method, path }) => method !== 'GET' && !/auth/.test(path));

	test.each([
		['sms send', sending(picked(10001, 'pump-17 (…9999999)'))],
		['endpoint update', { endpointId: picked(10001, 'pump-17'), updateFields: { status: 1 } }],
		['endpoint delete', { endpointId: picked(10001, 'pump-17 (ID 10001)') }],
		['sim update', { simId: picked(1, '…9999999 (Activated, pump-17)'), status: 2 }],
		['endpoint create', newEndpoint(picked(101, 'Of another organisation'))],
		['tag delete', { tagId: picked(1, 'pumps'), confirmation: 'north' }],
	])('%s refuses it before anything is sent, and names both', async (operation, parameters) => {
		const { organisationId } = first();
		sim.store.tags.set(1, { id: 1, organisationId, name: 'north', colorId: 1 });
		const { error } = await runAt(sim, operation, parameters, { items: [{}, {}] });
		expect(error?.message).toMatch(
			/^[A-Z][\w ]+ was picked as ID \d+ \(".+"\); with this credential (that ID is ".+"|there is no .* of that ID)/,
		);
		expect(changes()).toEqual([]);
		expect(sim.ledger().effects).toEqual([]);
	});

	test('an endpoint is refused although its ID and the beginning of its name are the same', async () => {
		first().name = 'pump';
		const { error } = await runAt(
			sim,
			'sms send',
			sending(picked(10001, 'pump (north) (…9999999)')),
		);
		expect(error?.message).toContain(`that ID is "pump (…${iccid().slice(-7)})"`);
		expect(changes()).toEqual([]);
	});

	test.each([
		['renamed', () => `former name (…${iccid().slice(-7)})`, /has another name now/],
		['with a new SIM', () => `${first().name} (…9999999)`, /has another SIM now, or none/],
	])('the same endpoint %s is changed, with a note', async (_, was, note) => {
		expect(await hintsOf('sms send', sending(picked(10001, was())))).toEqual([
			expect.stringMatching(note),
		]);
		expect(changes()).toHaveLength(1);
	});

	test('Accept Renamed lets a name decide no longer, but never against a number', async () => {
		const create = { ...newEndpoint(picked(101, 'Of another organisation')), ...acceptRenamed };
		expect(await hintsOf('endpoint create', create)).toEqual([
			expect.stringContaining('was picked as "Of another organisation"; it is "'),
		]);
		expect(changes()).toHaveLength(1);
		const send = sending(picked(10001, 'pump-17 (…9999999)'), acceptRenamed);
		const { error } = await runAt(sim, 'sms send', send);
		expect(error?.message).toContain('which has neither that name nor that number');
		expect(changes()).toHaveLength(1);
	});

	test.each([
		[403, /it is not known what that ID is, as the role may not read it/],
		[404, /there is no endpoint of that ID/],
		[500, /./],
	])('one whose read is answered %i is not changed', async (status, told) => {
		faultAt(sim, 'GET /api/v1/endpoint/10001$', { kind: 'errorBefore', status });
		const { error } = await runAt(sim, 'sms send', sending(picked(10001, label())));
		expect(error?.message).toMatch(told);
		expect(changes()).toEqual([]);
	});

	test('under Continue each item says so; a typed ID is taken without a look', async () => {
		const run = async (endpointId: INodeParameters) =>
			await runAt(sim, 'sms send', sending(endpointId), {
				items: [{}, {}],
				onError: 'continueRegularOutput',
			});
		const refused = await run(picked(10001, 'pump-17'));
		expect(refused.items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ details: expect.objectContaining({ outcome: 'notSent' }) }),
			expect.objectContaining({ details: expect.objectContaining({ outcome: 'notSent' }) }),
		]);
		expect(changes()).toEqual([]);
		await run(picked(10001, 'pump-17', 'id'));
		expect(changes()).toHaveLength(2);
		expect(reads('/api/v1/endpoint/10001')).toBe(1);
	});

	test('it is compared in the workspace where the change is made, and so is the workspace', async () => {
		const inWorkspace = (name: string) => ({
			...sending(picked(10001, label())),
			options: { workspaceId: `${name} (ID 1002)` },
		});
		const credentials = storeFor(sim.url, { user: { userId: '11' } });
		const login = { credential: 'cellularIotUserApi', credentials } as const;
		const { error } = await runAt(sim, 'sms send', inWorkspace('Elsewhere'), login);
		expect(error?.message).toMatch(/^Workspace was picked as ID 1002 \("Elsewhere"\)/);
		expect(changes().filter(({ path }) => path.includes('/sms'))).toEqual([]);
	});
});

test('a refusal shows the name and organisation of a profile given by ID', async () => {
	const { error } = await runAt(sim, 'endpoint create', newEndpoint(rl(101), rl(211)));
	expect(error?.message).toMatch(
		/tariff_profile.* 211 \("Customer Europe \(of organisation 1002\)"\)/,
	);
	expect(reads('/api/v1/tariff_profile')).toBe(1);
	expect(reads('/api/v1/service_profile')).toBe(0);
});
