import { createHash, randomUUID } from 'node:crypto';
import { FIRST_ANSWER_MS, MARGIN_MS, WINDOW_MS } from './pace';
import { redisError, withRedis } from './redis';

/** What one start needs of the limits that workers share. */
export interface Ask {
	/** Names what the service counts as one: the limits of one name are kept together. */
	host: string;
	/** Of the lane; undefined for logins, which have a window only. */
	rate?: { key: string; perSecond: number; burst: number };
	windows: Array<{ key: string; most: number; isLogin?: boolean }>;
}

/** The answer: a wait, or a start that has been counted for all workers. */
export interface Turn {
	/** Milliseconds; 0 when it may start. */
	waitMs: number;
	/** To be called when it has been answered, or was not sent after all. Never throws. */
	end: () => void;
}

/** Limits that several workers keep together. */
export interface SharedRates {
	/** Undefined while the place where they are kept is out of reach; never rejects. */
	take(ask: Ask): Promise<Turn | undefined>;
}

/** A Redis that has failed is not asked again for so long, by whatever is queued. */
const BLIND_MS = 60_000;
/** No request takes longer: one whose worker was killed counts until then. */
const LONGEST_MS = 150_000;

/**
 * The limits over a Redis: every worker that shares it counts in the same bucket and windows. While
 * it is out of reach each process keeps the limits by itself, and `warn` says so once.
 */
export function redisRates(url: string, warn?: (message: string) => void): SharedRates {
	let blindUntil = -Infinity;
	return {
		take: async ({ host, rate, windows }) => {
			if (performance.now() < blindUntil) return undefined;
			const key = keysOf(host);
			const keys = [...(rate ? [rate] : []), ...windows].map((limit) => key(limit.key));
			const id = randomUUID();
			const every = rate ? 1000 / rate.perSecond : 0;
			const spans = [FIRST_ANSWER_MS, WINDOW_MS + MARGIN_MS, LONGEST_MS];
			const args = [id, every, rate?.burst ?? 0, ...spans];
			const sizes = windows.flatMap(({ most, isLogin }) => [most, isLogin ? 1 : 0]);
			return await withRedis(url, async (connection) => {
				const { redis } = connection;
				try {
					const waitMs = await redis.takeRate(keys.length, ...keys, ...args, ...sizes);
					const end = () =>
						void withRedis(url, async (then) =>
							then.redis.endRate(
								...[keys.length, ...keys, id, rate ? 1 : 0, FIRST_ANSWER_MS, LONGEST_MS],
							),
						).catch(() => {});
					return { waitMs, end: waitMs > 0 ? () => {} : end };
				} catch (error) {
					blindUntil = performance.now() + BLIND_MS;
					const { message } = redisError(connection, error);
					const what = message.replace(/\. Nothing was sent$/, '');
					warn?.(`${what}. Limits are kept by this process alone`);
					return undefined;
				}
			});
		},
	};
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** `{…}` keeps all limits of one host on one node of a cluster, as a script needs them. */
const keysOf = (host: string) => (key: string) =>
	`n8n-nodes-cellular-iot:{${hash(host)}}:${hash(key)}`;
