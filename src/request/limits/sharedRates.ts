import { createHash, randomUUID } from 'node:crypto';
import { type RedisConnection, withRedis } from '../../redis/client';
import type { Reporter } from '../../reporter';
import { withoutNotSent } from '../../errors';
import { redisError } from '../../redis/errors';
import { FIRST_ANSWER_MS, type SharedWindow, WINDOW_MARGIN_MS } from './pace';

/** The shared limits to apply to one start. */
export interface Ask {
	/** Name under which the service counts; limits of one name are kept together. */
	host: string;
	/** Rate of the lane; undefined for logins, which have a window only. */
	rate?: { key: string; perSecond: number; burst: number };
	windows: SharedWindow[];
}

/** The answer: a wait, or a start that has been counted for all workers. */
export interface RateTurn {
	/** Milliseconds; 0 when it may start. */
	waitMs: number;
	/** To be called when the request has been answered, or was not sent. Never throws. */
	end: () => void;
}

/** Limits that several workers keep together. */
export interface SharedRates {
	/** Undefined while the store is out of reach; never rejects. */
	take(ask: Ask): Promise<RateTurn | undefined>;
	/**
	 * Adds to a count that all workers keep, of which `known` were known before: a store may have
	 * forgotten. Returns the sum; undefined when it may not have been added; never rejects.
	 */
	count(key: string, add: number, known: number): Promise<number | undefined>;
}

/** How long a Redis that has failed is not asked again. */
const BLIND_MS = 60_000;
/** No request takes longer: one whose worker was killed counts this long. */
const LONGEST_REQUEST_MS = 150_000;
/** A count is kept for longer than a month. */
const COUNT_MS = 40 * 24 * 3_600_000;

/**
 * The limits over a Redis: every worker that shares it counts in the same bucket and windows. While
 * it is out of reach each process keeps the limits by itself, and reports that once.
 */
export function redisRates(url: string, report?: Reporter): SharedRates {
	let blindUntil = -Infinity;
	return {
		take: async ({ host, rate, windows }) => {
			if (performance.now() < blindUntil) return undefined;
			const key = keysOf(host);
			const keys = [...(rate ? [rate] : []), ...windows].map((limit) => key(limit.key));
			const id = randomUUID();
			const every = rate ? 1000 / rate.perSecond : 0;
			const args = [id, every, rate?.burst ?? 0, FIRST_ANSWER_MS, LONGEST_REQUEST_MS];
			const sizes = windows.flatMap(({ most, isLogin, spanMs }) => [
				most,
				isLogin ? 1 : 0,
				spanMs + WINDOW_MARGIN_MS,
			]);
			return await withRedis(url, async (connection) => {
				const { redis } = connection;
				try {
					const waitMs = await redis.takeRate(keys.length, ...keys, ...args, ...sizes);
					const end = () =>
						void withRedis(url, async (then) =>
							then.redis.endRate(
								keys.length,
								...keys,
								id,
								rate ? 1 : 0,
								FIRST_ANSWER_MS,
								LONGEST_REQUEST_MS,
							),
						).catch(() => {});
					return { waitMs, end: waitMs > 0 ? () => {} : end };
				} catch (error) {
					blindUntil = performance.now() + BLIND_MS;
					const { message } = redisError(connection, error);
					report?.warn(`${withoutNotSent(message)}. Limits are kept by this process alone`);
					return undefined;
				}
			});
		},
		count: async (what, add, known) => {
			if (performance.now() < blindUntil) return undefined;
			const count = async ({ redis }: RedisConnection) =>
				await redis.countUp(
					1,
					`n8n-nodes-cellular-iot:{${rateHash(what)}}:count`,
					add,
					known,
					COUNT_MS,
				);
			return await withRedis(url, count).catch(() => undefined);
		},
	};
}

const rateHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** `{…}` keeps all limits of one host on one node of a cluster, as a script needs them. */
const keysOf = (host: string) => (key: string) =>
	`n8n-nodes-cellular-iot:{${rateHash(host)}}:${rateHash(key)}`;
