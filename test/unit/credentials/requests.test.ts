import type { IDataObject } from 'n8n-workflow';

import { CellularIotTokenApi } from '../../../credentials/CellularIotTokenApi.credentials';
import { APPLICATION_TOKENS, start, USERS } from '../../../simulator';
import { requestContext } from '../../support/n8n/credentialTest';
import { storeFor } from '../../support/n8n/n8n';
import { failureOf } from '../../support/secrets';
import { runAt, simulated } from '../../support/simulator';
import { rl } from '../nodes/rows/rowTypes';

/* The credentials as every node of n8n uses them: our own, and the HTTP Request node. */

const sim = simulated({ seed: { endpoints: 3 } }, 'kept');
beforeEach(async () => await sim.reset());

const USER = 'cellularIotUserApi';
const TOKEN = 'cellularIotTokenApi';
const logins = () => sim.ledger().counters.authenticate;
const { username, password } = USERS.trial;
const trial: IDataObject = { username, password, mfaMethod: 'none' };

/** Requests of the HTTP Request node with the credential, all at once. */
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
])('%s: 200 requests at once', (name, user) => {
	test('on a missing token: one authenticate', async () => {
		const store = storeFor(sim.url, { user });
		expect(fulfilled(await requests(store, name, 200))).toBe(200);
		expect(logins()).toBe(1);
	});

	test('on a token that has ended: one authenticate', async () => {
		const store = storeFor(sim.url, { user });
		await requests(store, name, 1);
		sim.clock.advance(241 * 60_000);
		expect(fulfilled(await requests(store, name, 200))).toBe(200);
		expect(logins()).toBe(2);
	});

	test('on a revoked session: one authenticate', async () => {
		const store = storeFor(sim.url, { user });
		await requests(store, name, 1);
		sim.revokeTokens();
		expect(fulfilled(await requests(store, name, 200))).toBe(200);
		expect(logins()).toBe(2);
	});

	test('on values that are refused: one authenticate, and a readable error', async () => {
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

describe('our node, 200 items', () => {
	const read = async (credentials: ReturnType<typeof storeFor>, credential: string, count = 200) =>
		await runAt(
			sim,
			'endpoint get',
			{ endpointId: rl(10001) },
			{ credentials, credential, items: Array.from({ length: count }, () => ({})) },
		);

	test('on a token that has ended: one authenticate, 200 answers', async () => {
		const store = storeFor(sim.url);
		await read(store, TOKEN, 1);
		sim.clock.advance(241 * 60_000);
		const { items } = await read(store, TOKEN);
		expect(items).toHaveLength(200);
		expect(logins()).toBe(2);
	});

	test('on a wrong password: one authenticate, one error that says what to do', async () => {
		const store = storeFor(sim.url, { user: { ...trial, password: 'Not-the-Passw0rd' } });
		const { items, error } = await read(store, USER);
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service refused the user name or password');
		expect(error?.description).toMatch(/Correct them in the credential\..*three failures lock/);
		expect(logins()).toBe(1);
		expect(sim.ledger().requests).toHaveLength(1);
	});

	test('in 20 executions at once: one authenticate', async () => {
		const store = storeFor(sim.url);
		const runs = await Promise.all(
			Array.from({ length: 20 }, async () => await read(store, TOKEN, 2)),
		);
		for (const { items } of runs) expect(items).toHaveLength(2);
		expect(logins()).toBe(1);
	});

	test('a session that the service refuses for good costs two calls and one authenticate', async () => {
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
	test('is used by the next execution, and its token goes nowhere else', async () => {
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
		// Relative to nothing, a request goes to this machine.
		for (const url of ['', '/api/v1/endpoint', 'api/v1/endpoint', '//other.example.com/x']) {
			await expect(header({}, url)).rejects.toThrow(
				/it is not sent to an address without its host/,
			);
		}
	});

	test('never reaches a service at another address, although it stands in the credential', async () => {
		const other = await start({ limits: false, seed: { endpoints: 1 } });
		const store = storeFor(sim.url);
		await requests(store, TOKEN, 1);
		const old = String(store.get(TOKEN).accessToken);
		store.set(TOKEN, { ...store.get(TOKEN), baseUrl: other.url });
		const { items } = await runAt(other, 'endpoint getAll', {}, { credentials: store });
		const seen = other.ledger().requests.map((r) => `${r.path} ${r.status}`);
		await other.close();
		expect(items).toHaveLength(1);
		// A login first, and no token that this service would have had to refuse.
		expect(seen).toEqual(['/api/v1/authenticate 200', '/api/v1/endpoint 200']);
		expect(store.get(TOKEN).accessToken).not.toBe(old);
	});

	test('belongs to its workspace: another one in the form gets a token of its own', async () => {
		const store = storeFor(sim.url, { user: { workspaceId: '1002' } });
		await requests(store, USER, 1);
		store.set(USER, { ...store.get(USER), workspaceId: '1001' });
		expect(fulfilled(await requests(store, USER, 1))).toBe(1);
		const [last] = sim.ledger().requests.slice(-1);
		expect(last).toMatchObject({ path: '/api/v1/endpoint', organisationId: 1001, status: 200 });
	});

	test('is renewed ahead of its end by our node, and stored by n8n', async () => {
		const store = storeFor(sim.url);
		await requests(store, TOKEN, 1);
		const state = JSON.parse(String(store.get(TOKEN).sessionState));
		// The rest of its life, by this side's clock: 29 minutes.
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

test('a login that fails inside n8n says why, and carries no secret', async () => {
	const store = storeFor('http://127.0.0.1:1', { user: trial });
	const context = requestContext(store, USER);
	const url = 'http://127.0.0.1:1/api/v1/endpoint';
	const error = await failureOf(
		context.helpers.httpRequestWithAuthentication.call(context, USER, { url }),
	);
	expect(error.message).toMatch(/could not be reached: the connection was refused/);
});
