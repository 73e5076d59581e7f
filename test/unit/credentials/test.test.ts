import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

import { USERS } from '../../../simulator';
import { requestContext, testCredential } from '../../support/n8n/credentialTest';
import { storeFor } from '../../support/n8n/n8n';
import { type Delivered, WebhookWorkflow } from '../../support/n8n/triggers';
import { simulated } from '../../support/simulator';
import { credentialsFor } from '../triggers/support';

// The clock jumps over all waits.
jest.mock('../../../src/ports', () => jest.requireActual<object>('../../support/movedPorts'));

/* The text below the form after a test of the credential (n8n shows one sentence and no hint). */

const sim = simulated({ seed: { endpoints: 2 } }, 'kept');
beforeEach(async () => await sim.reset());

const USER = 'cellularIotUserApi';
const TOKEN = 'cellularIotTokenApi';
const logins = () => sim.ledger().counters.authenticate;
const user = (name: keyof typeof USERS) => ({
	username: USERS[name].username,
	password: USERS[name].password,
	mfaMethod: { totp: 'totp', mail: 'code', restricted: 'code', trial: 'none' }[name],
});

test('accepts a valid application token', async () => {
	const store = storeFor(sim.url);
	expect(await testCredential(store, TOKEN)).toBe('Connection successful!');
	expect(store.get(TOKEN).accessToken).not.toBe('');
	expect(logins()).toBe(1);
});

test('accepts a valid authenticator app, and stores its fingerprint only in the session state', async () => {
	const store = storeFor(sim.url);
	expect(await testCredential(store, USER)).toBe('Connection successful!');
	const { accessToken, sessionState, ...rest } = store.get(USER);
	expect(JSON.parse(String(sessionState)).tokens.authToken).toBe(accessToken);
	expect(JSON.stringify(rest)).not.toContain(JSON.parse(String(sessionState)).fingerprint);
});

test('asks for a one-time code in the first test, accepts it in the second, and needs none in the third', async () => {
	const store = storeFor(sim.url);
	expect(await testCredential(store, USER, { ...user('mail'), oneTimeCode: '' })).toMatch(
		/^The service has sent a one-time code to the e-mail address .* Type the code into the field "One-Time Code" of the credential within 20 minutes and save or test it again/,
	);
	const oneTimeCode = sim.codeFor(USERS.mail.username);
	expect(await testCredential(store, USER, { oneTimeCode })).toBe('Connection successful!');
	expect(logins()).toBe(2);
	expect([...sim.store.trustedDevices.values()]).toMatchObject([{ name: 'n8n test' }]);
	expect(await testCredential(store, USER)).toBe('Connection successful!');
	expect(await testCredential(store, USER, { oneTimeCode: '' })).toBe('Connection successful!');
});

test('sends a wrong password once, and accepts the corrected one immediately', async () => {
	const store = storeFor(sim.url);
	const wrong = { ...user('trial'), password: 'Wrong-Passw0rd' };
	for (let i = 0; i < 3; i++) {
		expect(await testCredential(store, USER, wrong)).toMatch(
			/^The service refused the user name or password\. Correct them in the credential/,
		);
	}
	expect(logins()).toBe(1);
	expect(await testCredential(store, USER, user('trial'))).toBe('Connection successful!');
});

test('reports a wrong application token', async () => {
	expect(await testCredential(storeFor(sim.url), TOKEN, { applicationToken: 'no-such' })).toMatch(
		/^The service refused the application token\. Create a new application token/,
	);
});

test('reports a locked account', async () => {
	const store = storeFor(sim.url);
	for (const password of ['a', 'b', 'c']) {
		await testCredential(store, USER, { ...user('trial'), password });
	}
	expect(await testCredential(store, USER, user('trial'))).toMatch(
		/^The service has locked the account after three failed logins\. Wait five minutes/,
	);
});

test('reports an account with MFA when the credential says that there is none', async () => {
	expect(
		await testCredential(storeFor(sim.url), USER, { ...user('totp'), mfaMethod: 'none' }),
	).toMatch(/^The account asks for a second factor.*Set "MFA Method"/);
});

describe('when another credential of the same user has a session', () => {
	const other = async (changes: Record<string, string>) => {
		expect(await testCredential(storeFor(sim.url), USER, user('totp'))).toBe(
			'Connection successful!',
		);
		const before = logins();
		const said = await testCredential(storeFor(sim.url), USER, { ...user('totp'), ...changes });
		return { said, tried: logins() - before };
	};

	test('reports a wrong authenticator secret', async () => {
		const { said } = await other({ totpSecret: 'JBSWY3DPEHPK3PXP' });
		expect(said).toMatch(/^The service refused the one-time code/);
	});

	test('refuses an invalid authenticator secret before any request, without quoting it', async () => {
		const { said, tried } = await other({ totpSecret: 'no-secret-018' });
		expect(said).toMatch(/^Authenticator Secret must be the secret that the service showed/);
		expect(said).not.toContain('018');
		expect(tried).toBe(0);
	});

	test('reports a missing second factor', async () => {
		const { said } = await other({ mfaMethod: 'none' });
		expect(said).toMatch(/^The account asks for a second factor/);
	});
});

test('reports a role that may not read endpoints', async () => {
	const store = storeFor(sim.url);
	await testCredential(store, USER, user('restricted'));
	const oneTimeCode = sim.codeFor(USERS.restricted.username);
	expect(await testCredential(store, USER, { oneTimeCode })).toMatch(
		/^The login works, but the role of this user lacks the permission to read endpoints/,
	);
});

test('reports a workspace that the user may not enter', async () => {
	const form = { ...user('totp'), workspaceId: '1004' };
	expect(await testCredential(storeFor(sim.url), USER, form)).toMatch(
		/^The service refused to switch to the workspace 1004\. Check the workspace ID/,
	);
});

describe('a wrong base URL', () => {
	const served = async (status: number, body: string, headers: Record<string, string> = {}) => {
		const server = createServer((_request, response) => {
			response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const said = await testCredential(storeFor(sim.url), TOKEN, { baseUrl });
		server.close();
		return said;
	};
	const NOT_THE_SERVICE =
		/^The server at the Base URL is not the connectivity service .*Correct the Base URL/;

	test.each([
		['a page', 200, '<!doctype html><title>Sign in</title>', {}],
		['a missing page', 404, '<h1>Not Found</h1>', {}],
		['a page that accepts no POST', 405, '', {}],
		['a redirect', 301, '', { location: 'https://example.com/' }],
	] as Array<[string, number, string, Record<string, string>]>)(
		'is reported when it leads to %s',
		async (_name, status, body, headers) => {
			expect(await served(status, body, headers)).toMatch(NOT_THE_SERVICE);
		},
	);

	test('is reported when no server listens there', async () => {
		const said = await testCredential(storeFor(sim.url), TOKEN, { baseUrl: 'http://127.0.0.1:1' });
		expect(said).toMatch(/^The service could not be reached: the connection was refused.*Base URL/);
	});

	test.each([
		['http://api.example.com', /must start with https:/],
		['api.example.com', /must be an address such as https:/],
		['https://user:pw@api.example.com', /must not contain a user name or password/],
		['https://api.example.com?key=1', /must not contain \? or #/],
		['', /must not be empty/],
	])('such as %j is refused with the reason', async (baseUrl, reason) => {
		const said = await testCredential(storeFor(sim.url), TOKEN, { baseUrl });
		expect(said).toMatch(/^Base URL /);
		expect(said).toMatch(reason);
		expect(sim.ledger().requests).toEqual([]);
	});

	test.each(['/', '/api/v1', '/api/v1/', '/api/', ' '])(
		'is not reported when a copied address ends with %j',
		async (end) => {
			const form = { baseUrl: sim.url + end };
			expect(await testCredential(storeFor(sim.url), TOKEN, form)).toBe('Connection successful!');
		},
	);
});

describe('the callback secret of an account', () => {
	test.each(['', 'x'.repeat(32)])(
		'may be left out or be long enough: "%s"',
		async (callbackSecret) => {
			const said = await testCredential(storeFor(sim.url), TOKEN, { callbackSecret });
			expect(said).toBe('Connection successful!');
		},
	);

	test.each([TOKEN, USER])(
		'that is too short is reported in words, after the login (%s)',
		async (name) => {
			const said = await testCredential(storeFor(sim.url), name, {
				callbackSecret: 'x'.repeat(31),
			});
			expect(said).toMatch(
				/^Callback Secret must have 32 bytes or more, not 31: a shorter one can be guessed/,
			);
		},
	);

	test('the mark of the test does not reach the service', async () => {
		const seen: string[] = [];
		const server = createServer((request, response) => {
			seen.push(...Object.keys(request.headers));
			response.end('{}');
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		await testCredential(storeFor(sim.url), TOKEN, { baseUrl });
		server.close();
		expect(seen).toContain('user-agent');
		expect(seen).not.toContain('x-credential-test');
	});
});

describe('a callback secret alone', () => {
	const CALLBACK = 'cellularIotCallbackApi';
	const SECRET = 'a-callback-secret-of-forty-characters-00';
	const ask = async (secret: string, address = '') => {
		const store = storeFor(sim.url);
		store.set(CALLBACK, { secret, address });
		return await testCredential(store, CALLBACK);
	};

	/** A trigger as n8n serves it, with its address. */
	async function served(parameters: object, store = credentialsFor()) {
		const workflow = new WebhookWorkflow(parameters, store);
		const answers: Delivered[] = [];
		const server = createServer((request, response) => {
			void (async () => {
				const { authorization = '', ...others } = request.headers as Record<string, string>;
				const answer = await workflow.deliver({
					method: request.method as 'POST',
					headers: { ...others, authorization },
					body: {},
				});
				answers.push(answer);
				response.writeHead(answer.status).end(JSON.stringify(answer.body));
			})();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return { address: `http://127.0.0.1:${port}/webhook/1/sms`, answers, server };
	}
	const alone = { authentication: CALLBACK };

	test('that is long enough is accepted without a call', async () => {
		expect(await ask(SECRET)).toBe('Connection successful!');
	});

	test.each([
		['', /^Signing Secret must not be empty/],
		[
			'x'.repeat(28),
			/^Signing Secret must have 32 bytes or more, not 28: .* Use 32 random characters/,
		],
	])('that is too short is reported in words: "%s"', async (secret, words) => {
		expect(await ask(secret)).toMatch(words);
	});

	test('is accepted by a trigger that has it, which starts nothing', async () => {
		const { address, answers, server } = await served(alone);
		expect(await ask(SECRET, address)).toBe('Connection successful!');
		server.close();
		expect(answers).toMatchObject([{ status: 200, items: undefined }]);
	});

	test('is reported as another one by a trigger that has another', async () => {
		const { address, answers, server } = await served(alone);
		expect(await ask('x'.repeat(40), address)).toMatch(
			/^The trigger at the Trigger Address has another secret/,
		);
		server.close();
		// n8n tries a refused call once more.
		expect(answers.map(({ status, items }) => [status, items])).toContainEqual([401, undefined]);
		expect(answers.filter(({ status }) => status !== 401)).toEqual([]);
	});

	test('is reported where nobody listens', async () => {
		const server = createServer((_request, response) => response.writeHead(404).end());
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const said = await ask(SECRET, `http://127.0.0.1:${port}/webhook/1/sms`);
		server.close();
		expect(said).toMatch(/^No published trigger listens at the Trigger Address/);
	});

	test('signs nothing that goes to another address', async () => {
		const store = storeFor(sim.url);
		store.set(CALLBACK, { secret: SECRET, address: 'https://n8n.example.com/webhook/1/sms' });
		const context = requestContext(store, CALLBACK);
		const options = { url: `${sim.url}/api/v1/endpoint` };
		await expect(
			context.helpers.httpRequestWithAuthentication.call(context, CALLBACK, options),
		).rejects.toThrow(/^This credential is for https:\/\/n8n\.example\.com/);
	});
});
