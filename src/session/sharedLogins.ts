import { createHash, randomUUID } from 'node:crypto';
import { type Clock, type Sleep, systemSleep } from '../ports';
import type { RedisConnection } from '../redis/client';
import { onRedis, OUTAGE_MS } from '../redis/outage';
import { redisUrlIn } from '../request/sharedLane';
import type { LoginProblem } from './errors';
import { LOCK_MS } from './tokens';

/** How long a turn lasts without being confirmed: longer than an attempt and its pauses take. */
const TURN_MS = 120_000;

/** A refusal that another worker met with the same values. */
interface Refused {
	problem: LoginProblem;
	/** Milliseconds until they may be tried again. */
	leftMs: number;
}

/** The turn to log in with certain values. Its holder must release it. */
export interface LoginTurn {
	/** To be called before each attempt, which may have waited long: whether the turn is still its own. */
	confirm(): Promise<boolean>;
	/**
	 * Ends the turn; records for all workers that its values are refused, where they are. Never
	 * rejects: a turn ends by itself, too, and holds others off until then.
	 */
	release(refused?: LoginProblem): Promise<void>;
}

const loginHash = (text: string) => createHash('sha256').update(text).digest('hex');

/** How long a turn is waited for while Redis does not answer. */
const TURN_OUTAGE_MS = 5_000;

/** Operations on a Redis by which workers share their logins. */
export interface SharedLogins {
	/**
	 * Takes something that only one worker may use, such as an authenticator's code: true for the
	 * first that asks within `ttlMs` milliseconds.
	 * @throws SharedLaneError when Redis gives no answer: another worker may have taken it.
	 */
	once(what: string, ttlMs: number): Promise<boolean>;
	/**
	 * Takes the turn to try the given values; 'others' while another worker tries them.
	 * @throws SharedLaneError while Redis cannot answer
	 */
	turn(values: string): Promise<LoginTurn | 'others' | Refused>;
}

/**
 * Record of logins in a Redis shared by workers; empty for an account that has none. The Redis has
 * no secret: the names of its keys are hashes.
 */
export function sharedLogins(
	fields: Record<string, unknown>,
	{ sleep = systemSleep, clock }: { sleep?: Sleep; clock?: Clock } = {},
): Partial<SharedLogins> {
	const url = redisUrlIn(fields);
	if (url === undefined) return {};
	const ask = async <T>(
		job: (redis: RedisConnection['redis']) => Promise<T>,
		outageMs = TURN_OUTAGE_MS,
	): Promise<T> =>
		await onRedis(url, async ({ redis }) => await job(redis), { sleep, clock, outageMs });
	return {
		once: async (what, ttlMs) => {
			const key = `n8n-nodes-cellular-iot:once:${loginHash(what)}`;
			const id = randomUUID();
			return await ask(async (redis) => await isFirst(redis, key, id, ttlMs), OUTAGE_MS);
		},
		turn: async (values) => {
			const key = `n8n-nodes-cellular-iot:{login-${loginHash(values).slice(0, 40)}}`;
			const turnKey = `${key}:turn`;
			const refusedKey = `${key}:refused`;
			const id = randomUUID();
			const release = async (refused?: LoginProblem) =>
				await ask(async (redis) => {
					if (refused) await redis.set(refusedKey, refused, 'PX', LOCK_MS);
					await redis.holdOn(turnKey, id, 0);
				}).catch(() => {});
			const isOurs = await ask(async (redis) => await isFirst(redis, turnKey, id, TURN_MS));
			// In this order: a refused worker records the refusal before it ends its turn.
			const refused = await ask(async (redis) => ({
				problem: await redis.get(refusedKey),
				leftMs: await redis.pttl(refusedKey),
			}));
			if (refused.problem !== null && refused.leftMs > 0) {
				if (isOurs) await release();
				return { problem: refused.problem as LoginProblem, leftMs: refused.leftMs };
			}
			if (!isOurs) return 'others';
			return {
				confirm: async () =>
					await ask(async (redis) => (await redis.holdOn(turnKey, id, TURN_MS)) === 1),
				release,
			};
		},
	};
}

/** Sets a key for one worker of several; also true for the same worker that asks again. */
const isFirst = async (redis: RedisConnection['redis'], key: string, id: string, ttlMs: number) =>
	(await redis.set(key, id, 'PX', ttlMs, 'NX')) === 'OK' ||
	// The key may have been set for us by a command whose answer came too late.
	(await redis.get(key)) === id;
