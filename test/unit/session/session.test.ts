import { accountFrom, hashPassword as ourHash } from '../../../src/account';
import { directTransport } from '../../support/directTransport';
import { Http } from '../../../src/request/http';
import { Lanes } from '../../../src/request/limits/lanes';
import type { Transport, WireRequest } from '../../../src/wire';
import { claimsOf } from '../../../src/session/tokens';
import { failureOf } from '../../support/secrets';
import { HOUR, logins, MINUTE, statusWith, userAccount, Worker } from '../../support/session';
import { useSimulator } from '../../support/useSimulator';
import { APPLICATION_TOKENS, hashPassword, USERS } from '../../../simulator';

const sim = useSimulator();

const trial = (fields = {}) => userAccount(sim, 'trial', fields);
const application = (applicationToken: string = APPLICATION_TOKENS.reseller) =>
	accountFrom('token', { baseUrl: sim.url, applicationToken });

test('the password is sent as SHA-1 in hex, computed without a trailing newline', () => {
	// printf 'secret' | sha1sum
	expect(ourHash('secret')).toBe('e5e9fa1ba31ecd1ae84f75caaa474f3a663f05f4');
	expect(ourHash('secret\n')).toBe(ourHash('secret'));
	expect(ourHash('secret\r\n')).toBe(ourHash('secret'));
	expect(ourHash(' secret ')).not.toBe(ourHash('secret'));
	expect(ourHash(USERS.totp.password)).toBe(hashPassword(USERS.totp.password));
});

test('an application token is exchanged again when its session has less than 30 minutes left', async () => {
	const worker = new Worker(sim, application());
	const first = await worker.token();
	expect(await statusWith(sim, first)).toBe(200);
	sim.clock.advance(209 * MINUTE);
	expect(await worker.token()).toBe(first);
	sim.clock.advance(2 * MINUTE);
	expect(await worker.token()).not.toBe(first);
	expect(logins(sim)).toBe(2);
});

test('a refused application token is sent only once', async () => {
	const worker = new Worker(sim, application('app-token-unknown'));
	const errors = await Promise.all(Array.from({ length: 20 }, () => failureOf(worker.token())));
	expect(new Set(errors.map((e) => e.problem))).toEqual(new Set(['wrongToken']));
	expect(logins(sim)).toBe(1);
});

test('a first login without a usable answer is sent once more', async () => {
	sim.setFaults({ rules: [{ match: { path: 'authenticate' }, kind: 'errorBefore', times: 1 }] });
	expect(await new Worker(sim, application()).status()).toBe(200);
});

describe('a refresh', () => {
	it('happens before the token expires, once for all callers, and stores the new refresh token', async () => {
		sim.seed({ refreshAnswersOnlyAuthToken: false });
		const worker = new Worker(sim, trial());
		const first = await worker.token();
		for (let round = 1; round <= 3; round++) {
			sim.clock.advance(211 * MINUTE);
			const tokens = await Promise.all(Array.from({ length: 50 }, () => worker.token()));
			expect(new Set(tokens).size).toBe(1);
			expect(tokens[0]).not.toBe(first);
			expect(logins(sim)).toBe(1 + round);
		}
		// The password was not sent again, so that even a locked account would keep its session.
		expect(JSON.parse(worker.store.state).tokens.refreshToken).toBeDefined();
	});

	it('works after the token has expired, within 350 minutes of its issue', async () => {
		const sent: WireRequest[] = [];
		const worker = new Worker(sim, trial(), undefined, async (request) => {
			sent.push(request);
			return await directTransport(request);
		});
		await worker.token();
		sim.clock.advance(349 * MINUTE);
		expect(await worker.status()).toBe(200);
		expect(Object.keys(JSON.parse(sent[1]?.body ?? ''))).toEqual(['refresh_token']);

		sim.clock.advance(351 * MINUTE);
		expect(await worker.status()).toBe(200);
		expect(Object.keys(JSON.parse(sent[2]?.body ?? ''))).toEqual(['username', 'password']);
	});

	it('that returns no new refresh token reuses the old one once, then logs in', async () => {
		sim.seed({ refreshAnswersOnlyAuthToken: true });
		const worker = new Worker(sim, trial());
		await worker.token();
		sim.clock.advance(211 * MINUTE);
		await worker.token();
		expect(logins(sim)).toBe(2);
		expect(JSON.parse(worker.store.state).tokens).toMatchObject({ keptOnce: true });
		sim.clock.advance(211 * MINUTE);
		// The service does not accept it twice: the refresh is refused, and a login follows.
		expect(await worker.status()).toBe(200);
		expect(logins(sim)).toBe(4);
		expect(JSON.parse(worker.store.state).tokens.keptOnce).toBeUndefined();
	});

	it('does not use the same refresh token a third time, even if the service accepts it', async () => {
		const sent: string[] = [];
		const worker = new Worker(sim, trial(), undefined, async ({ body }) => {
			const { refresh_token: used } = JSON.parse(body ?? '{}') as { refresh_token?: string };
			sent.push(used ?? 'login');
			const auth_token = `token-${sent.length}`;
			const answer = used ? { auth_token } : { auth_token, refresh_token: 'refresh-1' };
			return { status: 200, headers: {}, body: answer };
		});
		for (let round = 0; round < 4; round++) {
			await worker.token();
			sim.clock.advance(211 * MINUTE);
		}
		expect(sent).toEqual(['login', 'refresh-1', 'refresh-1', 'login']);
	});

	it('that is refused is followed by an unattended login', async () => {
		const worker = new Worker(sim, userAccount(sim, 'totp'));
		await worker.token();
		// Another client logs in and makes the refresh token invalid.
		sim.clock.advance(31_000);
		await new Worker(sim, userAccount(sim, 'totp')).token();
		sim.clock.advance(211 * MINUTE);
		expect(await worker.status()).toBe(200);
	});

	it('that fails for another reason leaves the valid token in use', async () => {
		const worker = new Worker(sim, trial());
		const first = await worker.token();
		sim.clock.advance(211 * MINUTE);
		sim.setFaults({ rules: [{ match: { path: 'authenticate' }, kind: 'errorBefore' }] });
		expect(await worker.token()).toBe(first);
		const tried = logins(sim);
		expect(await worker.token()).toBe(first);
		expect(logins(sim)).toBe(tried);
		sim.clearFaults();
		sim.clock.advance(MINUTE);
		expect(await worker.token()).not.toBe(first);
	});

	it('that fails for an application token also leaves the valid token in use', async () => {
		const worker = new Worker(sim, application());
		const first = await worker.token();
		sim.clock.advance(211 * MINUTE);
		sim.setFaults({ rules: [{ match: { path: 'authenticate' }, kind: 'refuse' }] });
		expect(await worker.token()).toBe(first);
	});

	it('is not resent when its answer is lost, and a login follows', async () => {
		const worker = new Worker(sim, trial());
		await worker.token();
		sim.clock.advance(250 * MINUTE);
		sim.setFaults({ rules: [{ match: { path: 'authenticate' }, kind: 'resetAfter', times: 1 }] });
		expect(await worker.status()).toBe(200);
		expect(logins(sim)).toBe(3);
	});

	it('that fails together with its login stops further attempts for half a minute', async () => {
		let sent = 0;
		const counted: Transport = async (request) => {
			sent += 1;
			return await directTransport(request);
		};
		const worker = new Worker(sim, trial(), { state: '' }, counted);
		await worker.token();
		sim.clock.advance(250 * MINUTE);
		sim.setFaults({
			rules: [{ match: { path: 'authenticate' }, kind: 'errorBefore', status: 503 }],
		});
		sent = 0;
		for (let executions = 0; executions < 20; executions++) await failureOf(worker.token());
		expect(sent).toBeLessThanOrEqual(2);
		sim.clearFaults();
		sim.clock.advance(31_000);
		expect(await worker.status()).toBe(200);
	});
});

describe('a 401', () => {
	it('for a replaced token is answered with the newer token', async () => {
		const worker = new Worker(sim, trial());
		const old = await worker.token();
		sim.revokeTokens();
		const newer = await worker.token(old);
		expect(logins(sim)).toBe(2);
		const late = await Promise.all(Array.from({ length: 30 }, () => worker.token(old)));
		expect(new Set(late)).toEqual(new Set([newer]));
		expect(logins(sim)).toBe(2);
	});

	it('during a renewal of its token ends with a newer token', async () => {
		const worker = new Worker(sim, trial());
		const old = await worker.token();
		sim.clock.advance(211 * MINUTE);
		sim.setFaults({ rules: [{ match: { path: 'authenticate' }, kind: 'errorBefore', times: 1 }] });
		// The early renewal fails: the first caller keeps the old token, the second must not.
		const [ahead, refused] = await Promise.all([worker.token(), worker.token(old)]);
		expect(ahead).toBe(old);
		expect(refused).not.toBe(old);
		expect(await statusWith(sim, refused)).toBe(200);
	});
});

describe('a refused password', () => {
	it('is sent once for all waiting callers, and not again for five minutes', async () => {
		const worker = new Worker(sim, trial({ password: 'Wrong-Passw0rd' }));
		const errors = await Promise.all(Array.from({ length: 200 }, () => failureOf(worker.token())));
		expect(new Set(errors.map((e) => e.message))).toEqual(
			new Set(['The service refused the user name or password']),
		);
		sim.clock.advance(4.9 * MINUTE);
		await failureOf(worker.token());
		expect(logins(sim)).toBe(1);
		sim.clock.advance(0.2 * MINUTE);
		await failureOf(worker.token());
		expect(logins(sim)).toBe(2);
	});

	it('works immediately after it is corrected', async () => {
		await failureOf(new Worker(sim, trial({ password: 'Wrong-Passw0rd' })).token());
		expect(await new Worker(sim, trial()).status()).toBe(200);
	});

	it('that has locked the account gives an error with the time to wait', async () => {
		for (const password of ['a', 'b', 'c']) {
			await failureOf(new Worker(sim, trial({ password })).token());
		}
		const worker = new Worker(sim, trial());
		const error = await failureOf(worker.token());
		expect(error.message).toMatch(/has locked the account after three failed logins/);
		expect(error.hint).toMatch(/Wait five minutes/);
		await failureOf(worker.token());
		expect(logins(sim)).toBe(4);
		sim.clock.advance(5 * MINUTE + 1000);
		expect(await worker.status()).toBe(200);
	});
});

describe('a stored session', () => {
	it('is not used for another base URL, user or password', async () => {
		const worker = new Worker(sim, trial());
		await worker.token();
		const { state } = worker.store;
		const others = [
			userAccount(sim, 'trial', { baseUrl: `${sim.url}/elsewhere` }),
			userAccount(sim, 'trial', { username: 'someone@example.com' }),
			userAccount(sim, 'trial', { password: 'another one' }),
			application(),
		];
		for (const account of others) {
			const other = new Worker(sim, account, { state });
			other.session.adopt(JSON.parse(state), sim.clock.now());
			expect(other.session.stored(account)).toBeUndefined();
		}
	});

	it('keeps the trusted device when only the password changes', async () => {
		const worker = new Worker(sim, userAccount(sim, 'totp'));
		await worker.token();
		const user = sim.store.users.get(USERS.totp.id)!;
		user.passwordSha1 = hashPassword('A-new-Passw0rd');
		const changed = userAccount(sim, 'totp', { password: 'A-new-Passw0rd' });
		const after = new Worker(sim, changed, worker.store);
		expect(await after.status()).toBe(200);
		// One more call: the trusted device needs no code.
		expect(logins(sim)).toBe(3);
	});
});

/** Lists endpoints with the token of a worker; gives the statuses of the list, and the logins between. */
async function answersTo(worker: Worker): Promise<Array<number | 'login'>> {
	const before = sim.ledger().requests.length;
	const lanes = new Lanes();
	const http = new Http({
		baseUrl: sim.url,
		transport: directTransport,
		lanes: () => lanes,
		// The store is left as it is.
		token: async (refused) => (await worker.session.token(worker.logins, { refused })).authToken,
		isOwnToken: (token) => worker.session.isOwn(token),
		clock: sim.clock,
		sleep: async (ms) => sim.clock.advance(ms),
		random: () => 0.5,
	});
	const list = { method: 'GET', path: '/api/v1/endpoint', effect: 'read', lane: 'list' } as const;
	await http.request({ ...list, what: 'endpoint: getAll' }).catch(() => {});
	const since = sim.ledger().requests.slice(before);
	const shown = since.filter(({ path }) => path === list.path || path.endsWith('/authenticate'));
	return shown.map(({ path, status }) => (path === list.path ? status : 'login'));
}

describe('workers that share a store', () => {
	it('use the session that the first worker has stored', async () => {
		const store = { state: '' };
		const [first, second] = [new Worker(sim, trial(), store), new Worker(sim, trial(), store)];
		const token = await first.token();
		expect(await second.token()).toBe(token);
		sim.clock.advance(211 * MINUTE);
		const renewed = await first.token();
		expect(await second.token()).toBe(renewed);
		expect(logins(sim)).toBe(2);
	});

	it('all end with a valid session when they renew at the same time', async () => {
		const store = { state: '' };
		const workers = Array.from({ length: 8 }, () => new Worker(sim, trial(), store));
		await workers[0]!.token();
		for (const worker of workers) worker.session.adopt(JSON.parse(store.state), sim.clock.now());
		for (let round = 0; round < 5; round++) {
			sim.clock.advance(4 * HOUR + MINUTE);
			const tokens = await Promise.all(workers.map(async (worker) => await worker.token()));
			for (const token of tokens) expect(await statusWith(sim, token)).toBe(200);
		}
	});

	it('go on when the service has ended the sessions of two of them, and one is stored late', async () => {
		const [worker, late] = [new Worker(sim, application()), new Worker(sim, application())];
		await worker.token();
		sim.clock.advance(MINUTE);
		await late.token();
		sim.revokeTokens();
		worker.store.state = late.store.state;
		expect(await answersTo(worker)).toEqual([401, 401, 'login', 200]);
	});

	it('go on in a workspace, too', async () => {
		const account = userAccount(sim, 'totp', { workspaceId: 1002 });
		const [worker, late] = [new Worker(sim, account), new Worker(sim, account)];
		await worker.token();
		sim.clock.advance(MINUTE);
		await late.token();
		sim.clock.advance(MINUTE);
		sim.revokeTokens();
		worker.store.state = late.store.state;
		expect(await answersTo(worker)).toEqual([401, 'login', 200]);
	});

	it('use the workspace that the first worker has switched to', async () => {
		const store = { state: '' };
		const account = userAccount(sim, 'totp', { workspaceId: 1002 });
		const token = await new Worker(sim, account, store).token();
		const second = new Worker(sim, account, store);
		// What is read with the credential.
		second.session.adopt(JSON.parse(store.state), sim.clock.now());
		expect(await second.token()).toBe(token);
		expect(sim.ledger().counters.workspaceSwitches).toBe(1);
	});

	it('log in once for a service that refuses every session', async () => {
		const worker = new Worker(sim, application());
		await worker.token();
		sim.setFaults({ rules: [{ match: { path: '/api/v1/endpoint' }, kind: 'unauthorized' }] });
		expect(await answersTo(worker)).toEqual([401, 'login', 401]);
		sim.clearFaults();
	});

	it('switch once more, without a login, in a workspace for which every token is refused', async () => {
		const worker = new Worker(sim, userAccount(sim, 'totp', { workspaceId: 1002 }));
		await worker.token();
		sim.setFaults({ rules: [{ match: { path: '/api/v1/endpoint' }, kind: 'unauthorized' }] });
		expect(await answersTo(worker)).toEqual([401, 401]);
		sim.clearFaults();
	});

	it('do not take back a session that a clock two days ahead has dated', async () => {
		const store = { state: '' };
		const ahead = new Worker(sim, trial(), store);
		ahead.host.clock = { now: () => sim.clock.now() + 48 * HOUR };
		const old = await ahead.token();
		sim.clock.advance(5 * HOUR);
		const worker = new Worker(sim, trial(), store);
		const fresh = await worker.session.token(worker.logins);
		expect(fresh.authToken).not.toBe(old);
		// The store still holds the other one.
		worker.session.adopt(JSON.parse(store.state), sim.clock.now());
		expect(await worker.token()).toBe(fresh.authToken);
		expect(await statusWith(sim, fresh.authToken)).toBe(200);
	});

	it('treat a damaged store as empty', async () => {
		const worker = new Worker(sim, trial(), { state: '{"binding":7' });
		expect(await worker.status()).toBe(200);
	});
});

describe('a workspace', () => {
	const at = (workspaceId: number) => userAccount(sim, 'totp', { workspaceId });
	const organisation = (token: string) => claimsOf(token).organisationId;

	it('is switched to once, and again when the session has been renewed', async () => {
		const worker = new Worker(sim, at(1002));
		const token = await worker.token();
		expect(organisation(token)).toBe(1002);
		await Promise.all(Array.from({ length: 20 }, () => worker.token()));
		expect(sim.ledger().counters.workspaceSwitches).toBe(1);
		sim.clock.advance(211 * MINUTE);
		expect(organisation(await worker.token())).toBe(1002);
		expect(sim.ledger().counters.workspaceSwitches).toBe(2);
	});

	it('is not confused with the previous workspace of the credential', async () => {
		const before = new Worker(sim, at(1002));
		await before.token();
		const after = new Worker(sim, at(1001), before.store);
		expect(organisation(await after.token())).toBe(1001);
		expect(logins(sim)).toBe(2);
	});

	it('is kept when a revoked session is replaced', async () => {
		const worker = new Worker(sim, at(1002));
		const token = await worker.token();
		sim.revokeTokens();
		sim.clock.advance(31_000);
		const newer = await worker.token(token);
		expect(organisation(newer)).toBe(1002);
		expect(await statusWith(sim, newer)).toBe(200);
	});

	it('that the user may not enter is named in the error, also after a renewal of the session', async () => {
		const worker = new Worker(sim, at(1004));
		expect((await failureOf(worker.token())).message).toBe(
			'The service refused to switch to the workspace 1004',
		);
		sim.revokeTokens();
		sim.clock.advance(31_000);
		expect((await failureOf(worker.token())).problem).toBe('noWorkspace');
	});
});

describe('the server at the base URL', () => {
	const answering = (status: number, body: unknown, headers = {}) =>
		new Worker(sim, trial(), undefined, async () => ({ status, body, headers }));

	it.each([
		['a page', 200, '<!doctype html><title>Sign in</title>'],
		['a missing page', 404, '<h1>Not found</h1>'],
		['a page that accepts no POST', 405, ''],
		['a redirect to a page', 302, ''],
		['other JSON', 200, { hello: 'world' }],
	])('is reported as not the service when it answers with %s', async (_name, status, body) => {
		const worker = answering(status, body);
		const error = await failureOf(worker.token());
		expect(error.message).toMatch(/The server at the Base URL is not the connectivity service/);
		expect(error.hint).toMatch(/Correct the Base URL/);
	});

	it.each([
		['a refusal', 400, /could not read the request: no/],
		['a failure', 500, /failed \(500\): no/],
		['an outage', 503, /failed \(503\): no/],
	])('is taken for the service when it answers with %s', async (_name, status, message) => {
		const error = await failureOf(answering(status, { message: 'no' }).token());
		expect(error.message).toMatch(message);
		expect(error.hint).not.toMatch(/Base URL/);
	});

	it('is asked again half a minute after such an answer', async () => {
		const sent: WireRequest[] = [];
		let broken = true;
		const worker = new Worker(sim, trial(), undefined, async (request) => {
			sent.push(request);
			return broken ? { status: 404, headers: {}, body: '' } : await directTransport(request);
		});
		await failureOf(worker.token());
		broken = false;
		expect((await failureOf(worker.token())).problem).toBe('notTheService');
		expect(sent).toHaveLength(1);
		sim.clock.advance(30_000);
		expect(await worker.status()).toBe(200);
	});

	it('is reported when it cannot be reached', async () => {
		const account = trial({ baseUrl: 'http://127.0.0.1:1' });
		const error = await failureOf(new Worker(sim, account).token());
		expect(error.message).toMatch(/could not be reached: the connection was refused/);
		expect(error.hint).toMatch(/Check the Base URL/);
	});
});

test('a refused workspace is requested once a minute for all items', async () => {
	const worker = new Worker(sim, userAccount(sim, 'totp'));
	let setBackMs = 0;
	const now = () => sim.clock.now();
	worker.host.clock = { now: () => now() - setBackMs, monotonic: now };
	const there = async (workspaceId: number) =>
		await worker.session.token(worker.logins, { workspaceId });
	for (let item = 0; item < 20; item++) {
		expect(await failureOf(there(999_999))).toMatchObject({ problem: 'noWorkspace' });
	}
	expect(sim.ledger().counters.workspaceSwitches).toBe(1);
	expect((await there(1002)).authToken).toEqual(expect.any(String));
	// A minute later, even if the clock of n8n has been set back.
	setBackMs = HOUR;
	sim.clock.advance(MINUTE);
	await failureOf(there(999_999));
	expect(sim.ledger().counters.workspaceSwitches).toBe(3);
});
