import type * as ports from '../../src/ports';
import { closeAll, CALLS, dishonest, isSend, run, serve, session, verdicts } from './drive';
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

const SENT = { status: 201, headers: { 'Content-Type': 'text/html', Location: '/1' } };
const flood = Buffer.from(`HTTP/1.1 201 Created\r\n${'X-Filler: 0123456789\r\n'.repeat(5000)}\r\n`);
const many100 = Buffer.concat([
	Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)),
	Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500)),
	bytesOf(SENT),
]);

/** What happens to the answer of a request, and what may be said of an `act`. */
const FAULTS: Array<[what: string, strike: Fault['strike'], wanted: 'unknown' | 'done']> = [
	['reset', f.reset, 'unknown'],
	['FIN', f.fin, 'unknown'],
	['half a status line', f.write('HTTP/1.1 20'), 'unknown'],
	['half the headers', f.write('HTTP/1.1 201 Created\r\nLocation: /1\r\nX-'), 'unknown'],
	['half a body, then FIN', f.write(f.half), 'unknown'],
	['half a body, then a reset', f.write(f.half, (line) => line.reset()), 'unknown'],
	[
		'half a chunk',
		f.write('HTTP/1.1 201 C\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{"id"'),
		'unknown',
	],
	['no HTTP at all', f.write('SSH-2.0-OpenSSH_9.2\r\n'), 'unknown'],
	['a flood of headers', f.write(flood), 'unknown'],
	[
		'a length that is no number',
		f.write('HTTP/1.1 201 C\r\nContent-Length: abc\r\n\r\n{}'),
		'unknown',
	],
	[
		'two lengths',
		f.write('HTTP/1.1 201 C\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
		'unknown',
	],
	[
		'502',
		f.answer({ status: 502, headers: { 'Content-Type': 'text/html' }, body: '<html>' }),
		'unknown',
	],
	['503', f.answer({ status: 503 }), 'unknown'],
	['504', f.answer({ status: 504 }), 'unknown'],
	[
		'500 with an envelope',
		f.answer({ status: 500, body: { message: 'oops', error_code: 1 } }),
		'unknown',
	],
];

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

	test.each(FAULTS)('read, not applied: %s', async (_, strike, wanted) => {
		const happened = await send(f.at('read', strike, { when: isSend }));
		expect(happened).toEqual({ said: wanted, arrived: 1, lie: undefined });
	});

	test.each(FAULTS)('applied: %s', async (_, strike, wanted) => {
		const happened = await send(f.at('applied', strike, { when: isSend }));
		expect(happened).toEqual({ said: wanted, arrived: 1, lie: undefined });
	});

	test.each(FAULTS)('read, applied later: %s', async (_, strike, wanted) => {
		const happened = await send(f.at('read', f.andLater(strike, 60), { when: isSend }));
		expect(happened).toEqual({ said: wanted, arrived: 1, lie: undefined });
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

test.each(FAULTS.slice(0, 6))('a set is repeated, a read too: %s', async (_, strike) => {
	for (const call of ['set', 'read'] as const) {
		const service = await serve();
		const store = await session(service);
		service.fail(f.at('applied', strike, { times: 1, when: ({ path }) => path.endsWith('10001') }));
		expect(verdicts(await run(store, CALLS[call]))).toEqual(['done']);
	}
});
