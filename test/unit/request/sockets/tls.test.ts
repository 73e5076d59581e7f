import { storeFor } from '../../../support/n8n/n8n';
import { isSecret } from '../../../support/secrets';
import { type Case, established, HANDSHAKE } from './cases';
import type { certificates } from './certificate';
import { CALLS, closeAll, messageOf, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import { inWords, sufferAll } from './suffer';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/quickWaits'));

/* Every way TLS fails, on a real TLS socket, before and after the service applied an SMS. */

afterAll(closeAll);

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('%s', (version) => {
	const options = {
		tls: true,
		tlsOptions: { minVersion: version, maxVersion: version },
		onToken: (token: string) => void isSecret(token, 'auth_token'),
	};

	test.each<[string, Case[], number]>([
		['before the handshake is complete: never arrived, and never told to have', HANDSHAKE, 0],
		['when the request was read: unknown, sent once', established('read'), 1],
		['when the request was applied: unknown, sent once', established('applied'), 1],
	])('a failure %s', async (_, cases, arrivals) => {
		const suffered = await sufferAll(options, cases);
		const wrong = suffered.filter(
			({ lie, arrived, asWanted }) => lie !== undefined || arrived !== arrivals || !asWanted,
		);
		expect(wrong.map(inWords)).toEqual([]);
		expect(suffered).toHaveLength(cases.length);
	});
});

test('a service that wants a certificate of its client gets no request', async () => {
	const service = await serve({
		tls: true,
		tlsOptions: { minVersion: 'TLSv1.3', requestCert: true, rejectUnauthorized: true },
	});
	expect(verdicts(await run(storeFor(service.url), CALLS.act))).toEqual(['notSent']);
	expect(service.arrivals).toEqual([]);
});

test.each<keyof typeof certificates>(['expired', 'otherHost', 'selfSigned', 'unknownAuthority'])(
	'a certificate that must be refused (%s): never sent, and said in words',
	async (certificate) => {
		const service = await serve({ tls: true, certificate });
		const output = await run(storeFor(service.url), CALLS.act);
		expect(verdicts(output)).toEqual(['notSent']);
		expect(messageOf(output)).toMatch(/certificate/i);
		expect(service.arrivals).toEqual([]);
	},
);

test('a cut in the handshake once: sent on the next attempt, once', async () => {
	const service = await serve({ tls: true });
	const store = await session(service);
	service.fail(f.at('hello', f.fin, { times: 1 }));
	expect(verdicts(await run(store, CALLS.act))).toEqual(['done']);
	expect(service.api.times('one')).toBe(1);
});

test('an alert while a large body is still on its way: not told to be sent, or unknown', async () => {
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
				options: { name: '={{ $json.key }}' },
			},
			items,
		),
	);
	expect(service.api.effects).toEqual([]);
	expect(['notSent', 'unknown']).toContain(said);
});
