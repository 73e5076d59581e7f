import { stub } from '../../../support/stub';
import { requestContext, testCredential } from '../../../support/n8n/credentialTest';
import { storeFor } from '../../../support/n8n/n8n';
import {
	closeAll,
	CALLS,
	dishonest,
	failing,
	messageOf,
	run,
	serve,
	session,
	verdicts,
} from './drive';
import * as f from './faults';
import { isLogin } from './loginFailures';
import type { Service } from './service';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* A service that redirects: the token never leaves its origin, and the error names the target. */

let elsewhere: Service;
beforeAll(async () => void (elsewhere = await serve()));
beforeEach(() => void (elsewhere.arrivals.length = 0));
afterAll(closeAll);

const TOKEN = 'cellularIotTokenApi';
const STATUSES = [301, 302, 303, 307, 308];

const toLocation = (status: number, Location: string) =>
	f.answer({ status, headers: { Location } });
/** Every request but a login is redirected. */
const toElsewhere = (status: number, path = '/api/v1/endpoint/10001') =>
	f.at('read', toLocation(status, elsewhere.url + path), {
		when: (request) => !isLogin(request),
	});

/** The number of requests that reached the other origin, and of those with a token. */
const seenElsewhere = () => ({
	requests: elsewhere.arrivals.length,
	tokens: elsewhere.arrivals.filter((arrival) => /ey[\w-]+\.[\w-]+\./.test(JSON.stringify(arrival)))
		.length,
});
const NOTHING = { requests: 0, tokens: 0 };

describe.each(STATUSES)('a %d to another origin', (status) => {
	test.each(['act', 'set', 'read'] as const)(
		'is not followed for a %s, and the error names both addresses',
		async (effect) => {
			const { service, store } = await failing(toElsewhere(status));
			const output = await run(store, CALLS[effect]);
			expect(seenElsewhere()).toEqual(NOTHING);
			const [said = 'none'] = verdicts(output);
			// The request may have been applied before the redirect.
			if (effect !== 'read') expect(said).toBe('unknown');
			expect(said).not.toBe('done');
			expect(messageOf(output)).toContain(service.url);
			expect(messageOf(output)).toContain(elsewhere.url);
			expect(messageOf(output)).toMatch(/redirect|from .* to /i);
		},
	);
});

test.each(['act', 'set'] as const)(
	'reports unknown and does not repeat an applied %s that is redirected to another path',
	async (effect) => {
		const { service, store } = await failing(
			f.at('applied', toLocation(307, '/login'), { when: ({ method }) => method !== 'GET' }),
		);
		const output = await run(store, CALLS[effect]);
		expect(verdicts(output)).toEqual(['unknown']);
		expect(dishonest(service, 'one', 'unknown')).toBeUndefined();
		expect(service.arrivals.filter(({ path }) => path === '/login')).toEqual([]);
	},
);

test('sends no token or password to another origin when a login is redirected', async () => {
	const service = await serve();
	const location = `${elsewhere.url}/api/v1/authenticate`;
	service.fail(f.at('read', toLocation(307, location), { when: isLogin }));
	const output = await run(storeFor(service.url), CALLS.read);
	expect(seenElsewhere()).toEqual(NOTHING);
	expect(verdicts(output)).not.toEqual(['done']);
	expect(messageOf(output)).toContain(elsewhere.url);
});

test('shows the target of a redirect without the token in it', async () => {
	const service = await serve();
	const store = await session(service);
	const [token] = service.api.tokens;
	service.fail(toElsewhere(302, `/?token=${token}`));
	const said = messageOf(await run(store, CALLS.read));
	expect(said).toContain(elsewhere.url);
	expect(said).not.toContain(token);
});

describe('the credential test', () => {
	test.each(STATUSES)('fails on a %d and sends no token to another origin', async (status) => {
		const service = await serve();
		service.fail(toElsewhere(status, '/api/v1/endpoint'));
		const said = await testCredential(storeFor(service.url), TOKEN);
		expect(seenElsewhere()).toEqual(NOTHING);
		expect(said).not.toMatch(/successful/);
		expect(said).toMatch(/redirect|another address/i);
	});

	test('fails on a redirect to another path of the same service', async () => {
		const service = await serve();
		service.fail(f.at('read', toLocation(302, '/login'), { when: (request) => !isLogin(request) }));
		expect(await testCredential(storeFor(service.url), TOKEN)).not.toMatch(/successful/);
		expect(service.arrivals.filter(({ path }) => path === '/login')).toEqual([]);
	});
});

describe("n8n's HTTP Request node with the credential", () => {
	type Send = (service: Service, url: string, more?: object) => Promise<unknown>;
	/** As versions of the node before 4 and other nodes do. */
	const modern: Send = async (service, url, more) => {
		const context = requestContext(storeFor(service.url), TOKEN);
		return await context.helpers.httpRequestWithAuthentication.call(context, TOKEN, {
			url,
			json: true,
			...more,
		});
	};
	/** As HttpRequestV3 of 2.40 does, with the options it sets. */
	const legacy: Send = async (service, url, more) => {
		const context = requestContext(storeFor(service.url), TOKEN);
		return await context.helpers.requestWithAuthentication.call(
			context,
			TOKEN,
			stub({
				uri: url,
				method: 'GET',
				json: true,
				gzip: true,
				rejectUnauthorized: true,
				followRedirect: true,
				followAllRedirects: true,
				resolveWithFullResponse: true,
				sendCredentialsOnCrossOriginRedirect: true,
				...more,
			}),
		);
	};

	describe.each([
		['httpRequestWithAuthentication', modern],
		['requestWithAuthentication', legacy],
	])('%s', (_, send) => {
		test.each(STATUSES)('sends no token to another origin on a %d', async (status) => {
			const service = await serve();
			service.fail(toElsewhere(status));
			await expect(send(service, `${service.url}/api/v1/endpoint/10001`)).rejects.toThrow();
			expect(seenElsewhere()).toEqual(NOTHING);
		});

		test('sends no token to a URL of another origin', async () => {
			const service = await serve();
			await send(service, `${elsewhere.url}/api/v1/endpoint/10001`).catch(() => {});
			expect(seenElsewhere().tokens).toBe(0);
		});

		test('sends the token to the service', async () => {
			const service = await serve();
			await send(service, `${service.url}/api/v1/endpoint/10001`);
			expect(service.arrivals.at(-1)?.headers.authorization).toMatch(/^Bearer ey/);
		});
	});
});
