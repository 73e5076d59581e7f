import { stub } from '../../../support/stub';
import type { IDataObject, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { CellularIotTrigger } from '../../../../nodes/CellularIot/CellularIotTrigger.node';

import { USERS } from '../../../../simulator';
import type { CredentialStore } from '../../../support/credentials';
import { actionNode, runNode, storeFor } from '../../../support/n8n/n8n';
import { simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* The option "Workspace": a login can act in several workspaces without a change of its credential. */

const sim = simulated({ seed: { endpoints: 3 } }, 'new');
beforeEach(() => sim.seed({ endpoints: 2, organisationId: 1002 }));

const TYPE = 'cellularIotUserApi';
const run = async (store: CredentialStore, parameters: object, items: IDataObject[] = [{}]) => {
	const { items: out, error } = await runNode({
		credentials: store,
		credential: TYPE,
		items,
		parameters: parameters as INodeParameters,
	});
	if (error) throw error;
	return out.map(({ json }) => json);
};
const list = (workspace?: unknown) => ({
	resource: 'endpoint',
	operation: 'getAll',
	returnAll: true,
	simplify: true,
	...(workspace !== undefined && { options: { workspaceId: workspace } }),
});
const stored = (store: CredentialStore) => {
	const { accessToken, sessionState } = store.get(TYPE);
	return { accessToken: String(accessToken), state: String(sessionState) };
};
const organisationOf = (token: string) => {
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
	return (JSON.parse(payload) as Record<string, unknown>)['esc.org'];
};

test("a run acts in the workspace of its item and keeps the credential's token", async () => {
	const store = storeFor(sim.url);
	const ids = await run(store, list(1002));
	expect(ids).toHaveLength(2);
	expect(sim.ledger().requests.at(-1)).toMatchObject({ organisationId: 1002, status: 200 });

	const { accessToken, state } = stored(store);
	expect(organisationOf(accessToken)).toBe(1001);
	// The credential keeps the session of its login and the trusted device.
	expect(JSON.parse(state)).toMatchObject({
		tokens: { authToken: accessToken, refreshToken: expect.any(String) },
		fingerprint: expect.any(String),
	});
	expect(await run(store, list())).toHaveLength(5);
	expect(sim.ledger().counters).toMatchObject({ authenticate: 2, workspaceSwitches: 1 });
});

test('bulk calls act in the workspace of each item', async () => {
	const store = storeFor(sim.url);
	const items = [
		{ ws: 1002, service: 111, tariff: 211 },
		{ ws: 1001, service: 101, tariff: 201 },
		{ ws: '1002', service: 111, tariff: 211 },
	];
	await run(
		store,
		{
			resource: 'endpoint',
			operation: 'createMany',
			options: { workspaceId: '={{ $json.ws }}' },
			serviceProfileId: rl('={{ $json.service }}'),
			tariffProfileId: rl('={{ $json.tariff }}'),
			status: 0,
			valuesFrom: 'fields',
			identity: { name: '={{ "pump-" + $itemIndex }}' },
		},
		items,
	);
	const bulk = sim.ledger().requests.filter(({ path }) => path === '/api/v2/endpoint/multi');
	expect(bulk.map(({ organisationId }) => organisationId).sort()).toEqual([1001, 1002]);
	expect(sim.ledger().counters.maxBulkInFlight).toBe(1);
});

test('operations on the user act in the workspace, too', async () => {
	const store = storeFor(sim.url);
	const own = { resource: 'trustedDevice', operation: 'getAll', returnAll: true };
	await run(store, { ...own, options: { workspaceId: 1002 } });
	const path = '/api/v1/user/my/mfa/trusted_device';
	expect(sim.ledger().requests.at(-1)).toMatchObject({ path, organisationId: 1002, status: 200 });
});

test('a revoked token is replaced in the workspace and in the credential', async () => {
	const store = storeFor(sim.url);
	await run(store, list(1002));
	const before = stored(store).accessToken;
	sim.revokeTokens();
	expect(await run(store, list(1002))).toHaveLength(2);
	const after = stored(store).accessToken;
	expect(after).not.toBe(before);
	expect(organisationOf(after)).toBe(1001);
	expect(await run(store, list())).toHaveLength(5);
});

test('ten items of a workspace switch to it once', async () => {
	const items = Array.from({ length: 10 }, (_, i) => ({ i }));
	// Two endpoints for each item.
	expect(await run(storeFor(sim.url), list(1002), items)).toHaveLength(20);
	expect(sim.ledger().counters).toMatchObject({ workspaceSwitches: 1 });
});

test('the error names a workspace that the user may not enter', async () => {
	await expect(run(storeFor(sim.url), list(1004))).rejects.toMatchObject({
		message: expect.stringContaining('The service refused to switch to the workspace 1004'),
	});
});

test('sends nothing when the list of workspaces, where it is named, gets no answer', async () => {
	sim.setFaults({ rules: [{ kind: 'resetAfter', match: { path: 'user/11/workspace$' } }] });
	const sms = { resource: 'sms', operation: 'send', endpointId: rl(10001), payload: 'x' };
	const { error } = await runNode({
		credentials: storeFor(sim.url, { user: { userId: '11' } }),
		credential: TYPE,
		parameters: {
			...sms,
			options: { workspaceId: 'Example Customer' },
		} as INodeParameters,
	});
	expect(error).toMatchObject({ context: { outcome: 'notSent' } });
	expect(sim.ledger().effects.filter(({ kind }) => kind.startsWith('sms'))).toEqual([]);
});

test('goes on to the next workspace when nothing is left to do in the first', async () => {
	const [own, other] = [1001, 1002].map(
		(id) => [...sim.store.sims.values()].find(({ organisationId }) => organisationId === id)!,
	);
	other!.statusId = 3;
	const both = await run(
		storeFor(sim.url),
		{
			resource: 'sim',
			operation: 'deleteMany',
			simId: rl('={{ $json.id }}'),
			confirmCount: 2,
			options: { workspaceId: '={{ $json.ws }}' },
		},
		[
			{ id: other!.id, ws: 1002 },
			{ id: own!.id, ws: 1001 },
		],
	);
	expect(both).toEqual([
		expect.objectContaining({ id: other!.id, note: 'It had been deleted before.' }),
		{ workspace_id: 1001, id: own!.id, sim_id: own!.id, deleted: true },
	]);
});

test("the credential's own workspace can be given, and other workspaces from there", async () => {
	const store = storeFor(sim.url, { user: { workspaceId: '1002' } });
	expect(await run(store, list(1002))).toHaveLength(2);
	expect(organisationOf(stored(store).accessToken)).toBe(1002);
	// From there it can switch to another workspace.
	expect(await run(store, list(1003))).toEqual([]);
	expect(organisationOf(stored(store).accessToken)).toBe(1002);
});

test('another workspace is refused with an application token before anything is sent', async () => {
	const token = { credentials: storeFor(sim.url) };
	const { error } = await runNode({ ...token, parameters: list(1002) as INodeParameters });
	expect(error).toMatchObject({
		message: expect.stringMatching(/^Workspace must be left out with an application token/),
	});
	expect(sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint')).toEqual([]);
	const { items } = await runNode({ ...token, parameters: list() as INodeParameters });
	expect(items).toHaveLength(5);
});

/** The option in the forms of a node. */
const optionsOf = ({ description: { properties } }: INodeType) =>
	properties
		.flatMap((property) => (property.options ?? []) as INodeProperties[])
		.filter(({ name }) => name === 'workspaceId');
/** A dropdown of n8n, as a change and the event trigger have it. */
const OF_ONE = {
	type: 'options',
	default: '',
	// The list is that of the login, whatever is chosen.
	typeOptions: { loadOptionsMethod: 'workspace', loadOptionsDependsOn: ['authentication'] },
	// The editor takes IDs and names of expressions.
	allowArbitraryValues: true,
};

test('the event trigger shows the option for both credentials, so that n8n keeps its value', () => {
	const [workspace, ...others] = optionsOf(new CellularIotTrigger());
	expect(others).toEqual([]);
	expect(workspace).toMatchObject(OF_ONE);
	expect(workspace?.displayOptions).toBeUndefined();
});

test.each([
	['endpoint', 'update', OF_ONE],
	['endpoint', 'getAll', { ...OF_ONE, type: 'multiOptions', default: [] }],
	['usage', 'getDaily', { ...OF_ONE, type: 'multiOptions', default: [] }],
])('the form of %s %s has the dropdown %j', (resource, operation, dropdown) => {
	const { properties } = actionNode({ resource, operation }).description;
	const isOwn = ({ name, displayOptions: { show = {} } = {} }: INodeProperties) =>
		name === 'options' &&
		show.resource?.includes(resource) === true &&
		show.operation?.includes(operation) === true;
	const options = properties.filter(isOwn).flatMap((own) => own.options as INodeProperties[]);
	expect(options.filter(({ name }) => name === 'workspaceId')).toEqual([
		expect.objectContaining(dropdown),
	]);
});

test('a user without MFA can list endpoints without a workspace', async () => {
	const { username, password } = USERS.trial;
	const store = storeFor(sim.url, { user: { username, password, mfaMethod: 'none' } });
	expect(await run(store, list())).toEqual([]);
});

describe('the items of a chosen workspace', () => {
	/** A login whose tokens do not say who the user is: the list of workspaces needs it. */
	const store = () => storeFor(sim.url, { user: { userId: '11' } });
	const WAYS: Array<[how: string, workspaceId: unknown]> = [
		['in the list', ['Example Customer (ID 1002)']],
		['by an ID', '={{ $json.ws }}'],
		['by the text of an ID', '={{ String($json.ws) }}'],
		['by its name', '={{ $json.name }}'],
		['by a list of its ID', '={{ [$json.ws] }}'],
		['by a list of its name', '={{ [$json.name] }}'],
		['by its ID, twice', '={{ [$json.ws, String($json.ws)] }}'],
	];
	const child = () =>
		[...sim.store.endpoints.values()].find(({ organisationId }) => organisationId === 1002)!.id;

	test.each(WAYS)('name it, when it is chosen %s', async (_, workspaceId) => {
		const read = { ...list(), options: { workspaceId } };
		const items = await run(store(), read, [{ ws: 1002, name: 'Example Customer' }]);
		expect(items.map(({ workspace_id: id }) => id)).toEqual([1002, 1002]);
		expect(items.some((item) => 'workspace_name' in item)).toBe(false);
	});

	test.each([
		['endpoint getAll', { returnAll: true, simplify: true }],
		['endpoint get', { endpointId: rl('={{ $json.id }}'), simplify: true }],
		['endpoint update', { endpointId: rl('={{ $json.id }}'), updateFields: { status: 1 } }],
	])('%s in one of an ID reads no list of workspaces', async (row, form) => {
		const [resource, operation] = row.split(' ');
		const options = { workspaceId: '={{ $json.ws }}' };
		await run(store(), { resource, operation, ...form, options }, [{ id: child(), ws: '1002' }]);
		const paths = sim.ledger().requests.map(({ path }) => path);
		expect(paths.filter((path) => path.endsWith('/workspace') && path.includes('/user/'))).toEqual(
			[],
		);
		expect(sim.ledger().requests.at(-1)).toMatchObject({ organisationId: 1002 });
	});

	test('name it after a change, a bulk call and a job', async () => {
		const options = { workspaceId: '={{ $json.ws }}' };
		const endpointId = rl('={{ $json.id }}');
		const items = [{ id: child(), ws: 1002 }];
		const FORMS: object[] = [
			{ resource: 'sms', operation: 'send', endpointId, payload: 'x' },
			{ resource: 'endpoint', operation: 'updateMany', endpointId, updateFields: { status: 1 } },
			{ resource: 'endpoint', operation: 'diagnose', endpointId },
		];
		for (const form of FORMS) {
			const [item] = await run(store(), { ...form, options }, items);
			expect([form, item!.workspace_id]).toEqual([form, 1002]);
		}
	});

	test('lead the next node to the same workspace', async () => {
		const read = { ...list(), options: { workspaceId: 1002 } };
		const [found] = await run(store(), read);
		const get = { resource: 'endpoint', operation: 'get', endpointId: rl('={{ $json.id }}') };
		const options = { workspaceId: '={{ $json.workspace_id }}' };
		const [item] = await run(store(), { ...get, options }, [found!]);
		expect(item).toMatchObject({ id: found!.id, workspace_id: 1002 });
		expect(sim.ledger().requests.at(-1)).toMatchObject({ organisationId: 1002, status: 200 });
	});

	test('an ID of their own stays', async () => {
		const days = { resource: 'organisationUsage', operation: 'getWorkspacesDaily', output: 'days' };
		const own = await run(store(), { ...days, options: { workspaceId: 1001 } });
		expect(own.map(({ workspace_id: id }) => id)).toContain(1002);
	});
});

describe('a change in a workspace', () => {
	const change = (workspaceId: unknown) => ({
		resource: 'endpoint',
		operation: 'update',
		endpointId: rl('={{ $json.id }}'),
		updateFields: { name: 'x' },
		options: { workspaceId },
	});
	const child = () =>
		[...sim.store.endpoints.values()].find(({ organisationId }) => organisationId === 1002)!;
	const changeIn = async (workspaceId: unknown) =>
		await runNode({
			credentials: storeFor(sim.url, { user: { userId: '11' } }),
			credential: TYPE,
			items: [{ id: child().id, name: 'Example Customer', both: ['Example Customer', 1001] }],
			parameters: change(workspaceId) as INodeParameters,
		});
	const changed = () => sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.updated');

	test.each([
		['picked', 'Example Customer (ID 1002)'],
		['by its name', '={{ $json.name }}'],
	])('is made in the one that is given %s', async (_, workspaceId) => {
		const { items, error } = await changeIn(workspaceId);
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ workspace_id: 1002 });
		expect(child().name).toBe('x');
	});

	test.each([
		[
			'={{ $json.name + "s" }}',
			/must match exactly one workspace; none has the name "Example Customers"/,
		],
		['={{ $json.both }}', /^Workspace must be an ID or a name, got /],
		['={{ $json.both.join() }}', /must match exactly one workspace; none has the name/],
		['', /^Workspace must not be empty/],
		['={{ $json.none }}', /^Workspace must not be empty/],
		['Example Customer (ID 1003)', /^Workspace was picked as ID 1003 \("Example Customer"\)/],
	])('is refused for %j', async (workspaceId, says) => {
		const { items, error } = await changeIn(workspaceId);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(says);
		expect(error?.context).toMatchObject({ outcome: 'notSent' });
		expect(changed()).toEqual([]);
	});

	test('is refused for a name that two workspaces have', async () => {
		sim.store.organisations.get(1001)!.name = 'Example Customer';
		const { error } = await changeIn('={{ $json.name }}');
		expect(error?.message).toMatch(
			/^Workspace must match exactly one workspace; 2 have the name "Example Customer": .*100[12].*100[12]/,
		);
		expect(changed()).toEqual([]);
	});
});

describe('several workspaces in one read', () => {
	const read = (workspaceId: unknown, more: object = {}) => ({
		...list(),
		...more,
		options: { workspaceId },
	});
	const runAll = async (parameters: object, { items = [{}], continueOnFail = true } = {}) =>
		await runNode({
			// Recorded tokens have no user ID, and the list of workspaces needs it.
			credentials: storeFor(sim.url, { user: { userId: '11' } }),
			credential: TYPE,
			items: items as IDataObject[],
			parameters: parameters as INodeParameters,
			...(continueOnFail && { onError: 'continueRegularOutput' as const }),
		});

	test('name the workspace of each item, and each workspace is entered once', async () => {
		const { items, error } = await runAll(
			read('Example Customer, 1001, example customer is none'),
			{ continueOnFail: true },
		);
		expect(error).toBeUndefined();
		// Nothing is read if one name is unknown.
		expect(items).toHaveLength(1);
		expect(items[0]!.json.error).toContain('none is called "example customer is none"');
		expect(sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint')).toEqual([]);

		const both = await runAll(read('Example Customer,\n1001, 1002'));
		const where = both.items.map(({ json }) => `${json.workspace_id} ${json.workspace_name}`);
		expect(where).toEqual([
			...Array.from({ length: 2 }, () => '1002 Example Customer'),
			// Two of its five are those of the child, which are given once.
			...Array.from({ length: 3 }, () => '1001 Example Reseller'),
		]);
		const asked = sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint');
		expect(asked.map(({ organisationId }) => organisationId).sort()).toEqual([1001, 1002]);
		// The login is already in the other workspace.
		expect(sim.ledger().counters.workspaceSwitches).toBe(1);
	});

	test('can be picked in the list', async () => {
		const both = ['Example Customer (ID 1002)', 'Example Reseller (ID 1001)'];
		const { items } = await runAll(read(both));
		const where = new Set(items.map(({ json }) => json.workspace_name));
		expect([...where]).toEqual(['Example Customer', 'Example Reseller']);
	});

	test('are refused if one of the picked ones has another name', async () => {
		const both = ['Example Customer (ID 1002)', 'Elsewhere (ID 1001)'];
		const { error } = await runAll(read(both), { continueOnFail: false });
		expect(error?.message).toMatch(/^Workspace was picked as ID 1001 \("Elsewhere"\)/);
		expect(sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint')).toEqual([]);
	});

	test.each([
		['[]', /^Workspace must not be empty/],
		['[$json.none]', /^Workspace must not be empty/],
		['["Example Customer", $json.none]', /^Workspace must be IDs or names, got nothing/],
		['["Example Customer", ""]', /^Workspace must be IDs or names, got ""/],
	])('are refused where an expression gives %s', async (given, says) => {
		const { error } = await runAll(read(`={{ ${given} }}`), { continueOnFail: false });
		expect(error?.message).toMatch(says);
		expect(sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint')).toEqual([]);
	});

	test('can be a list from an expression, different for each item', async () => {
		const parameters = read('={{ $json.where }}');
		const items = [{ where: ['Example Customer', 1003] }, { where: 'Example Reseller' }];
		const { items: out } = await runAll(parameters, { items: stub(items) });
		const paired = out.map(({ json, pairedItem }) => [
			json.workspace_id,
			(pairedItem as { item: number }).item,
		]);
		// The enterprise has no endpoints. One alone acts as one.
		expect(paired).toEqual([...[0, 0].map(() => [1002, 0]), ...Array(5).fill([1001, 1])]);
	});

	test('are refused if a text is the ID of one workspace and the name of another', async () => {
		sim.store.organisations.get(1001)!.name = '1002';
		const { error } = await runAll(read('1002, 1003'), { continueOnFail: false });
		expect(error?.message).toMatch(
			/must each be the name or ID of exactly one; 2 are called "1002": ID 100[12], ID 100[12]/,
		);
		expect(sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint')).toEqual([]);
	});

	test('show what nobody sees in a name that none has', async () => {
		const { error } = await runAll(read('Example\u200b Reseller, 1002'), {
			continueOnFail: false,
		});
		expect(error?.message).toContain('none is called "Example\\u200b Reseller"');
	});

	test('give an error that names the workspace for each that fails', async () => {
		// The workspace is listed, but refuses the switch.
		sim.setFaults({
			rules: [
				{ kind: 'errorBefore', match: { path: 'authenticate/workspace' }, status: 403, times: 1 },
			],
		});
		const { items } = await runAll(read('Example Customer, 1001'));
		const failed = items.filter(({ json }) => 'error' in json);
		expect(failed).toHaveLength(1);
		expect(failed[0]!.json).toMatchObject({
			error: expect.stringMatching(/^In the workspace "Example Customer" \(ID 1002\): /),
			details: { workspace_id: expect.any(Number), workspace_name: expect.any(String) },
		});
		expect(items.length).toBeGreaterThan(2);
		const stopped = await runAll(read('Example Customer, nobody'), { continueOnFail: false });
		expect(stopped.error?.message).toContain('none is called "nobody"');
	});

	test('look up names in each workspace', async () => {
		const profile = { resource: 'serviceProfile', operation: 'get', simplify: true };
		const { items } = await runAll(
			read('Example Customer, Example Reseller', {
				...profile,
				serviceProfileId: rl('Customer standard', 'name'),
			}),
		);
		const found = items.filter(({ json }) => !('error' in json));
		expect(found.map(({ json }) => [json.workspace_id, json.id])).toContainEqual([1002, 111]);
	});
});
