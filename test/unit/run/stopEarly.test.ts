import { CellularIotError, ownError } from '../../../src/errors';
import type { KeyLedger, KeyState } from '../../../src/keys/ledger';
import type { ItemResult } from '../../../src/run/items';
import type { ItemResults } from '../../../src/run/items';
import { runItems } from '../../../src/run/run';
import { findOperation } from '../../../src/operations';
import type { Transport } from '../../../src/wire';
import { clientOf } from '../../support/client';
import { MovedClock } from '../../support/movedClock';
import { Random } from '../../support/random';

/* Random runs, each drawn from a seed, that stop when too many of their items fail. */

type Fate = 'done' | 'refused' | 'unknown';

interface Sent {
	item: number;
	fate: Fate;
}

interface World {
	/** Requests in the order of their answers. */
	answered: Sent[];
	/** How many requests had been sent when each was answered. */
	leftBy: number[];
	results: ItemResult[];
}

const words = (result: ItemResult) =>
	'items' in result ? 'done' : String(ownError(result.error)?.outcome);

/** Sends SMS to a service that answers each after a random time, according to its fate. */
async function sends(
	random: Random,
	{ count, stopAbove, failing }: { count: number; stopAbove?: number; failing: number },
	earlier?: ItemResults,
): Promise<World> {
	const time = new MovedClock();
	const answered: Sent[] = [];
	const leftBy: number[] = [];
	let left = 0;
	const transport: Transport = async ({ body }) => {
		left += 1;
		const fate: Fate = random.chance(failing)
			? random.chance(0.5)
				? 'refused'
				: 'unknown'
			: 'done';
		// Random, so that no two answers come at the same moment.
		await time.sleep(random.between(1, 50));
		answered.push({ item: Number(/\d+/.exec(body!)?.[0]), fate });
		leftBy.push(left);
		if (fate === 'unknown')
			throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		return { status: fate === 'done' ? 201 : 422, headers: {}, body: { id: left } };
	};
	const ports = { clock: time.clock, sleep: time.sleep };
	const client = clientOf(transport, ports, { fiveMinutes: 1e9, single: 10_000 });
	const running = runItems(
		client,
		findOperation('sms', 'send'),
		(index) => ({
			endpointId: index + 1,
			payload: `message ${index}`,
			...(stopAbove !== undefined && { stopAbove }),
		}),
		count,
		{ continueOnFail: true, ...(earlier && { earlier }) },
	);
	return { answered, leftBy, results: (await time.until(running)) as ItemResult[] };
}

/** The first answer, from the 20th on, with more failures than allowed; -1 if there is none. */
const tooManyAt = (answered: Sent[], most: number): number => {
	let failed = 0;
	return answered.findIndex(({ fate }, place) => {
		failed += Number(fate !== 'done');
		return place >= 19 && failed > (most * (place + 1)) / 100;
	});
};

test('120 random runs send until too many items have failed and report each outcome', async () => {
	let stopped = 0;
	for (let seed = 1; seed <= 120; seed++) {
		const random = new Random(`stop ${seed}`);
		const count = Math.floor(random.between(1, 300));
		const stopAbove = Math.floor(random.between(0, 30));
		const failing = random.chance(0.3) ? 0 : random.between(0, 0.5);
		const { answered, leftBy, results } = await sends(random, { count, stopAbove, failing });
		const at = tooManyAt(answered, stopAbove);
		const fates = new Map(answered.map(({ item, fate }) => [item, fate]));
		// No item is sent twice, and each has its own verdict.
		expect([seed, fates.size]).toEqual([seed, answered.length]);
		const verdicts = results.map((_, index) => fates.get(index) ?? 'notSent');
		expect([seed, results.map(words)]).toEqual([seed, verdicts]);
		// Requests in flight at that time are awaited; none is sent after them.
		const all = at < 0 ? count : leftBy[at]!;
		expect([seed, answered.length]).toEqual([seed, all]);
		if (answered.length < count) stopped += 1;
	}
	expect(stopped).toBeGreaterThan(30);
});

test('without the option a run continues, however many items fail', async () => {
	const { answered } = await sends(new Random('none'), { count: 100, failing: 1 });
	expect(answered).toHaveLength(100);
});

test('items with a misspelt name, which nothing was sent for, are no failures', async () => {
	const time = new MovedClock();
	const sent: string[] = [];
	const transport: Transport = async ({ method, url }) => {
		if (method === 'GET') return { status: 200, headers: {}, body: [] };
		sent.push(url);
		return { status: 201, headers: {}, body: {} };
	};
	const ports = { clock: time.clock, sleep: time.sleep };
	const running = runItems(
		clientOf(transport, ports, { fiveMinutes: 1e9, single: 10_000 }),
		findOperation('sms', 'send'),
		(index) => ({
			endpointId: index < 25 ? { by: 'name', value: `nowhere ${index}` } : index,
			payload: `message ${index}`,
			stopAbove: 2,
		}),
		60,
		{ continueOnFail: true },
	);
	const results = (await time.until(running)) as ItemResult[];
	expect(results.map(words)).toEqual([
		...Array.from({ length: 25 }, () => 'notSent'),
		...Array.from({ length: 35 }, () => 'done'),
	]);
	expect(sent).toHaveLength(35);
});

test('the remaining items report how many had failed, with advice', async () => {
	const { results } = await sends(new Random('words'), { count: 200, stopAbove: 2, failing: 1 });
	const last = ownError((results.at(-1) as { error: unknown }).error);
	expect(last).toMatchObject({
		outcome: 'notSent',
		message: 'Not sent: 20 of the 20 items done before had failed, which is more than 2 %',
		hint: expect.stringContaining('run the items that were not sent'),
	});
});

test('Retry On Fail does not resume a stopped run', async () => {
	const earlier: ItemResults = new Map();
	const how = { count: 200, stopAbove: 2, failing: 1 };
	const first = await sends(new Random('first'), how, earlier);
	const unknown = first.results.filter((result) => words(result) === 'unknown').length;
	const second = await sends(new Random('second'), how, earlier);
	expect(second.answered.length).toBeLessThan(first.answered.length);
	expect(second.answered).toHaveLength(first.answered.length - unknown);
});

test('a try of Retry On Fail does not count what earlier tries have left unknown', async () => {
	const error = new CellularIotError('no answer', 'Look in the service.', 'unknown');
	const earlier: ItemResults = new Map(Array.from({ length: 100 }, (_, i) => [i, { error }]));
	const how = { count: 300, stopAbove: 2, failing: 0 };
	const { answered, results } = await sends(new Random('tries'), how, earlier);
	expect(answered).toHaveLength(200);
	expect(results.filter((result) => words(result) === 'unknown')).toHaveLength(100);
});

test('items refused before anything is sent do not count as failures', async () => {
	const time = new MovedClock();
	const transport = async () => ({ status: 201, headers: {}, body: {} });
	const client = clientOf(transport, { clock: time.clock, sleep: time.sleep });
	const values = (index: number) => ({
		endpointId: index % 2 === 0 ? 'none' : index,
		payload: 'hello',
		stopAbove: 0,
	});
	const running = runItems(client, findOperation('sms', 'send'), values, 100, {
		continueOnFail: true,
	});
	const results = (await time.until(running)) as ItemResult[];
	expect(results.filter((result) => words(result) === 'done')).toHaveLength(50);
});

test('sends no further bulk call once too many items have failed', async () => {
	const time = new MovedClock();
	let calls = 0;
	const transport = async () => {
		calls += 1;
		return { status: calls === 2 ? 422 : 204, headers: {}, body: {} };
	};
	const client = clientOf(transport, { clock: time.clock, sleep: time.sleep });
	const values = (index: number) => ({ endpointId: index + 1, name: 'pump', stopAbove: 40 });
	const operation = findOperation('endpoint', 'updateMany');
	const running = runItems(client, operation, values, 8_000, { continueOnFail: true });
	const results = (await time.until(running)) as ItemResult[];
	expect(calls).toBe(2);
	const each = ['done', 'refused', 'notSent'].map((word) => {
		return results.filter((result) => words(result) === word).length;
	});
	expect(each).toEqual([2_000, 2_000, 4_000]);
});

/** Keys as an earlier run has left them: each claim gives the next states, then keys that are free. */
const keysLeft = (left: KeyState[]): KeyLedger => ({
	most: Infinity,
	atOnce: 1,
	mostOpen: Infinity,
	claim: async (keys) => keys.map(() => left.shift() ?? { is: 'mine' }),
	confirm: async (keys) => keys.map(() => ({ is: 'mine' })),
	settle: async () => {},
	close: async () => {},
});

/** States in which an earlier run may leave an item. */
const LEFT: Record<string, () => KeyState> = {
	'in doubt': () => ({ is: 'open', mayLive: false }),
	done: () => ({ is: 'done' }),
	'of another request': () => ({ is: 'other' }),
};

/** Runs items with keys, of which an earlier run has left the first ones. */
async function rerun(
	operation: [resource: string, name: string],
	count: number,
	{ left, stopAbove, fails }: { left: KeyState[]; stopAbove: number; fails: () => boolean },
) {
	const time = new MovedClock();
	let sent = 0;
	const transport: Transport = async ({ url, body = '' }) => {
		const names = new Set(body.match(/item \d+/g));
		sent += names.size;
		await time.sleep(1);
		const made = [...names].map((item) => ({ id: Number(item.slice('item '.length)) }));
		const isBulk = url.endsWith('/multi');
		return { status: fails() ? 422 : 201, headers: {}, body: isBulk ? made : made[0] };
	};
	const keys = keysLeft(left);
	const ports = { clock: time.clock, sleep: time.sleep, keys };
	const client = clientOf(transport, ports, { fiveMinutes: 1e9, single: 10_000 });
	const values = (index: number) => ({
		endpointId: index + 1,
		payload: `item ${index}`,
		name: `item ${index}`,
		serviceProfileId: 1,
		tariffProfileId: 2,
		status: 0,
		idempotencyKey: `key ${index}`,
		stopAbove,
	});
	const running = runItems(client, findOperation(...operation), values, count, {
		continueOnFail: true,
	});
	const results = (await time.until(running)) as ItemResult[];
	return { sent, words: results.map(words) };
}

describe.each([
	['sends one by one', ['sms', 'send']],
	['bulk calls', ['endpoint', 'createMany']],
] as const)('a rerun with keys, in %s,', (_, [resource, name]) => {
	test.each(Object.keys(LEFT))('counts no item that an earlier run has left %s', async (what) => {
		const left = Array.from({ length: 200 }, LEFT[what]!);
		const { sent, words: all } = await rerun([resource, name], 2_600, {
			left,
			stopAbove: 2,
			fails: () => false,
		});
		expect(sent).toBe(2_400);
		expect(all.filter((word) => word === 'notSent')).toHaveLength(what.startsWith('of') ? 200 : 0);
	});
});

test('items that an earlier run has done do not make the share of failed ones smaller', async () => {
	const left = Array.from({ length: 500 }, LEFT.done!);
	let calls = 0;
	const { sent, words: all } = await rerun(['sms', 'send'], 1_000, {
		left,
		stopAbove: 4,
		fails: () => ++calls <= 1,
	});
	// One of the first 20 sent has failed, which is 5 %; a few are in flight at that time.
	expect(sent).toBeGreaterThanOrEqual(20);
	expect(sent).toBeLessThan(60);
	expect(all.filter((word) => word === 'done')).toHaveLength(500 + sent - 1);
});
