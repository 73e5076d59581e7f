import { ownError } from '../../../src/errors';
import type { KeyLedger } from '../../../src/keys/ledger';
import type { ItemResult } from '../../../src/run/items';
import { runItems } from '../../../src/run/run';
import { findOperation } from '../../../src/operations';
import type { Json, Transport } from '../../../src/wire';
import { clientOf } from '../../support/client';
import { MovedClock } from '../../support/movedClock';

/*
 * Looking back for what a call of unknown outcome has made: what was made before it was sent, or after it
 * can have arrived, is another's.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const wordOf = (result: ItemResult) =>
	'items' in result
		? result.items[0]?.already
			? 'already'
			: 'done'
		: String(ownError(result.error)?.outcome);

/** Keys that an earlier run has claimed so many milliseconds ago, one for each item. */
const claimedAgo = (agoMs: number[]): KeyLedger => ({
	most: Infinity,
	atOnce: 1,
	mostOpen: Infinity,
	claim: async (keys) =>
		keys.map(() => ({ is: 'open', mayLive: false, agoMs: agoMs.shift()! }) as const),
	confirm: async (keys) => keys.map(() => ({ is: 'mine' })),
	settle: async () => {},
	close: async () => {},
});

/** A service that answers GETs with what was made, each thing so many milliseconds ago. */
function serviceOf(time: MovedClock, made: (at: (agoMs: number) => string) => Json[]) {
	const writes: string[] = [];
	const at = (agoMs: number) => new Date(time.clock.now() - agoMs).toISOString();
	const transport: Transport = async ({ method, url }) => {
		if (method !== 'GET') writes.push(url);
		const headers = { date: new Date(time.clock.now()).toUTCString() };
		return { status: 200, headers, body: made(at) };
	};
	return { writes, transport };
}

/** Runs items whose keys are in doubt. */
async function rerun(
	operation: [resource: string, name: string],
	items: Json[],
	agoMs: number[],
	made: (at: (agoMs: number) => string) => Json[],
) {
	const time = new MovedClock();
	const { writes, transport } = serviceOf(time, made);
	const ports = { clock: time.clock, sleep: time.sleep, keys: claimedAgo(agoMs) };
	const running = runItems(
		clientOf(transport, ports),
		findOperation(...operation),
		(index) => ({ ...items[index], idempotencyKey: `key ${index}` }),
		items.length,
		{ continueOnFail: true },
	);
	const results = (await time.until(running)) as ItemResult[];
	return { words: results.map(wordOf), results, writes };
}

/** An SMS whose key was claimed five hours ago, and an equal one, sent some time after the claim. */
const sms = async (afterMs: number) =>
	await rerun(['sms', 'send'], [{ endpointId: 1, payload: 'REPORT' }], [5 * HOUR], (at) => [
		{ id: 70, payload: 'REPORT', submit_date: at(5 * HOUR - afterMs) },
	]);

test.each([
	['three hours after the claim', 3 * HOUR],
	['five minutes after the claim', 5 * MINUTE],
	['an hour before the claim', -HOUR],
	['a minute before the claim', -MINUTE],
])('an equal SMS of another workflow, %s, is not the result of a key', async (_, afterMs) => {
	const { words, writes } = await sms(afterMs);
	expect(words).toEqual(['unknown']);
	expect(writes).toEqual([]);
});

test.each([
	['at once', 0],
	['when the deadline of its request has passed', 31 * SECOND],
	['two minutes after that deadline', 150 * SECOND],
])('the SMS of a key that the service has carried out %s is found', async (_, afterMs) => {
	const { results, writes } = await sms(afterMs);
	expect(results).toMatchObject([{ items: [{ already: true, sms_ids: [70] }] }]);
	expect(writes).toEqual([]);
});

test('each key of a bulk call is looked for in its own time', async () => {
	const create = { serviceProfileId: 1, tariffProfileId: 2, status: 0 };
	const items = ['first', 'second', 'third'].map((name) => ({ ...create, name }));
	const { words, writes } = await rerun(
		['endpoint', 'createMany'],
		items,
		[5 * HOUR, HOUR, HOUR],
		(at) => [
			{ id: 12, name: 'third', created: at(HOUR - SECOND) },
			// Made by another before the key of the second was claimed.
			{ id: 11, name: 'second', created: at(5 * HOUR - 2 * SECOND) },
			{ id: 10, name: 'first', created: at(5 * HOUR - SECOND) },
		],
	);
	expect(words).toEqual(['already', 'unknown', 'already']);
	expect(writes).toEqual([]);
});

test('an equal SMS that was sent while a request waited for the limits is not its result', async () => {
	const time = new MovedClock();
	const began = time.clock.now();
	const others = [
		{ id: 70, payload: 'REPORT', submit_date: new Date(began + 20 * SECOND).toISOString() },
	];
	let posts = 0;
	const transport: Transport = async ({ method }) => {
		const headers = { date: new Date(time.clock.now()).toUTCString() };
		if (method === 'GET') return { status: 200, headers, body: others };
		posts += 1;
		const limited = { ...headers, 'retry-after': '60' };
		if (posts === 1) return { status: 429, headers: limited, body: {} };
		throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
	};
	const ports = { clock: time.clock, sleep: time.sleep };
	const values = { endpointId: 1, payload: 'REPORT', verifyUnknown: true };
	const running = runItems(
		clientOf(transport, ports),
		findOperation('sms', 'send'),
		() => values,
		1,
		{ continueOnFail: true },
	);
	const results = (await time.until(running)) as ItemResult[];
	expect(posts).toBe(2);
	expect(results.map(wordOf)).toEqual(['unknown']);
});
