import { pass } from './stillTime';
import type { INodeParameters } from 'n8n-workflow';
import type { CredentialStore } from '../../../support/credentials';
import { type NodeRun, storeFor } from '../../../support/n8n/n8n';
import {
	byId,
	CALLS,
	closeAll,
	failing,
	isBulk,
	isSend,
	run,
	serve,
	session,
	verdicts,
} from './drive';
import * as f from './faults';
import { isLogin } from './loginFailures';

/*
 * A service whose answers never end: each attempt has one deadline, and cancelling a run frees the
 * lane for the next one.
 */

afterAll(closeAll);

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const ENDLESS: Array<[what: string, strike: f.Strike]> = [
	['no answer', f.silent],
	[
		'101',
		f.writeOnly('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
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
		'endless informational answers',
		(line) => f.drip(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), 1_000, true)(line),
	],
];

const update: INodeParameters = {
	resource: 'endpoint',
	operation: 'updateMany',
	endpointId: byId('10001'),
	updateFields: { name: '={{ $json.key }}' },
};

/** Renames the endpoint by a bulk call. */
const rename = async (
	store: CredentialStore,
	key: string,
	more: Partial<NodeRun> = {},
): Promise<string[]> => verdicts(await run(store, update, [{ key }], more));

/** Whether a promise settles long before the deadline of a bulk call. */
const soon = async (what: Promise<unknown>): Promise<string> =>
	await Promise.race([what.then(() => 'ended'), pass(40_000).then(() => 'still under way')]);

/** The outcome of the same call with each endless answer, all in parallel. */
const ofEach = async (play: (strike: f.Strike) => Promise<unknown>): Promise<unknown> =>
	Object.fromEntries(
		await Promise.all(ENDLESS.map(async ([what, strike]) => [what, await play(strike)] as const)),
	);
const always = (wanted: unknown) => Object.fromEntries(ENDLESS.map(([what]) => [what, wanted]));

test('a login times out as notSent, and an execution half a minute later logs in', async () => {
	const found = await ofEach(async (strike) => {
		const service = await serve();
		const store = storeFor(service.url);
		service.fail(f.at('read', strike, { when: isLogin }));
		const both = await Promise.all([run(store, CALLS.act), run(store, CALLS.act)]);
		service.fail();
		// A failed login is remembered for 30 s by all executions.
		await pass(31_000);
		const next = await run(store, CALLS.read);
		return [...both, next].flatMap((output) => verdicts(output));
	});
	expect(found).toEqual(always(['notSent', 'notSent', 'done']));
});

test('an SMS times out as unknown and is not repeated', async () => {
	const found = await ofEach(async (strike) => {
		const { service, store } = await failing(f.at('applied', strike, { when: isSend }));
		return [verdicts(await run(store, CALLS.act)), service.api.times('one')];
	});
	expect(found).toEqual(always([['unknown'], 1]));
});

test('a bulk call times out and is repeated, and the next bulk call succeeds', async () => {
	const found = await ofEach(async (strike) => {
		const { service, store } = await failing(f.at('applied', strike, { times: 1, when: isBulk }));
		const both = await Promise.all([rename(store, 'first'), rename(store, 'second')]);
		return [both.flat(), service.api.mostAtWork];
	});
	expect(found).toEqual(always([['done', 'done'], 1]));
});

test('cancelling a run during a bulk call ends it at once and lets the next bulk call start', async () => {
	const found = await ofEach(async (strike) => {
		const { service, store } = await failing(f.at('applied', strike, { times: 1, when: isBulk }));
		const cancel = new AbortController();
		const first = rename(store, 'first', { signal: cancel.signal });
		while (!service.arrivals.some(isBulk)) await pass(300);
		await pass(3_000);
		cancel.abort();
		const ended = await soon(first.catch(() => {}));
		return [ended, await rename(store, 'second'), service.api.times('first')];
	});
	// The cancelled call was not repeated.
	expect(found).toEqual(always(['ended', ['done'], 1]));
});

test('a bulk call cancelled while it waits for its turn is never sent, and the next one succeeds', async () => {
	const service = await serve({ workMs: 20_000 });
	const store = await session(service);
	const cancel = new AbortController();
	const first = rename(store, 'first');
	while (!service.arrivals.some(isBulk)) await pass(300);
	const second = rename(store, 'second', { signal: cancel.signal }).catch(() => {});
	await pass(3_000);
	cancel.abort();
	expect(await soon(second)).toBe('ended');
	expect(await rename(store, 'third')).toEqual(['done']);
	await first;
	expect(service.api.times('second')).toBe(0);
	expect(service.api.mostAtWork).toBe(1);
});

test('a run cancelled during the wait before a retry ends at once', async () => {
	const { service, store } = await failing(
		f.at('read', f.andLater(f.reset, 60_000), { when: isBulk }),
	);
	const cancel = new AbortController();
	const first = rename(store, 'first', { signal: cancel.signal }).catch(() => {});
	while (!service.arrivals.some(isBulk)) await pass(300);
	await pass(2_000);
	cancel.abort();
	expect(await soon(first)).toBe('ended');
	expect(service.arrivals.filter(isBulk)).toHaveLength(1);
	service.fail();
	// The next caller waits until the service has finished the first call.
	expect(await rename(store, 'second')).toEqual(['done']);
	expect(service.api.mostAtWork).toBe(1);
});
