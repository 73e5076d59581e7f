import type { IDataObject } from 'n8n-workflow';

import { CellularIotTokenApi } from '../../../credentials/CellularIotTokenApi.credentials';
import { APPLICATION_TOKENS, start, USERS } from '../../../simulator';
import { requestContext } from '../../support/n8n/credentialTest';
import { storeFor } from '../../support/n8n/n8n';
import { failureOf } from '../../support/secrets';
import { runAt, simulated } from '../../support/simulator';
import { rl } from '../nodes/rows/rowTypes';

/* The credentials in use by nodes of n8n: our own and the HTTP Request node. */

const sim = simulated({ seed: { endpoints: 3 } }, 'kept');
beforeEach(async () => await sim.reset());

const USER = 'cellularIotUserApi';
const TOKEN = 'cellularIotTokenApi';
const logins = () => sim.ledger().counters.authenticate;
const { username, password } = USERS.trial;
const trial: IDataObject = { username, password, mfaMethod: 'none' };

/** Concurrent requests of the HTTP Request node with the credential. */
const requests = async (store: ReturnType<typeof storeFor>, name: string, count: number) => {
	const context = requestContext(store, name);
	const url = `${sim.url}/api/v1/endpoint?per_page=1`;
	return await Promise.allSettled(
		Array.from({ length: count }, () =>
			context.helpers.httpRequestWithAuthentication.call(context, name, { url, json: true }),
		),
	);
};
const fulfilled = (results: Array<PromiseSettledResult<unknown>>) =>
	results.filter(({ status }) => status === 'fulfilled').length;

describe.each([
	[TOKEN, {}],
	[USER, trial],
])('%s with 200 concurrent requests', (name, user) => {
	test('authenticates once when there is no token', async () => {
		const store = storeFor(sim.url, { user });
		expect(fulfilled(await requests(store, name, 200))).toBe(200);
		expect(logins()).toBe(1);
	});

	test('authenticates once when the token has expired', async () => {
		const store = storeFor(sim.url, { user });
		await requests(store, name, 1);
		sim.clock.advance(241 * 60_000);
		expect(fulfilled(await requests(store, name, 200))).toBe(200);
		expect(logins()).toBe(2);
	});

	test('authenticates once when the session has been revoked', async () => {
		const store = storeFor(sim.url, { user });
		await requests(store, name, 1);
		sim.revokeTokens();
		expect(fulfilled(await requests(store, name, 200))).toBe(200);
		expect(logins()).toBe(2);
	});

	test('authenticates once when its values are refused, and gives a readable error', async () => {
		const wrong = { ...user, password: 'Wrong-Passw0rd' };
		const store = storeFor(sim.url, { applicationToken: 'no-such-token', user: wrong });
		const results = await requests(store, name, 200);
		expect(fulfilled(results)).toBe(0);
		expect(logins()).toBe(1);
		for (const result of results) {
			expect(String((result as PromiseRejectedResult).reason)).toMatch(
				/The service refused the (user name or password|application token)\. /,
			);
		}
	});
});

describe('our node', () => {
	const read = async (credentials: ReturnType<typeof storeFor>, credential: string, count = 200) =>
		await runAt(
			sim,
			'endpoint get',
			{ endpointId: rl(10001) },
			{ credentials, credential, items: Array.from({ length: count }, () => ({})) },
		);

	test('authenticates once for 200 items when the token has expired', async () => {
		const store = storeFor(sim.url);
		await read(store, TOKEN, 1);
		sim.clock.advance(241 * 60_000);
		const { items } = await read(store, TOKEN);
		expect(items).toHaveLength(200);
		expect(logins()).toBe(2);
	});

	test('sends a wrong password once for 200 items, and gives an error that says what to do', async () => {
		const store = storeFor(sim.url, { user: { ...trial, password: 'Not-the-Passw0rd' } });
		const { items, error } = await read(store, USER);
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service refused the user name or password');
		expect(error?.description).toMatch(/Correct them in the credential\..*three failures lock/);
		expect(logins()).toBe(1);
		expect(sim.ledger().requests).toHaveLength(1);
	});

	test('authenticates once for 20 concurrent executions', async () => {
		const store = storeFor(sim.url);
		const runs = await Promise.all(
			Array.from({ length: 20 }, async () => await read(store, TOKEN, 2)),
		);
		for (const { items } of runs) expect(items).toHaveLength(2);
		expect(logins()).toBe(1);
	});

	test('sends two calls and one authenticate when the service refuses every session', async () => {
		const store = storeFor(sim.url);
		await read(store, TOKEN, 1);
		const before = sim.ledger().requests.length;
		sim.setFaults({ rules: [{ match: { path: '/api/v1/endpoint' }, kind: 'unauthorized' }] });
		const { error } = await read(store, TOKEN, 1);
		expect(error?.message).toMatch(/^The service refused the session, also a new one/);
		expect(error).toMatchObject({ httpCode: '401', context: { outcome: 'refused', status: 401 } });
		expect(
			sim
				.ledger()
				.requests.slice(before)
				.map((r) => [r.path, r.status]),
		).toEqual([
			['/api/v1/endpoint/10001', 401],
			['/api/v1/authenticate', 200],
			['/api/v1/endpoint/10001', 401],
		]);
		sim.clearFaults();
	});
});

describe('a stored session', () => {
	test('provides its token only for the fields that created it, and only for absolute addresses', async () => {
		const store = storeFor(sim.url);
		await requests(store, TOKEN, 1);
		const header = async (changes: IDataObject, url = sim.url) => {
			const fields = { ...store.get(TOKEN), ...changes } as never;
			const { authenticate } = new CellularIotTokenApi();
			if (typeof authenticate !== 'function') throw new Error('not a function');
			const sent = await authenticate(fields, { url });
			return sent.headers?.Authorization;
		};
		expect(await header({})).toBe(`Bearer ${String(store.get(TOKEN).accessToken)}`);
		expect(await header({ baseUrl: 'https://other.example.com' })).toBeUndefined();
		expect(await header({ applicationToken: APPLICATION_TOKENS.enterprise })).toBeUndefined();
		expect(await header({ sessionState: '' })).toBeUndefined();
		// A request to an address without a host goes to this machine.
		for (const url of ['', '/api/v1/endpoint', 'api/v1/endpoint', '//other.example.com/x']) {
			await expect(header({}, url)).rejects.toThrow(
				/it is not sent to an address without its host/,
			);
		}
	});

	test('is not sent to a service at another address, although the credential still holds it', async () => {
		const other = await start({ limits: false, seed: { endpoints: 1 } });
		const store = storeFor(sim.url);
		await requests(store, TOKEN, 1);
		const old = String(store.get(TOKEN).accessToken);
		store.set(TOKEN, { ...store.get(TOKEN), baseUrl: other.url });
		const { items } = await runAt(other, 'endpoint getAll', {}, { credentials: store });
		const seen = other.ledger().requests.map((r) => `${r.path} ${r.status}`);
		await other.close();
		expect(items).toHaveLength(1);
		// A login comes first; the old token is not sent.
		expect(seen).toEqual(['/api/v1/authenticate 200', '/api/v1/endpoint 200']);
		expect(store.get(TOKEN).accessToken).not.toBe(old);
	});

	test('belongs to its workspace: another workspace in the form gets its own token', async () => {
		const store = storeFor(sim.url, { user: { workspaceId: '1002' } });
		await requests(store, USER, 1);
		store.set(USER, { ...store.get(USER), workspaceId: '1001' });
		expect(fulfilled(await requests(store, USER, 1))).toBe(1);
		const [last] = sim.ledger().requests.slice(-1);
		expect(last).toMatchObject({ path: '/api/v1/endpoint', organisationId: 1001, status: 200 });
	});

	test('is renewed by our node before it expires, and stored by n8n', async () => {
		const store = storeFor(sim.url);
		await requests(store, TOKEN, 1);
		const state = JSON.parse(String(store.get(TOKEN).sessionState));
		// By the clock of n8n, the token has 29 minutes left.
		state.tokens.issuedAt = Date.now() - 211 * 60_000;
		state.tokens.expiresAt = Date.now() + 29 * 60_000;
		const before = sim.ledger().requests.length;
		jest.resetModules();
		const fresh = await import('../../support/n8n/n8n');
		const again = fresh.storeFor(sim.url);
		again.set(TOKEN, { ...store.get(TOKEN), sessionState: JSON.stringify(state) });
		const out = await fresh.runNode({
			credentials: again,
			parameters: { resource: 'endpoint', operation: 'getAll' },
		});
		expect(out.items).toHaveLength(3);
		expect(logins()).toBe(2);
		expect(again.get(TOKEN).accessToken).not.toBe(store.get(TOKEN).accessToken);
		const since = sim.ledger().requests.slice(before);
		expect(since.map((r) => r.path)).toEqual(['/api/v1/authenticate', '/api/v1/endpoint']);
	});
});

test('the error of a failed login in n8n gives the reason and contains no secret', async () => {
	const store = storeFor('http://127.0.0.1:1', { user: trial });
	const context = requestContext(store, USER);
	const url = 'http://127.0.0.1:1/api/v1/endpoint';
	const error = await failureOf(
		context.helpers.httpRequestWithAuthentication.call(context, USER, { url }),
	);
	expect(error.message).toMatch(/could not be reached: the connection was refused/);
});
