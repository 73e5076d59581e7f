import { stub } from '../../support/stub';
import { ownError } from '../../../src/errors';
import { MarkedKeys } from '../../../src/keys/markedKeys';
import { Lanes } from '../../../src/request/limits/lanes';
import { Client } from '../../../src/run/client';
import { exclusively } from '../../../src/run/exclusive';
import type { ItemResult } from '../../../src/run/items';
import { runItems } from '../../../src/run/run';
import { findOperation } from '../../../src/operations';
import { MovedClock } from '../../support/movedClock';
import { Random } from '../../support/random';

/*
 * Idempotency keys, claimed for many items in one step of the store. Random runs, each drawn from a
 * seed, are killed or cancelled at any moment on a slow store and then run again in full.
 */

/** The most claims without a verdict that a kill may leave (docs/jobs.md). */
const MOST_IN_DOUBT = 200;

/** The state that outlives a process: the marks and the effects at the service. */
interface World {
	time: MovedClock;
	random: Random;
	marks: Set<string>;
	/** How often each message was applied. */
	applied: Map<string, number>;
	/** Steps of the store. */
	steps: number;
	/** The most claims without a verdict after a step. */
	mostOpen: number;
	storeMs: number;
	answerMs: number;
	refusing: number;
}

const wordOf = (result: ItemResult) =>
	'items' in result
		? result.items[0]?.already
			? 'already'
			: 'done'
		: String(ownError(result.error)?.outcome);

let processes = 0;

/** A process that sends all messages, each with its key, until it ends or is killed. */
function processOn(world: World, count: number, limits = { fiveMinutes: 1e9, single: 10_000 }) {
	const { time, random, marks, applied } = world;
	let isKilled = false;
	let die: () => void = () => {};
	const death = new Promise<undefined>((resolve) => {
		die = () => {
			isKilled = true;
			resolve(undefined);
		};
	});
	const alive = async () => {
		if (isKilled) await new Promise(() => {});
	};
	const place = `steps ${++processes}`;
	/** Changes the store at some moment of a step; the answer comes at its end. */
	const step = async <T>(change: () => T): Promise<T> => {
		world.steps += 1;
		const first = random.between(0, world.storeMs);
		await time.sleep(first);
		await alive();
		const result = change();
		const [keys = 0, done = 0] = ['key ', 'done '].map(
			(word) => [...marks].filter((mark) => mark.startsWith(word)).length,
		);
		world.mostOpen = Math.max(world.mostOpen, keys - done);
		await time.sleep(world.storeMs - first);
		await alive();
		return result;
	};
	const keys = new MarkedKeys(
		{
			row: place,
			alone: async (job) => await exclusively(place, job),
			record: async (asked) =>
				await step(() => {
					const added = asked.filter((mark) => !marks.has(mark));
					for (const mark of added) marks.add(mark);
					return added;
				}),
			remove: async (given) =>
				await step(() => {
					for (const mark of given) marks.delete(mark);
				}),
		},
		time.sleep,
	);
	const lanes = new Lanes('one organisation');
	lanes.limit(limits);
	const cancel = new AbortController();
	const client = new Client(
		stub({
			baseUrl: 'https://steps.example',
			accountKind: 'token',
			transport: async ({ body }: { body: string }) => {
				await time.sleep(random.between(0, world.answerMs));
				await alive();
				const [message = ''] = /message \d+/.exec(body) ?? [];
				const isRefused = random.chance(world.refusing);
				if (!isRefused) applied.set(message, (applied.get(message) ?? 0) + 1);
				await time.sleep(random.between(0, world.answerMs));
				await alive();
				return { status: isRefused ? 422 : 201, headers: {}, body: { id: 1 } };
			},
			lanes: () => lanes,
			clock: time.clock,
			sleep: time.sleep,
			random: () => 0,
			signal: cancel.signal,
			keys,
		}),
	);
	const running = runItems(
		client,
		findOperation('sms', 'send'),
		(index) => ({
			endpointId: index + 1,
			payload: `message ${index}`,
			idempotencyKey: `key ${index}`,
		}),
		count,
		{ continueOnFail: true },
	);
	const ended = Promise.race([running, death]);
	return { ended, kill: die, cancel: () => cancel.abort(new Error('cancelled')) };
}

const worldOf = (seed: string): World => {
	const random = new Random(seed);
	return {
		time: new MovedClock(),
		random,
		marks: new Set(),
		applied: new Map(),
		steps: 0,
		mostOpen: 0,
		storeMs: random.pick([0, 1, 5, 30]),
		answerMs: random.pick([0, 3, 20]),
		refusing: random.pick([0, 0, 0.1]),
	};
};

beforeEach(() => jest.restoreAllMocks());

/** Measures the duration of steps by the moved clock. */
const on = (world: World) =>
	jest.spyOn(performance, 'now').mockImplementation(() => world.time.now);

const most = (applied: Map<string, number>) => Math.max(0, ...applied.values());

test.each(['kill', 'cancel'] as const)(
	'after a %s at any moment, a second run sends nothing twice and leaves few items in doubt',
	async (end) => {
		let cut = 0;
		for (let seed = 1; seed <= 25; seed++) {
			const world = worldOf(`${end} ${seed}`);
			const { time, random, applied } = world;
			on(world);
			const count = Math.floor(random.between(1, 400));
			const first = processOn(world, count);
			const strike = async () => {
				await time.sleep(random.between(0, 600));
				first[end]();
			};
			await time.until(Promise.race([first.ended, strike().then(async () => await first.ended)]));
			if (applied.size < count) cut += 1;
			const results = (await time.until(processOn(world, count).ended))!;
			const words = results.map(wordOf);
			const inDoubt = words.filter((word) => word === 'unknown').length;
			expect([seed, most(applied)]).toEqual([seed, Math.min(1, applied.size)]);
			expect([seed, inDoubt]).toEqual([seed, Math.min(inDoubt, MOST_IN_DOUBT)]);
			for (const [index, word] of words.entries()) {
				if (word === 'unknown') continue;
				const isThere = applied.has(`message ${index}`);
				expect([seed, index, word, isThere]).toEqual([seed, index, word, word !== 'refused']);
			}
		}
		expect(cut).toBeGreaterThan(5);
	},
);

test('a run without failures takes at most 18 steps for 1,900 items, with at most 200 open claims', async () => {
	const world: World = { ...worldOf('steps'), storeMs: 30, answerMs: 20, refusing: 0 };
	on(world);
	const results = await world.time.until(processOn(world, 1_900).ended);
	expect(results!.map(wordOf)).toEqual(Array(1_900).fill('done'));
	// The first steps are small and grow at most twofold; one more stores the last verdicts.
	expect(world.steps).toBeLessThanOrEqual(18);
	expect(world.mostOpen).toBe(MOST_IN_DOUBT);
});

test('keeps open claims to about three seconds of sends when the rate limits the run', async () => {
	const world: World = { ...worldOf('pace'), storeMs: 30, answerMs: 20, refusing: 0 };
	on(world);
	const results = await world.time.until(
		processOn(world, 200, { fiveMinutes: 1e9, single: 16 }).ended,
	);
	expect(results!.map(wordOf)).toEqual(Array(200).fill('done'));
	expect(world.mostOpen).toBeLessThanOrEqual(3 * 16);
});
