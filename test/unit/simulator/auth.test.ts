import { APPLICATION_TOKENS, ORGANISATIONS, USERS } from '../../../simulator';
import {
	claimsOf,
	credentials,
	login,
	send,
	startBench,
	times,
	useBench,
	refusalOf,
} from './support';

const MINUTE = 60_000;

describe('authentication', () => {
	const { bench } = useBench();
	const list = (token: string) => bench.as(token)('GET', '/api/v1/endpoint');

	it('exchanges an application token for an auth_token without refresh_token', async () => {
		const { status, body } = await bench.authenticate({
			application_token: APPLICATION_TOKENS.reseller,
		});
		expect(status).toBe(200);
		expect(Object.keys(body)).toEqual(['auth_token']);
		const { exp, iat, ...claims } = claimsOf(body.auth_token);
		expect(claims).toEqual({
			iss: expect.any(String),
			aud: expect.any(String),
			'esc.org': ORGANISATIONS.reseller,
			'esc.orgName': 'Example Reseller',
			'esc.app': expect.any(Number),
			api_key: expect.any(String),
		});
		expect(exp - iat).toBe(240 * 60);
		const [header = ''] = body.auth_token.split('.');
		expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS384' });
		expect((await list(APPLICATION_TOKENS.reseller)).status).toBe(401);
	});

	it('logs a trial user in without a code, and does not name the user in the token', async () => {
		const { body } = await bench.authenticate(credentials('trial'));
		expect(Object.keys(body).sort()).toEqual(['auth_token', 'refresh_token']);
		expect(claimsOf(body.auth_token)['esc.org']).toBe(ORGANISATIONS.enterprise);
		expect(JSON.stringify(claimsOf(body.auth_token))).not.toContain(`"${USERS.trial.id}"`);
		expect(Object.keys(claimsOf(body.auth_token))).not.toContain('esc.user');
	});

	it('issues tokens that are valid for seven days when set to', async () => {
		bench.sim.seed({ authTokenMinutes: 7 * 24 * 60 });
		const token = await bench.tokenOf('reseller');
		const { exp, iat } = claimsOf(token);
		expect(exp - iat).toBe(604_800);
		bench.sim.clock.advance(7 * 24 * 60 * MINUTE - 10_000);
		expect((await list(token)).status).toBe(200);
		bench.sim.clock.advance(20_000);
		expect((await list(token)).body.error_code).toBe(1103);
	});

	it('accepts only the SHA-1 of the password, and refuses with 401 and an empty body', async () => {
		const clear = await bench.authenticate({ ...USERS.trial });
		expect([clear.status, clear.text]).toEqual([401, '']);
		const unknown = await bench.authenticate({ username: 'nobody@example.com', password: 'x' });
		expect([unknown.status, unknown.text]).toEqual([401, '']);
	});

	it('locks the account for five minutes after three failures in a row', async () => {
		const wrong = { ...credentials('trial'), password: 'wrong' };
		await times(2, () => bench.authenticate(wrong));
		expect((await bench.authenticate(credentials('trial'))).status).toBe(200);
		await times(3, async () => expect((await bench.authenticate(wrong)).text).toBe(''));
		const locked = await bench.authenticate(credentials('trial'));
		expect([locked.status, locked.body.error_token]).toEqual([401, 'TooManyRequests']);
		bench.sim.clock.advance(5 * MINUTE - 10_000);
		expect((await bench.authenticate(credentials('trial'))).status).toBe(401);
		bench.sim.clock.advance(10_001);
		expect((await bench.authenticate(credentials('trial'))).status).toBe(200);
	});

	it("expires auth_token after 240 minutes by the simulator's clock", async () => {
		const { auth_token } = await login(bench.sim, 'trial');
		bench.sim.clock.advance(239 * MINUTE);
		expect((await list(auth_token)).status).toBe(200);
		bench.sim.clock.advance(MINUTE + 1000);
		expect(refusalOf(await list(auth_token))).toEqual([401, 1103]);
	});

	it('refuses forged and unsigned tokens with 1102, and text that is no JWT with only a message', async () => {
		const token = await bench.tokenOf('reseller');
		const [, payload] = token.split('.');
		const none = Buffer.from('{"alg":"none"}').toString('base64url');
		const refusal = async (bad?: string) => {
			const { status, body } = await send(bench.sim.url, 'GET', '/api/v1/endpoint', undefined, bad);
			return { status, ...body };
		};
		for (const bad of [`${token}x`, `${none}.${payload}.`])
			expect(await refusal(bad)).toMatchObject({ status: 401, error_code: 1102 });
		for (const bad of [undefined, 'x', APPLICATION_TOKENS.reseller])
			expect(await refusal(bad)).toEqual({ status: 401, message: expect.any(String) });
	});

	it('accepts each refresh_token once, within 350 minutes', async () => {
		bench.sim.seed({ refreshAnswersOnlyAuthToken: false });
		const { refresh_token } = await login(bench.sim, 'trial');
		const next = await bench.authenticate({ refresh_token });
		expect(Object.keys(next.body).sort()).toEqual(['auth_token', 'refresh_token']);
		const again = await bench.authenticate({ refresh_token });
		expect([again.status, again.text]).toEqual([401, '']);
		bench.sim.clock.advance(349 * MINUTE);
		const inTime = await bench.authenticate({ refresh_token: next.body.refresh_token });
		expect(inTime.status).toBe(200);
		bench.sim.clock.advance(351 * MINUTE);
		const late = await bench.authenticate({ refresh_token: inTime.body.refresh_token });
		expect(late.status).toBe(401);
	});

	it('invalidates refresh tokens at a new login', async () => {
		const { refresh_token } = await login(bench.sim, 'trial');
		await login(bench.sim, 'trial');
		expect((await bench.authenticate({ refresh_token })).status).toBe(401);
	});

	it('answers a refresh without a new refresh_token, as recorded', async () => {
		const { refresh_token } = await login(bench.sim, 'trial');
		const { body } = await bench.authenticate({ refresh_token });
		expect(Object.keys(body)).toEqual(['auth_token']);
	});

	it.each(['totp', 'mail'] as const)('asks the %s user for a code', async (name) => {
		const first = await bench.authenticate(credentials(name));
		expect(Object.keys(first.body)).toEqual(['mfa_token']);
		const { mfa_token } = first.body;
		const code = bench.sim.codeFor(USERS[name].username);
		expect(code).toMatch(/^\d{6}$/);
		const wrong = code === '000000' ? '111111' : '000000';
		const refused = await bench.authenticate({ mfa_token, code: wrong });
		expect([refused.status, refused.text]).toEqual([401, '']);
		const done = await bench.authenticate({ mfa_token, code });
		expect(Object.keys(done.body).sort()).toEqual(['auth_token', 'refresh_token']);
		expect((await bench.authenticate({ mfa_token, code })).status).toBe(401);
	});

	it('counts wrong codes as failed logins', async () => {
		const { body } = await bench.authenticate(credentials('mail'));
		const code = bench.sim.codeFor(USERS.mail.username);
		const wrong = code === '000000' ? '111111' : '000000';
		await times(3, () => bench.authenticate({ mfa_token: body.mfa_token, code: wrong }));
		const locked = await bench.authenticate({ mfa_token: body.mfa_token, code });
		expect(locked.body.error_token).toBe('TooManyRequests');
	});

	it.each([
		[19 * MINUTE, 200],
		[20 * MINUTE + 1, 401],
	])('answers an e-mailed code after %d ms with %d', async (afterMs, status) => {
		const { body } = await bench.authenticate(credentials('mail'));
		const code = bench.sim.codeFor(USERS.mail.username);
		bench.sim.clock.advance(afterMs);
		expect((await bench.authenticate({ ...body, code })).status).toBe(status);
	});

	it('accepts an authenticator code once, and up to one time step late', async () => {
		const at = Date.parse('2027-01-01T00:00:10Z');
		const loginWith = async (code: string) => {
			const { body } = await bench.authenticate(credentials('totp'));
			return (await bench.authenticate({ ...body, code })).status;
		};
		bench.sim.clock.set(at);
		const code = bench.sim.codeFor(USERS.totp.username);
		bench.sim.clock.set(at + 30_000);
		expect(await loginWith(code)).toBe(200);
		expect(await loginWith(code)).toBe(401);
		const next = bench.sim.codeFor(USERS.totp.username);
		bench.sim.clock.set(at + 60_000);
		expect(await loginWith(next)).toBe(200);
		const old = bench.sim.codeFor(USERS.totp.username);
		bench.sim.clock.set(at + 200_000);
		expect(await loginWith(old)).toBe(401);
	});

	it('refuses a trusted device without a fingerprint, or with a name that is not a string', async () => {
		const { mfa_token } = (await bench.authenticate(credentials('totp'))).body;
		const code = bench.sim.codeFor(USERS.totp.username);
		for (const trusted_device of [{ name: 'n8n' }, { fingerprint: 'device-1', name: 5 }])
			expect((await bench.authenticate({ mfa_token, code, trusted_device })).status).toBe(422);
		const trusted_device = { fingerprint: 'device-1' };
		expect((await bench.authenticate({ mfa_token, code, trusted_device })).status).toBe(200);
	});

	it('skips the code for 90 days on a trusted device', async () => {
		const first = await bench.authenticate(credentials('totp'));
		await bench.authenticate({
			...first.body,
			code: bench.sim.codeFor(USERS.totp.username),
			trusted_device: { fingerprint: 'device-1', name: 'n8n' },
		});
		const withDevice = (fingerprint: string) =>
			bench.authenticate({ ...credentials('totp'), fingerprint });
		expect((await withDevice('device-1')).body.auth_token).toBeDefined();
		expect((await withDevice('device-2')).body.mfa_token).toBeDefined();
		bench.sim.clock.advance(90 * 24 * 60 * MINUTE - MINUTE);
		expect((await withDevice('device-1')).body.auth_token).toBeDefined();
		bench.sim.clock.advance(MINUTE + 1);
		expect((await withDevice('device-1')).body.mfa_token).toBeDefined();
	});

	it('switches the workspace of a user login, and keeps the source token valid', async () => {
		const { auth_token } = await login(bench.sim, 'totp');
		const path = '/api/v1/authenticate/workspace';
		const target = { target_organisation: { id: ORGANISATIONS.enterprise } };
		const { status, body } = await bench.as(auth_token)('POST', path, target);
		expect(status).toBe(200);
		expect(claimsOf(body.auth_token)['esc.org']).toBe(ORGANISATIONS.enterprise);
		expect((await list(auth_token)).status).toBe(200);
		const foreign = { target_organisation: { id: ORGANISATIONS.networkOperator } };
		expect((await bench.as(auth_token)('POST', path, foreign)).status).toBe(403);
		expect((await (await bench.app())('POST', path, target)).status).toBe(403);
	});

	it('revokes all tokens, or all but the refresh tokens', async () => {
		bench.sim.seed({ refreshAnswersOnlyAuthToken: false });
		const first = await login(bench.sim, 'trial');
		bench.sim.revokeTokens({ keepRefresh: true });
		expect((await list(first.auth_token)).status).toBe(401);
		const next = await bench.authenticate({ refresh_token: first.refresh_token });
		expect(next.status).toBe(200);
		bench.sim.revokeTokens();
		const { auth_token, refresh_token } = next.body;
		expect((await list(auth_token)).status).toBe(401);
		expect((await bench.authenticate({ refresh_token })).status).toBe(401);
	});

	it('keeps secrets out of the ledger', async () => {
		bench.sim.seed({ recordBodies: true });
		const { auth_token, refresh_token } = await login(bench.sim, 'mail');
		await list(auth_token);
		const text = JSON.stringify(bench.sim.ledger());
		expect(text).toContain('/api/v1/authenticate');
		const { password } = credentials('mail');
		for (const secret of [auth_token, refresh_token, password]) expect(text).not.toContain(secret);
	});
});

it('accepts 100 authenticate calls in five minutes, then answers 429', async () => {
	const bench = await startBench({ limits: 'documented' });
	const body = { application_token: APPLICATION_TOKENS.reseller };
	for (let call = 0; call < 100; call += 1)
		expect((await bench.authenticate(body)).status).toBe(200);
	expect(refusalOf(await bench.authenticate(body))).toEqual([429, 1105]);
	bench.sim.clock.advance(5 * MINUTE + 1);
	expect((await bench.authenticate(body)).status).toBe(200);
	await bench.sim.close();
});
