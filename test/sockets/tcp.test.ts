import type * as ports from '../../src/ports';
import { closeAll, CALLS, dishonest, isSend, run, serve, session, verdicts } from './drive';
import { SENT, SPOILT } from './cases';
import * as f from './faults';
import type { Fault } from './service';
import { bytesOf } from './wire';

// Waits between attempts pass a hundred times as fast.
jest.mock('../../src/ports', () => {
	const real = jest.requireActual<typeof ports>('../../src/ports');
	return {
		...real,
		systemSleep: async (ms: number, signal?: AbortSignal) =>
			await real.systemSleep(ms / 100, signal),
	};
});

/* Every way a socket and an answer on it fail, before and after the service applied the request. */

afterAll(closeAll);

const many100 = Buffer.concat([
	Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)),
	Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500)),
	bytesOf(SENT),
]);

describe.each(['http', 'https'])('%s', (scheme) => {
	const send = async (fault: Fault) => {
		const service = await serve({ tls: scheme === 'https' });
		const store = await session(service);
		const before = service.arrivals.length;
		service.fail(fault);
		const output = await run(store, CALLS.act);
		service.fail();
		await service.settle();
		const [said = 'none'] = verdicts(output);
		const arrived = service.arrivals.slice(before).filter(isSend).length;
		return { said, arrived, lie: dishonest(service, 'one', said) };
	};

	test.each(SPOILT)('read, not applied: %s', async (_, strike) => {
		const happened = await send(f.at('read', strike, { when: isSend }));
		expect(happened).toEqual({ said: 'unknown', arrived: 1, lie: undefined });
	});

	test.each(SPOILT)('applied: %s', async (_, strike) => {
		const happened = await send(f.at('applied', strike, { when: isSend }));
		expect(happened).toEqual({ said: 'unknown', arrived: 1, lie: undefined });
	});

	test.each(SPOILT)('read, applied later: %s', async (_, strike) => {
		const happened = await send(f.at('read', f.andLater(strike, 60), { when: isSend }));
		expect(happened).toEqual({ said: 'unknown', arrived: 1, lie: undefined });
	});

	test('a thousand informational answers before the real one: done', async () => {
		const happened = await send(f.at('applied', f.write(many100), { when: isSend }));
		expect(happened).toEqual({ said: 'done', arrived: 1, lie: undefined });
	});

	test('an answer in single bytes: done', async () => {
		const happened = await send(f.at('applied', f.drip(bytesOf(SENT), 2), { when: isSend }));
		expect(happened).toEqual({ said: 'done', arrived: 1, lie: undefined });
	});
});

test('a refused connection: never sent, and asked for again', async () => {
	const service = await serve();
	const store = await session(service);
	await service.close();
	expect(verdicts(await run(store, CALLS.act))).toEqual(['notSent']);
});

test.each(SPOILT.slice(0, 6))('a set is repeated, a read too: %s', async (_, strike) => {
	for (const call of ['set', 'read'] as const) {
		const service = await serve();
		const store = await session(service);
		service.fail(f.at('applied', strike, { times: 1, when: ({ path }) => path.endsWith('10001') }));
		expect(verdicts(await run(store, CALLS[call]))).toEqual(['done']);
	}
});
