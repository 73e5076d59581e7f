import type { CredentialStore } from '../../../support/credentials';
import { storeFor } from '../../../support/n8n/n8n';
import { CALLS, closeAll, hintOf, messageOf, run, serve, verdicts } from './drive';
import { Proxy } from './proxy';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* A proxy that lets nothing through, on real sockets: it is named, and the service is not blamed. */

afterAll(closeAll);

/** Sends an SMS through a proxy which does this to each CONNECT; gives the error, and its advice. */
async function sendThrough(
	host: string,
	refuse: (proxy: Proxy) => Promise<void> | void,
	store: CredentialStore = storeFor(`https://${host}`),
) {
	const service = await serve({ tls: true });
	const proxy = await Proxy.start(Number(new URL(service.url).port));
	const address = proxy.address;
	try {
		await refuse(proxy);
		const output = await run(store, CALLS.act);
		expect(verdicts(output)).toEqual(['notSent']);
		expect(service.connections).toBe(0);
		expect(JSON.stringify(output.errors)).not.toContain('Secret');
		return { message: messageOf(output), hint: hintOf(output), address };
	} finally {
		await proxy.close();
	}
}

test.each([
	[403, 'Forbidden', /ask whoever runs the proxy to allow a403\.example:443.*NO_PROXY/],
	[407, 'Proxy Authentication Required', /user name and a password.*HTTPS_PROXY/],
	[502, 'Bad Gateway', /The proxy cannot reach a502\.example:443/],
	[503, 'Service Unavailable', /The proxy cannot reach a503\.example:443/],
])('names the proxy that answers CONNECT with %s', async (status, reason, advice) => {
	const host = `a${status}.example`;
	const { message, hint, address } = await sendThrough(host, (proxy) => {
		proxy.refusal = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: text/html\r\n\r\n<html>no</html>`;
	});
	expect(message).toBe(
		`The service could not be reached: the proxy ${address} does not connect to ${host}:443, it answered ${status}`,
	);
	expect(hint).toMatch(advice);
	expect(hint).not.toMatch(/role|permission/);
});

test('names a proxy that does not run', async () => {
	const { message, hint, address } = await sendThrough('dead.example', async (proxy) => {
		await proxy.stop();
	});
	expect(message).toBe(
		`The service could not be reached: no connection to the proxy ${address}: the connection was refused`,
	);
	expect(hint).toMatch(/HTTPS_PROXY/);
});

test('names a proxy whose name is not known', async () => {
	const { message } = await sendThrough('unknown.example', () => {
		process.env.HTTPS_PROXY = 'http://me:Secret@proxy.invalid:3128';
	});
	expect(message).toMatch(
		/^The service could not be reached: no connection to the proxy http:\/\/proxy\.invalid:3128: the host name /,
	);
});

test('names a proxy that closes the connection without an answer', async () => {
	const { message, address } = await sendThrough('closed.example', (proxy) => {
		proxy.refusal = '';
	});
	expect(message).toContain(`no connection to the proxy ${address}: `);
});

test('names a proxy of plain http that is called by https://', async () => {
	const { message, address } = await sendThrough('plain.example', (proxy) => {
		process.env.HTTPS_PROXY = proxy.address.replace('http:', 'https:');
	});
	expect(message).toBe(
		`The service could not be reached: no connection to the proxy ${address.replace('http:', 'https:')}: what answers there does not speak TLS`,
	);
});

test('names a dead proxy on the way to a service of plain http', async () => {
	const plain = await serve();
	const { message, address } = await sendThrough(
		'',
		async (proxy) => await proxy.stop(),
		storeFor(plain.url),
	);
	expect(message).toContain(`no connection to the proxy ${address}: the connection was refused`);
});

test('does not name the proxy where the connection through it fails', async () => {
	const service = await serve({ tls: true, certificate: 'expired' });
	const proxy = await Proxy.start(Number(new URL(service.url).port));
	try {
		const output = await run(storeFor('https://expired.example'), CALLS.act);
		expect(verdicts(output)).toEqual(['notSent']);
		expect(messageOf(output)).toBe('The service could not be reached: its certificate has expired');
	} finally {
		await proxy.close();
	}
});

test("leaves a service's own 403 through a proxy as it is", async () => {
	const service = await serve({ tls: true, certificate: 'otherHost' });
	const proxy = await Proxy.start(Number(new URL(service.url).port));
	const store = storeFor('https://other.example');
	try {
		expect(verdicts(await run(store, CALLS.read))).toEqual(['done']);
		service.fail({
			at: 'read',
			strike: (line) => void line.reply({ status: 403, body: { error_code: 1403 } }),
		});
		const output = await run(store, CALLS.act);
		expect(verdicts(output)).toEqual(['refused']);
		expect(messageOf(output)).toBe('The service does not allow this (1403)');
	} finally {
		await proxy.close();
	}
});
