import type * as ports from '../../src/ports';
import {
	closeAll,
	CALLS,
	dishonest,
	isSend,
	messageOf,
	run,
	serve,
	session,
	verdicts,
} from './drive';
import { established, HANDSHAKE } from './cases';
import * as f from './faults';
import type { certificates } from './certificate';
import type { Fault } from './service';

// Waits between attempts pass a hundred times as fast.
jest.mock('../../src/ports', () => {
	const real = jest.requireActual<typeof ports>('../../src/ports');
	return {
		...real,
		systemSleep: async (ms: number, signal?: AbortSignal) =>
			await real.systemSleep(ms / 100, signal),
	};
});

/* Every way TLS fails, on a real TLS socket, before and after the service applied an SMS. */

afterAll(closeAll);

const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

/** Sends one SMS under a fault; gives what was said, and what the ledger says. */
async function send(version: (typeof VERSIONS)[number], fault: Fault) {
	const service = await serve({
		tls: true,
		tlsOptions: { minVersion: version, maxVersion: version },
	});
	const store = await session(service);
	const before = service.arrivals.length;
	service.fail(fault);
	const output = await run(store, CALLS.act);
	service.fail();
	await service.settle();
	const [said = 'none'] = verdicts(output);
	return {
		said,
		lie: dishonest(service, 'one', said),
		arrived: service.arrivals.slice(before).filter(isSend).length,
		message: messageOf(output),
	};
}

describe.each(VERSIONS)('%s', (version) => {
	test.each(HANDSHAKE)('during the handshake: %s', async (_, fault, allowed) => {
		const { said, lie, arrived } = await send(version, fault);
		expect({ said, lie, arrived }).toEqual({ said, lie: undefined, arrived: 0 });
		expect(allowed).toContain(said);
	});

	test.each(established('read'))('read but not applied: %s', async (_, fault, allowed) => {
		const { said, lie, arrived } = await send(version, fault);
		expect({ lie, arrived }).toEqual({ lie: undefined, arrived: 1 });
		expect(allowed).toContain(said);
	});

	test.each(established('applied'))('applied: %s', async (_, fault, allowed) => {
		const { said, lie, arrived } = await send(version, fault);
		expect({ lie, arrived }).toEqual({ lie: undefined, arrived: 1 });
		expect(allowed).toContain(said);
	});
});

test('a service that wants a certificate of the client: nothing was applied, and nothing is sent twice', async () => {
	const service = await serve({
		tls: true,
		tlsOptions: { minVersion: 'TLSv1.3', requestCert: true, rejectUnauthorized: true },
	});
	const store = await session(service).catch(() => undefined);
	expect(store).toBeUndefined();
	expect(service.arrivals).toEqual([]);
});

test.each<keyof typeof certificates>(['expired', 'otherHost', 'selfSigned', 'unknownAuthority'])(
	'a certificate that must be refused (%s): never sent, and said in words',
	async (certificate) => {
		const service = await serve({ tls: true, certificate });
		const { storeFor } = await import('../support/n8n');
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
