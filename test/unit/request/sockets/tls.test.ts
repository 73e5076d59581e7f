import { storeFor } from '../../../support/n8n/n8n';
import { isSecret } from '../../../support/secrets';
import { type Case, established, HANDSHAKE } from './cases';
import type { certificates } from './certificate';
import { CALLS, closeAll, hintOf, messageOf, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import { inWords, sufferAll } from './suffer';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Failures of TLS on a real socket, before and after the service applies an SMS. */

afterAll(closeAll);

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('an SMS over %s', (version) => {
	const options = {
		tls: true,
		tlsOptions: { minVersion: version, maxVersion: version },
		onToken: (token: string) => void isSecret(token, 'auth_token'),
	};

	test.each<[string, Case[], number]>([
		['does not arrive when a failure comes before the end of the handshake', HANDSHAKE, 0],
		['is unknown and sent once when a failure comes after it was read', established('read'), 1],
		[
			'is unknown and sent once when a failure comes after it was applied',
			established('applied'),
			1,
		],
	])('%s', async (_, cases, arrivals) => {
		const suffered = await sufferAll(options, cases);
		const wrong = suffered.filter(
			({ lie, arrived, asWanted }) => lie !== undefined || arrived !== arrivals || !asWanted,
		);
		expect(wrong.map(inWords)).toEqual([]);
		expect(suffered).toHaveLength(cases.length);
	});
});

// With TLS 1.3 the request can be on its way before the service refuses the client: whether it arrived is not seen.
test('reports notSent or unknown where the service requires a client certificate', async () => {
	const service = await serve({
		tls: true,
		tlsOptions: { minVersion: 'TLSv1.3', requestCert: true, rejectUnauthorized: true },
	});
	const [said] = verdicts(await run(storeFor(service.url), CALLS.act));
	expect(['notSent', 'unknown']).toContain(said);
	expect(service.arrivals).toEqual([]);
});

test.each<keyof typeof certificates>(['expired', 'otherHost', 'selfSigned', 'unknownAuthority'])(
	'sends nothing and reports the certificate when it is invalid (%s)',
	async (certificate) => {
		const service = await serve({ tls: true, certificate });
		const output = await run(storeFor(service.url), CALLS.act);
		expect(verdicts(output)).toEqual(['notSent']);
		expect(messageOf(output)).toMatch(/certificate/i);
		expect(service.arrivals).toEqual([]);
	},
);

test.each<[keyof typeof certificates, string]>([
	['selfSigned', 'its certificate is self-signed'],
	['unknownAuthority', 'this n8n does not trust its certificate'],
])('says how n8n trusts an authority of its own (%s)', async (certificate, reason) => {
	const service = await serve({ tls: true, certificate });
	const output = await run(storeFor(service.url), CALLS.act);
	expect(messageOf(output)).toBe(`The service could not be reached: ${reason}`);
	expect(hintOf(output)).toMatch(/NODE_EXTRA_CA_CERTS.*Docker.*\/opt\/custom-certificates/);
});

test.each<keyof typeof certificates>(['expired', 'otherHost'])(
	'does not advise to trust another authority where that is not the cause (%s)',
	async (certificate) => {
		const service = await serve({ tls: true, certificate });
		expect(hintOf(await run(storeFor(service.url), CALLS.act))).not.toContain('NODE_EXTRA');
	},
);

test.each([
	['a web server of plain http', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
	['a mail server', '220 mail.example ESMTP\r\n'],
])('says that https:// met %s', async (_, greeting) => {
	const service = await serve();
	service.fail(f.at('accepted', (line) => void line.inject(greeting)));
	const output = await run(storeFor(service.url.replace('http:', 'https:')), CALLS.act);
	expect(verdicts(output)).toEqual(['notSent']);
	expect(messageOf(output)).toBe(
		'The service could not be reached: what answers there does not speak TLS',
	);
	expect(hintOf(output)).toMatch(/begins with https:\/\/.*without TLS.*the port/);
});

test('says in words what a server refuses in the handshake', async () => {
	const service = await serve({
		tls: true,
		tlsOptions: { ciphers: 'AES256-SHA', maxVersion: 'TLSv1.2' },
	});
	const output = await run(storeFor(service.url), CALLS.act);
	expect(verdicts(output)).toEqual(['notSent']);
	expect(messageOf(output)).toBe('The service could not be reached: TLS failed: handshake failure');
});

test('sends once on the next attempt after a connection is closed during the handshake', async () => {
	const service = await serve({ tls: true });
	const store = await session(service);
	service.fail(f.at('hello', f.fin, { times: 1 }));
	expect(verdicts(await run(store, CALLS.act))).toEqual(['done']);
	expect(service.api.times('one')).toBe(1);
});

test('reports notSent or unknown when a TLS alert comes while a large body is being sent', async () => {
	const service = await serve({ tls: true });
	const store = await session(service);
	const body = f.at('body', f.upset(f.WRONG_VERSION));
	service.fail(body);
	const items = Array.from({ length: 2_000 }, (_, i) => ({ key: `${i} ${'x'.repeat(1_000)}` }));
	const [said] = verdicts(
		await run(
			store,
			{
				resource: 'endpoint',
				operation: 'createMany',
				serviceProfileId: { __rl: true, mode: 'id', value: '101' },
				tariffProfileId: { __rl: true, mode: 'id', value: '201' },
				status: 0,
				valuesFrom: 'fields',
				identity: { name: '={{ $json.key }}' },
			},
			items,
		),
	);
	expect(service.api.effects).toEqual([]);
	expect(['notSent', 'unknown']).toContain(said);
});
