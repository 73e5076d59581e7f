import fc from 'fast-check';
import type { Json } from '../../../../src/table/define';
import { readRecord, type StreamRecord } from '../../../../src/triggers/stream/record';
import { unpackUsage, type UsageRule, watchUsage } from '../../../../src/triggers/stream/usage';
import { packSums } from '../../../../src/triggers/stream/usageSums';

/*
 * The guarantees of usage rules, as functions with a number of runs, for the tests and the fault
 * figures.
 */

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const START = Date.parse('2026-03-01T00:00:00Z');

/** A usage record as it is pushed. */
export const recordOf = (
	endpoint: number,
	end: number,
	volume: number,
	more: { tags?: string | null; type?: number; iccid?: string } = {},
): Json => ({
	id: String(endpoint) + String(end),
	traffic_type: { id: more.type ?? 5, description: 'Data' },
	start_timestamp: new Date(end - 45_000).toISOString(),
	end_timestamp: new Date(end).toISOString(),
	endpoint: { id: endpoint, name: `meter-${endpoint}`, tags: more.tags ?? null },
	sim: { id: endpoint + 1_000_000, iccid: more.iccid ?? `89${String(endpoint).padStart(17, '0')}` },
	volume: { rx: volume / 2, tx: volume / 2, total: volume },
});

/** Records as the trigger reads them, without unreadable ones. */
export const read = (records: Json[]): StreamRecord[] =>
	records.map(readRecord).filter((record) => typeof record === 'object');

/** Processes lists of records, with a restart (pack and unpack) before a list if `restarts` says so. */
export function watchAll(
	rule: UsageRule,
	lists: Json[][],
	restarts: boolean[] = [],
	now = START + 400 * DAY,
) {
	let state = unpackUsage(undefined, rule);
	return lists.flatMap((records, i) => {
		if (restarts[i % restarts.length]) state = unpackUsage(packSums(state), rule);
		return watchUsage(state, read(records), rule, now);
	});
}

const spans = { hour: HOUR, day: DAY, month: 31 * DAY } as const;
/** By how many windows records may be late. */
const LATE = { hour: 5, day: 3, month: 1 } as const;

interface Verdict {
	runs: number;
	wanted: number;
	got: number;
	/** Reproduces the same histories. */
	seed: number;
	failure?: unknown;
}

/**
 * Histories of records in any order within the stored windows, with restarts: each window whose
 * sum is above the limit is emitted once, and no other.
 */
export function usageHistories(
	runs: number,
	seed: number = Math.floor(Math.random() * 2 ** 31),
): Verdict {
	const verdict: Verdict = { runs: 0, wanted: 0, got: 0, seed };
	const history = fc.record({
		span: fc.constantFrom('hour' as const, 'day' as const, 'month' as const),
		per: fc.constantFrom('endpoint' as const, 'iccid' as const, 'tag' as const),
		limit: fc.integer({ min: 1, max: 40 }),
		used: fc.array(
			fc.record({
				endpoint: fc.integer({ min: 1, max: 4 }),
				part: fc.integer({ min: 0, max: 999 }),
				volume: fc.integer({ min: 1, max: 20_000_000 }),
				order: fc.nat(),
			}),
			{ minLength: 1, maxLength: 60 },
		),
		size: fc.integer({ min: 1, max: 7 }),
		restarts: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
	});
	try {
		fc.assert(
			fc.property(history, ({ span, per, limit, used, size, restarts }) => {
				const rule: UsageRule = { event: 'usageAboveLimit', span, per, limit, zone: 'UTC' };
				// All within the stored windows, from the middle of one on.
				const stretch = LATE[span] * spans[span];
				const begin = span === 'month' ? START : START + 12 * HOUR;
				const sums = new Map<string, number>();
				const records = [...used]
					.sort((a, b) => a.order - b.order)
					.map(({ endpoint, part, volume }) => {
						const end = begin + 1 + Math.floor((part / 1000) * stretch);
						const tag = `tag ${endpoint % 2}`;
						const key = per === 'tag' ? tag : String(endpoint);
						const iso = new Date(end - 1).toISOString();
						const window = iso.slice(0, { hour: 13, day: 10, month: 7 }[span]);
						const name = `${key} ${window}`;
						sums.set(name, (sums.get(name) ?? 0) + volume);
						return recordOf(endpoint, end, volume / 1e6, { tags: `${tag}, all` });
					});
				const lists = Array.from({ length: Math.ceil(records.length / size) }, (_, i) =>
					records.slice(i * size, (i + 1) * size),
				);
				const wanted = [...sums]
					.filter(([, bytes]) => bytes > limit * 1e6)
					.map(([name]) => name)
					.sort();
				const got = watchAll(rule, lists, restarts)
					.filter(({ fields }) => fields.tag !== 'all')
					.map(({ fields }) => {
						const key = per === 'tag' ? fields.tag : fields.endpoint_id;
						const at = String(fields.window_start);
						return `${String(key)} ${at.slice(0, { hour: 13, day: 10, month: 7 }[span])}`;
					})
					.sort();
				verdict.runs += 1;
				verdict.wanted += wanted.length;
				verdict.got += got.length;
				if (wanted.join() !== got.join())
					throw new Error(`wanted ${wanted.join()}, got ${got.join()}`);
			}),
			{ numRuns: runs, seed },
		);
	} catch (failure) {
		verdict.failure = failure;
	}
	return verdict;
}

/**
 * A fleet with `days` days of steady use, after which `loud` devices use four times as much; returns
 * the devices reported, and the bytes of the stored state.
 */
export function spikes(devices: number, loud: number, days = 7) {
	const rule: UsageRule = {
		event: 'usageSpike',
		per: 'endpoint',
		zone: 'UTC',
		factor: 3,
		days: 7,
		minimum: 1,
	};
	let state = unpackUsage(undefined, rule);
	const told: string[] = [];
	for (let day = 0; day <= days; day++) {
		for (let hour = 6; hour <= 24; hour += 6) {
			const records = Array.from({ length: devices }, (_, i) => {
				// Each device has its own mean.
				const usual = (1 + (i % 50)) / 2;
				const today = day === days && i < loud ? 4 : 1;
				return recordOf(10_000 + i, START + day * DAY + hour * HOUR, usual * today);
			});
			if (hour === 12) state = unpackUsage(packSums(state), rule);
			const found = watchUsage(state, read(records), rule, START + 400 * DAY);
			told.push(...found.map(({ fields }) => String(fields.endpoint_id)));
		}
	}
	const bytes = JSON.stringify(packSums(state)).length;
	return { told, bytes };
}
