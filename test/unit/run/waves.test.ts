import { ownError } from '../../../src/errors';
import type { KeyedRequest, KeyLedger, KeyVerdict } from '../../../src/keys/ledger';
import { findOperation } from '../../../src/operations';
import { SILENT } from '../../../src/reporter';
import type { ItemResult } from '../../../src/run/items';
import { runItems } from '../../../src/run/run';
import { inWavesOf, waveAt, waveFormOf } from '../../../src/run/waves';
import type { Transport } from '../../../src/wire';
import { clientOf } from '../../support/client';
import { MovedClock } from '../../support/movedClock';

/* Runs in waves, on a moved clock. */

/** Keys as a store that outlives processes keeps them. */
class KeptKeys implements KeyLedger {
	readonly most = Infinity;
	readonly atOnce = 25;
	readonly mostOpen = 60;
	/** Verdicts that are written only with the next claims, as those of real stores. */
	private pending: KeyVerdict[] = [];
	readonly done = new Set<string>();
	readonly claimed = new Set<string>();

	async claim(keys: KeyedRequest[]) {
		await this.close();
		return keys.map(({ key }) => {
			if (this.done.has(key)) return { is: 'done' as const };
			if (this.claimed.has(key)) return { is: 'open' as const, mayLive: false };
			this.claimed.add(key);
			return { is: 'mine' as const };
		});
	}

	async confirm(keys: KeyedRequest[]) {
		return keys.map(() => ({ is: 'mine' as const }));
	}

	async settle(verdicts: KeyVerdict[]) {
		this.pending.push(...verdicts);
	}

	async close() {
		for (const { key, is } of this.pending.splice(0)) {
			if (is === 'done') this.done.add(key);
			if (is === 'free') this.claimed.delete(key);
		}
	}

	/** What a kill leaves. */
	kill(): void {
		this.pending = [];
	}
}

interface Asked {
	count: number;
	values?: Record<string, unknown>;
	operation?: [resource: string, name: string];
	/** Whether the service refuses an item. */
	refuses?: (item: number) => boolean;
	keys?: KeyLedger;
	signal?: AbortSignal;
}

/** Runs items; gives when each was sent, in seconds from the start. */
function running({ count, values, operation = ['sms', 'send'], ...how }: Asked) {
	const time = new MovedClock();
	const sent = new Map<number, number>();
	const told: string[] = [];
	const notes: string[] = [];
	const transport: Transport = async ({ body = '', url }) => {
		const items = (body.match(/item \d+/g) ?? []).map((text) => Number(text.slice(5)));
		for (const item of items) sent.set(item, time.now / 1000);
		await time.sleep(1);
		const isRefused = items.some((item) => how.refuses?.(item));
		const made = items.map((item) => ({ id: item + 1 }));
		const answer = url.endsWith('/multi') ? made : made[0];
		return { status: isRefused ? 422 : 201, headers: {}, body: answer };
	};
	const ports = {
		// Keys belong to an organisation of a service.
		baseUrl: 'https://service.example',
		clock: time.clock,
		sleep: time.sleep,
		report: {
			...SILENT,
			say: (what: string) => void told.push(what),
			note: (sentence: string) => void notes.push(sentence),
		},
		...(how.keys && { keys: how.keys }),
		...(how.signal && { signal: how.signal }),
	};
	const client = clientOf(transport, ports, { fiveMinutes: 1e9, single: 10_000 });
	const run = runItems(
		client,
		findOperation(...operation),
		(index) => ({
			endpointId: index + 1,
			payload: `item ${index}`,
			name: `item ${index}`,
			...(how.keys && { idempotencyKey: `key ${index}` }),
			...values,
		}),
		count,
		{ continueOnFail: true },
	);
	return { time, sent, told, notes, run: run as Promise<ItemResult[]> };
}

const words = (results: ItemResult[]) =>
	results.map((result) =>
		'items' in result
			? result.items[0]?.already
				? 'already'
				: 'done'
			: String(ownError(result.error)?.outcome),
	);
/** Items by the minute in which they were sent. */
const byMinute = (sent: Map<number, number>): number[] => {
	const minutes: number[] = [];
	for (const at of sent.values()) {
		const minute = Math.floor(at / 60);
		minutes[minute] = (minutes[minute] ?? 0) + 1;
	}
	return minutes;
};

test('the wave of an item follows from its place alone', () => {
	const doubling = { size: 10, doubles: true, pauseMs: 0 };
	const waves = Array.from({ length: 150 }, (_, place) => waveAt(place, doubling));
	const sizes = [0, 1, 2, 3].map((wave) => waves.filter((candidate) => candidate === wave).length);
	expect(sizes).toEqual([10, 20, 40, 80]);
	const steady = { size: 10, doubles: false, pauseMs: 0 };
	expect([0, 9, 10, 99].map((place) => waveAt(place, steady))).toEqual([0, 0, 1, 9]);
	const items = [3, 4, 31].map((index) => ({ index }));
	expect(inWavesOf(items, doubling)).toEqual([items.slice(0, 2), items.slice(2)]);
});

test('items that ask for different waves get the most careful of each', () => {
	const of = (...inputs: object[]) =>
		waveFormOf(inputs.map((input, index) => ({ index, input: { ...input } })));
	expect(of({}, {})).toBeUndefined();
	expect(
		of({ waveSize: 50, waveDoubles: true, wavePause: 5 }, { waveSize: 20, wavePause: 90 }),
	).toEqual({ size: 20, doubles: false, pauseMs: 90_000 });
	expect(of({ wavePause: 1 })).toEqual({ size: 10, doubles: false, pauseMs: 1_000 });
	expect(of({ wavePause: 1, dryRun: true })).toBeUndefined();
});

test.each([
	['one by one', ['sms', 'send']],
	['in bulk calls', ['endpoint', 'updateMany']],
] as Array<[string, [string, string]]>)(
	'items that are sent %s go in waves that double, with pauses that are told',
	async (_, operation) => {
		const values = { waveSize: 10, waveDoubles: true, wavePause: 60 };
		const { time, sent, told, notes, run } = running({ count: 100, values, operation });
		const results = await time.until(run);
		expect(words(results)).toEqual(Array(100).fill('done'));
		expect(notes.filter((note) => note.includes('no device was checked'))).toHaveLength(1);
		expect(byMinute(sent)).toEqual([10, 20, 40, 30]);
		expect(told[0]).toBe('wave 1 of 4 has ended, 10 of 100 items; the next 20 go in 60 s');
		expect(told).toContain('wave 3 of 4 has ended, 70 of 100 items; the next 30 go in 15 s');
	},
);

test('a run of one wave has no devices between waves to tell of', async () => {
	const { time, notes, run } = running({ count: 5, values: { waveSize: 10, wavePause: 60 } });
	await time.until(run);
	expect(notes).toEqual([]);
});

test('a first wave that fails is the last, however few its items are', async () => {
	const values = { waveSize: 5, wavePause: 60, stopAbove: 20 };
	const { time, sent, run } = running({ count: 50, values, refuses: (item) => item < 2 });
	const results = await time.until(run);
	expect(sent.size).toBe(5);
	expect(words(results.slice(0, 5))).toEqual(['refused', 'refused', 'done', 'done', 'done']);
	expect(words(results.slice(5))).toEqual(Array<string>(45).fill('notSent'));
	expect(String((results[5] as { error: unknown }).error)).toContain('2 of the 5 items');
	expect(time.now).toBeLessThan(60_000);
});

test('a run that is cancelled in a pause sends nothing more, and says of each item so', async () => {
	const cancel = new AbortController();
	const { time, sent, run } = running({
		count: 30,
		values: { waveSize: 10, wavePause: 600 },
		signal: cancel.signal,
	});
	void time.sleep(100_000).then(() => cancel.abort(new Error('cancelled')));
	const results = await time.until(run);
	expect(sent.size).toBe(10);
	expect(words(results).filter((word) => word === 'notSent')).toHaveLength(20);
	expect(time.now).toBeLessThan(200_000);
});

test('a run that is killed in a pause leaves no item in doubt, and goes on in its wave', async () => {
	const keys = new KeptKeys();
	const values = { waveSize: 10, waveDoubles: true, wavePause: 600, stopAbove: 30 };
	const asked = { count: 100, values, keys };
	const first = running(asked);
	// The kill comes in the second pause.
	await first.time.until(first.time.sleep(900_000));
	expect(first.sent.size).toBe(30);
	keys.kill();
	expect(keys.done.size).toBe(30);
	expect(keys.claimed.size).toBe(30);

	// Of the items that are left the first two fail: 5 % of those that this run sends.
	const again = running({ ...asked, refuses: (item) => item >= 30 && item < 32 });
	const results = await again.time.until(again.run);
	expect(words(results)).toEqual([
		...Array<string>(30).fill('already'),
		...Array<string>(2).fill('refused'),
		...Array<string>(68).fill('done'),
	]);
	// No pause for what the first run had sent; the waves are those of the first run.
	expect([...again.sent.values()].filter((at) => at < 600)).toHaveLength(40);
	expect(again.sent.size).toBe(70);
});

test('what an earlier run has left is no part of the share of the next wave', async () => {
	const keys = new KeptKeys();
	const values = { waveSize: 10, wavePause: 1, stopAbove: 10 };
	const first = running({ count: 10, values, keys });
	await first.time.until(first.run);
	const again = running({ count: 40, values, keys, refuses: (item) => item >= 10 && item < 12 });
	const results = await again.time.until(again.run);
	// 2 of 10 in the second wave: with the ten of the first run it would be 2 of 20.
	expect(again.sent.size).toBe(10);
	expect(words(results).filter((word) => word === 'notSent')).toHaveLength(20);
});
