import { setTimeout as pause } from 'node:timers/promises';
import { exclusively } from '../../client/exclusive';
import type { Json } from '../../operations/define';
import { toldItem } from '../alerts/alert';
import { LEASE_MS } from '../runtime/redisStore';
import { BusyError } from '../runtime/underWay';
import { packUsage, unpackUsage, type UsageRule, watchUsage } from './usage';
import { keyOf, type StreamRecord } from './record';
import { RedisWindow } from './redisWindow';
import { type Found, type UsageWatch } from './watch';
import { MOST } from './window';

/* The usage event of a stream on the Redis of the account: sums of all processes of n8n together. */

/** Another process has changed the sums meanwhile: how often to begin again, and the longest pause. */
const TRIES = 40;
const PAUSE_MS = 50;

/**
 * Stores sums and what was found, where nobody else has since they were read, and the records that
 * were added up. KEYS: sums, records. ARGV: version read, sums, found, most records, records.
 */
const CHANGE = `
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', version + 1, 'sums', ARGV[2], 'found', ARGV[3])
for i = 5, #ARGV do redis.call('ZADD', KEYS[2], version, ARGV[i]) end
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -tonumber(ARGV[4]) - 1)
return 1`;

/** What was found and n8n has not taken yet. */
interface Owed {
	item: Json;
	/** A call tells it until then; milliseconds since 1970. */
	until: number;
}

/** It remembers records as a window does; what it tells is claimed there, too. */
export class RedisWatch extends RedisWindow implements UsageWatch {
	async take(records: StreamRecord[], rule: UsageRule, now: number): Promise<Found> {
		let items: Json[] = [];
		let left = 0;
		await this.change(async (sums, owed) => {
			const held = await this.held(records.map(({ key }) => key));
			const fresh = records.filter(({ key }) => !held.has(key));
			const state = unpackUsage(sums, rule);
			const told = watchUsage(state, fresh, rule, now);
			left = state.left;
			const free = owed.filter(({ until }) => until <= Date.now());
			items = [...free.map(({ item }) => item), ...told.map(toldItem)];
			const rest = owed.filter(({ until }) => until > Date.now());
			const until = Date.now() + LEASE_MS;
			return {
				sums: packUsage(state, rule),
				owed: [...rest, ...items.map((item) => ({ item, until }))],
				keys: fresh.map(({ key }) => key),
			};
		});
		const own = new Set(items.map(keyOf));
		const settle = async (taken: boolean) =>
			await this.change(async (sums, owed) => ({
				sums: sums ?? '',
				owed: owed.flatMap((one) =>
					!own.has(keyOf(one.item)) ? [one] : taken ? [] : [{ ...one, until: 0 }],
				),
				keys: [],
			}));
		return { items, left, settle: items.length > 0 ? settle : async () => {} };
	}

	/** Reads, has it changed, and stores it, again and again until nobody came in between. */
	private async change(
		job: (
			sums: string | undefined,
			owed: Owed[],
		) => Promise<{ sums: string; owed: Owed[]; keys: string[] }>,
	): Promise<void> {
		const [place, records] = [this.name('usage'), this.name('records')];
		await exclusively(place, async () => {
			for (let tries = 0; tries < TRIES; tries += 1) {
				const [version, sums, found] = await this.use(
					async (redis) => await redis.hmget(place, 'version', 'sums', 'found'),
				);
				const owed = found ? (JSON.parse(found) as Owed[]) : [];
				const next = await job(sums || undefined, owed);
				const values = [version ?? '0', next.sums, JSON.stringify(next.owed), MOST.redis];
				const isDone = await this.use(
					async (redis) => await redis.eval(CHANGE, 2, place, records, ...values, ...next.keys),
				);
				if (isDone === 1) return;
				await pause(Math.random() * PAUSE_MS);
			}
			throw new BusyError();
		});
	}
}
