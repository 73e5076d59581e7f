import type { Client } from '../../../../src/run/client';
import { checkNamed, checkReachable } from '../../../../src/triggers/runtime/reachable';
import { Callbacks, type WantedCallback } from '../../../../src/triggers/sms/registration';
import { Streams, type WantedStreams } from '../../../../src/triggers/stream/registration';

/* Checks whether a service on the internet can call an address. */

const SERVICE = 'https://api.example.com';
const check =
	(url: string, serviceUrl = SERVICE, allowPrivate = false) =>
	() =>
		checkReachable({ url: `${url}/webhook/1/sms`, allowPrivate }, serviceUrl);

test.each([
	'http://localhost:5678',
	'https://localhost',
	'https://n8n.localhost',
	'https://n8n.local',
	'https://n8n.local.',
	'https://n8n.internal',
	'https://n8n',
	'https://n8n.home.arpa',
	'https://127.0.0.1',
	'https://0.0.0.0',
	'https://10.1.2.3',
	'https://0xa000001',
	'https://100.64.0.1',
	'https://169.254.169.254',
	'https://172.16.0.1',
	'https://172.31.255.255',
	'https://192.168.1.1',
	'https://[::1]',
	'https://[fd00::1]',
	'https://[fe80::1]',
	'https://[::ffff:10.0.0.1]',
])('refuses %s, and names the setting to change and the option that allows it', (url) => {
	expect(check(url)).toThrow(
		expect.objectContaining({
			message: `The service cannot call this workflow at ${new URL(url).origin}: it is one of a private network`,
			hint: expect.stringMatching(/WEBHOOK_URL.*"Allow Private Address"/),
			outcome: 'notSent',
		}),
	);
	expect(check(url, SERVICE, true)).not.toThrow();
});

test.each([
	['http://n8n.example.com', 'it is not https'],
	['https://8.8.8.8', 'it is an IP address and no name'],
	['https://172.32.0.1', 'it is an IP address and no name'],
	['https://[2001:db8::1]', 'it is an IP address and no name'],
])('refuses %s because %s', (url, why) => {
	expect(check(url)).toThrow(`at ${url}: ${why}`);
	expect(() => checkNamed(url)).toThrow(why);
});

test.each(['https://n8n.example.com', 'https://n8n.example.com:8443', 'https://localhost.example'])(
	'accepts %s',
	(url) => expect(check(url)).not.toThrow(),
);

test.each(['http://127.0.0.1:4010', 'https://service.internal'])(
	'accepts a local workflow address for a service at %s',
	(serviceUrl) => expect(check('http://localhost:5678', serviceUrl)).not.toThrow(),
);

test.each(['http://localhost:5678', 'https://n8n.local', 'https://localhost'])(
	'registers no callback and no stream at %s, and sends no request',
	async (origin) => {
		const client = { ports: { baseUrl: SERVICE } } as Client;
		const unused = {
			transport: async () => await Promise.reject(new Error('not used')),
			isUnused: () => false,
			n8nOf: (other: string) => other,
		};
		const url = `${origin}/webhook/1/sms`;
		const failure = expect.objectContaining({
			message: expect.stringContaining(`at ${origin}: it is one of a private network`),
		});
		const callbacks = new Callbacks(client, unused);
		await expect(callbacks.register({ url } as WantedCallback)).rejects.toEqual(failure);
		const streams = new Streams(client, unused);
		await expect(streams.register({ url } as WantedStreams)).rejects.toEqual(failure);
	},
);
