import { createServer } from 'node:net';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { CredentialStore } from '../../../support/credentials';
import { requestContext, testCredential } from '../../../support/n8n/credentialTest';
import { storeFor } from '../../../support/n8n/n8n';
import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { message } from '../../triggers/sms/callbacks';
import { CALLS, closeAll, messageOf, run, serve, session, verdicts } from './drive';
import { Proxy } from './proxy';

/*
 * The settings of n8n for proxies, private addresses and the domains of a credential apply to every
 * request, logins included.
 */

const guard = Container.get(SsrfProtectionConfig);
afterEach(() => (guard.enabled = false));
afterAll(closeAll);

const TOKEN = 'cellularIotTokenApi';

/** Ways to send a request, with a login where there is no session. Each returns its message. */
const SENDERS: Array<[string, (store: CredentialStore, baseUrl: string) => Promise<string>]> = [
	[
		'the node',
		async (store) => {
			const output = await run(store, CALLS.act);
			const said = verdicts(output);
			return said[0] === 'done' ? 'done' : `${said[0]}: ${messageOf(output)}`;
		},
	],
	['a test of the credential', async (store) => await testCredential(store, TOKEN)],
	[
		'an HTTP Request node with the credential',
		async (store, baseUrl) => {
			const context = requestContext(store, TOKEN);
			const options = { url: `${baseUrl}/api/v1/endpoint`, json: true };
			const send = context.helpers.httpRequestWithAuthentication;
			const given = send.call(context, TOKEN, options) as Promise<unknown>;
			return await given.then(() => 'done', String);
		},
	],
];

const allowOthersOnly = (store: CredentialStore): void =>
	store.set(TOKEN, {
		...store.get(TOKEN),
		allowedHttpRequestDomains: 'domains',
		allowedDomains: 'api.example.com',
	});

const DONE = /^(done|Connection successful!)$/;

describe.each(SENDERS)('%s', (_, send) => {
	/** Sends through a proxy to a service; returns the requests that the proxy received. */
	async function proxied(isSecure: boolean) {
		const service = await serve({ tls: isSecure, certificate: 'otherHost' });
		const baseUrl = isSecure ? 'https://other.example' : service.url;
		const proxy = await Proxy.start(Number(new URL(service.url).port));
		const store = storeFor(baseUrl);
		try {
			expect(await send(store, baseUrl)).toMatch(DONE);
			// Ends the session, so that the next request renews it.
			service.api.tokens.clear();
			expect(await send(store, baseUrl)).toMatch(DONE);
		} finally {
			await proxy.close();
		}
		expect(service.api.logins).toBe(2);
		return { service, asked: proxy.asked };
	}

	test('reaches a host name that only the proxy knows through HTTPS_PROXY', async () => {
		const { service, asked } = await proxied(true);
		expect(asked.length).toBeGreaterThan(0);
		expect(new Set(asked)).toEqual(new Set(['CONNECT other.example:443']));
		expect(service.connections).toBe(asked.length);
	});

	test('sends every request through HTTP_PROXY', async () => {
		const { service, asked } = await proxied(false);
		const arrived = service.arrivals.map(({ method, path }) => `${method} ${service.url}${path}`);
		expect(arrived.filter((path) => path.endsWith('/authenticate'))).toHaveLength(2);
		expect(asked.map((url) => url.split('?')[0])).toEqual(arrived);
	});

	test('sends no login to a private address that n8n blocks', async () => {
		const service = await serve();
		guard.enabled = true;
		expect(await send(storeFor(service.url), service.url)).toMatch(/blocked/);
		expect(service.connections).toBe(0);
	});

	test('sends no login to a host that the credential does not allow', async () => {
		const service = await serve();
		const store = storeFor(service.url);
		allowOthersOnly(store);
		expect(await send(store, service.url)).toMatch(/allowed/);
		expect(service.connections).toBe(0);
	});
});

test.each([
	[
		'a private address that n8n blocks',
		/blocked/,
		'N8N_SSRF_ALLOWED_HOSTNAMES',
		() => (guard.enabled = true),
	],
	[
		'a host that the credential does not allow',
		/allowed/,
		'the domains that the credential allows',
		allowOthersOnly,
	],
])('reports notSent despite a valid session for %s', async (_, words, hint, close) => {
	const service = await serve();
	const store = await session(service);
	const before = service.connections;
	close(store);
	const output = await run(store, CALLS.act);
	expect(verdicts(output)).toEqual(['notSent']);
	expect(messageOf(output)).toMatch(words);
	expect(JSON.stringify(output)).toContain(hint);
	expect(service.connections).toBe(before);
});

describe('a Redis at a private address that n8n blocks', () => {
	const RULES: Array<[string, string]> = [
		['as an IPv4 address', '127.0.0.1'],
		['as a host name', 'localhost'],
		['in hexadecimal', '0x7f.1'],
		['in IPv6', '[::1]'],
	];

	/** A server in place of the Redis, with the number of connections to it. */
	async function listening() {
		const seen = { connections: 0 };
		const server = createServer((socket) => {
			seen.connections += 1;
			socket.end();
		});
		await new Promise<void>((resolve) => server.listen(0, resolve));
		const { port } = server.address() as { port: number };
		const shared = (host: string) => ({ shareLimits: true, redisUrl: `redis://${host}:${port}` });
		return { seen, server, shared };
	}

	test('a webhook trigger that uses it rejects deliveries with 503 and does not connect', async () => {
		const { seen, server, shared } = await listening();
		const store = storeFor('http://127.0.0.1:9');
		store.set(TOKEN, { ...store.get(TOKEN), ...shared('127.0.0.1') });
		const workflow = new WebhookWorkflow({ verification: 'none', registerCallback: false }, store);
		guard.enabled = true;
		try {
			expect(await workflow.deliver({ body: message() })).toMatchObject({
				status: 503,
				items: undefined,
			});
			expect(seen.connections).toBe(0);
			guard.enabled = false;
			await workflow.deliver({ body: message() });
			expect(seen.connections).toBeGreaterThan(0);
		} finally {
			server.close();
		}
	}, 60_000);

	test.each(RULES)('given %s, is reported as blocked and not connected to', async (_, host) => {
		const service = await serve();
		const { seen, server, shared } = await listening();
		const store = await session(service);
		store.set(TOKEN, { ...store.get(TOKEN), ...shared(host) });
		guard.enabled = true;
		try {
			for (const [, send] of SENDERS.slice(0, 2)) {
				expect(await send(store, service.url)).toMatch(
					/This n8n does not allow connections to the Redis at /,
				);
			}
			expect(seen.connections).toBe(0);
		} finally {
			server.close();
		}
	});
});
