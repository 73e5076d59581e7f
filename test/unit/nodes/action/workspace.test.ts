import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { CellularIotTrigger } from '../../nodes/CellularIot/CellularIotTrigger.node';

import type { CredentialStore } from '../support/credentials';
import { runNode, storeFor } from '../support/n8n';
import { rl } from './rows';
import { start, USERS, type SimulatorHandle } from '../../simulator';

/* The option "Workspace": one login acts in several workspaces, and its credential stays its own. */

let sim: SimulatorHandle;
beforeEach(async () => {
	sim = await start({ port: 0, limits: false, seed: { endpoints: 3 } });
	sim.seed({ endpoints: 2, organisationId: 1002 });
});
afterEach(async () => await sim.close());

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
	...(workspace !== undefined && { options: { workspaceId: rl(workspace) } }),
});
const stored = (store: CredentialStore) => {
	const { accessToken, sessionState } = store.get(TYPE);
	return { accessToken: String(accessToken), state: String(sessionState) };
};
const organisationOf = (token: string) => {
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
	return (JSON.parse(payload) as Record<string, unknown>)['esc.org'];
};

test('acts in the workspace of the item; the stored token stays that of the credential', async () => {
	const store = storeFor(sim.url);
	const ids = await run(store, list(1002));
	expect(ids).toHaveLength(2);
	expect(sim.ledger().requests.at(-1)).toMatchObject({ organisationId: 1002, status: 200 });

	const { accessToken, state } = stored(store);
	expect(organisationOf(accessToken)).toBe(1001);
	// The login that this needed is kept, with the device it enrolled.
	expect(JSON.parse(state)).toMatchObject({
		tokens: { authToken: accessToken, refreshToken: expect.any(String) },
		fingerprint: expect.any(String),
	});
	expect(await run(store, list())).toHaveLength(5);
	expect(sim.ledger().counters).toMatchObject({ authenticate: 2, workspaceSwitches: 1 });
});

test('each item in its own workspace, in bulk calls too', async () => {
	const store = storeFor(sim.url);
	const items = [
		{ ws: 1002, service: 111, tariff: 211 },
		{ ws: '', service: 101, tariff: 201 },
		{ ws: '1002', service: 111, tariff: 211 },
	];
	await run(
		store,
		{
			resource: 'endpoint',
			operation: 'createMany',
			options: { workspaceId: rl('={{ $json.ws }}') },
			serviceProfileId: rl('={{ $json.service }}'),
			tariffProfileId: rl('={{ $json.tariff }}'),
			status: 0,
		},
		items,
	);
	const bulk = sim.ledger().requests.filter(({ path }) => path === '/api/v2/endpoint/multi');
	expect(bulk.map(({ organisationId }) => organisationId).sort()).toEqual([1001, 1002]);
	expect(sim.ledger().counters.maxBulkInFlight).toBe(1);
});

test('a token that was revoked is replaced, in the workspace and in the credential', async () => {
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

test('ten items at once in a workspace switch once', async () => {
	const items = Array.from({ length: 10 }, (_, i) => ({ i }));
	// Two endpoints an item.
	expect(await run(storeFor(sim.url), list(1002), items)).toHaveLength(20);
	expect(sim.ledger().counters).toMatchObject({ workspaceSwitches: 1 });
});

test('a workspace the user may not enter is an error that names it', async () => {
	await expect(run(storeFor(sim.url), list(1004))).rejects.toMatchObject({
		message: expect.stringContaining('The service refused to switch to the workspace 1004'),
	});
});

test('the workspace of the credential itself is used as it is', async () => {
	const store = storeFor(sim.url, { user: { workspaceId: '1002' } });
	expect(await run(store, list(1002))).toHaveLength(2);
	expect(organisationOf(stored(store).accessToken)).toBe(1002);
	// And from there into another one.
	expect(await run(store, list(1003))).toEqual([]);
	expect(organisationOf(stored(store).accessToken)).toBe(1002);
});

test('an application token has its own organisation: another one is refused, and nothing is sent', async () => {
	const token = { credentials: storeFor(sim.url) };
	const { error } = await runNode({ ...token, parameters: list(1002) as INodeParameters });
	expect(error).toMatchObject({
		message: expect.stringMatching(/^Workspace must be empty with an application token/),
	});
	expect(sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint')).toEqual([]);
	// A field that was opened and left empty asks for nothing.
	const { items } = await runNode({ ...token, parameters: list('') as INodeParameters });
	expect(items).toHaveLength(5);
});

test('the event trigger shows its workspace to both logins, so that n8n does not drop it', () => {
	const { properties } = new CellularIotTrigger().description;
	const options = properties.flatMap((one) => (one.options ?? []) as INodeProperties[]);
	const [workspace, ...others] = options.filter(({ name }) => name === 'workspaceId');
	expect(others).toEqual([]);
	expect(workspace?.displayOptions).toBeUndefined();
});

test('users without MFA too', async () => {
	const { username, password } = USERS.trial;
	const store = storeFor(sim.url, { user: { username, password, mfaMethod: 'none' } });
	expect(await run(store, list())).toEqual([]);
});
