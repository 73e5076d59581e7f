import { pass } from './fastTime';
import type { INodeParameters } from 'n8n-workflow';
import { storeFor } from '../support/n8n';
import { byId, CALLS, closeAll, dishonest, isSend, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import type { RawRequest } from './wire';

/*
 * A service that never comes to an end: each attempt has one deadline, and cancelling frees what
 * others wait for.
 */

afterAll(closeAll);

const isLogin = ({ path }: RawRequest) => path.endsWith('/authenticate');
const isBulk = ({ path }: RawRequest) => path.endsWith('/multi');

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const ENDLESS: Array<[what: string, strike: f.Strike]> = [
	['no answer', f.silent],
	[
		'101',
		f.write(
			'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
			() => {},
		),
	],
	[
		'headers in drips',
		f.drip(Buffer.from(`${head}${'X-Filler: 0123456789\r\n'.repeat(100_000)}`), 4_000),
	],
	[
		'a body in drips',
		f.drip(Buffer.from(`${head}Content-Length: 1000000\r\n\r\n${' '.repeat(900_000)}`), 4_000),
	],
	[
		'a body of drips after its headers',
		(line) => {
			line.send(`${head}Content-Length: 1000000\r\n\r\n`);
			return f.drip(Buffer.from(' '), 4_000, true)(line);
		},
	],
	[
		'informational answers for ever',
		(line) => f.drip(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), 1_000, true)(line),
	],
];

const update: INodeParameters = {
	resource: 'endpoint',
	operation: 'updateMany',
	endpointId: byId('10001'),
	updateFields: { name: '={{ $json.key }}' },
};

/** Whether something ends long before the deadline of a bulk call. */
const soon = async (what: Promise<unknown>): Promise<string> =>
	await Promise.race([what.then(() => 'ended'), pass(40_000).then(() => 'still under way')]);

describe.each(ENDLESS)('%s', (_, strike) => {
	test('to a login: it ends, nothing was sent, and the next execution logs in', async () => {
		const service = await serve();
		const store = storeFor(service.url);
		service.fail(f.at('read', strike, { when: isLogin }));
		const both = await Promise.all([run(store, CALLS.act), run(store, CALLS.act)]);
		expect(both.flatMap((output) => verdicts(output))).toEqual(['notSent', 'notSent']);
		service.fail();
		expect(verdicts(await run(store, CALLS.read))).toEqual(['done']);
	});

	test('to an SMS: it ends, unknown, and is not repeated', async () => {
		const service = await serve();
		const store = await session(service);
		service.fail(f.at('applied', strike, { when: isSend }));
		expect(verdicts(await run(store, CALLS.act))).toEqual(['unknown']);
		expect(dishonest(service, 'one', 'unknown')).toBeUndefined();
	});

	test('to a bulk call: it ends, and the next one is done', async () => {
		const service = await serve();
		const store = await session(service);
		service.fail(f.at('applied', strike, { times: 1, when: isBulk }));
		const [first, second] = await Promise.all([
			run(store, update, [{ key: 'first' }]),
			run(store, update, [{ key: 'second' }]),
		]);
		expect(verdicts(second)).toEqual(['done']);
		expect(['done', 'unknown']).toContain(verdicts(first)[0]);
		expect(service.api.mostAtWork).toBe(1);
	});

	test('cancelled: the run ends at once, and the next one goes on', async () => {
		const service = await serve();
		const store = await session(service);
		service.fail(f.at('applied', strike, { times: 1, when: isBulk }));
		const cancel = new AbortController();
		const first = run(store, update, [{ key: 'first' }], { signal: cancel.signal }).catch(() => {});
		while (!service.arrivals.some(isBulk)) await pass(300);
		await pass(3_000);
		cancel.abort();
		expect(await soon(first)).toBe('ended');
		const done = service.arrivals.filter(isBulk).length;
		expect(verdicts(await run(store, update, [{ key: 'second' }]))).toEqual(['done']);
		// The cancelled one was not repeated.
		expect(service.api.times('first')).toBe(1);
		expect(done).toBe(1);
	});
});

test('cancelled while it waits for its turn: it is never sent, and the next one goes on', async () => {
	const service = await serve({ workMs: 20_000 });
	const store = await session(service);
	const cancel = new AbortController();
	const first = run(store, update, [{ key: 'first' }]);
	while (!service.arrivals.some(isBulk)) await pass(300);
	const second = run(store, update, [{ key: 'second' }], { signal: cancel.signal }).catch(() => {});
	await pass(3_000);
	cancel.abort();
	expect(await soon(second)).toBe('ended');
	expect(verdicts(await run(store, update, [{ key: 'third' }]))).toEqual(['done']);
	await first;
	expect(service.api.times('second')).toBe(0);
	expect(service.api.mostAtWork).toBe(1);
});

test('cancelled while it waits to repeat what got no answer: it ends at once', async () => {
	const service = await serve();
	const store = await session(service);
	service.fail(f.at('read', f.andLater(f.reset, 60_000), { when: isBulk }));
	const cancel = new AbortController();
	const first = run(store, update, [{ key: 'first' }], { signal: cancel.signal }).catch(() => {});
	while (!service.arrivals.some(isBulk)) await pass(300);
	await pass(2_000);
	cancel.abort();
	expect(await soon(first)).toBe('ended');
	expect(service.arrivals.filter(isBulk)).toHaveLength(1);
	service.fail();
	// Whoever comes next waits until the service has done with it.
	expect(verdicts(await run(store, update, [{ key: 'second' }]))).toEqual(['done']);
	expect(service.api.mostAtWork).toBe(1);
});
