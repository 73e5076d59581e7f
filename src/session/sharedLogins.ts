import { createHash, randomUUID } from 'node:crypto';
import { takeOnce } from '../http/onceShared';
import { untilAnswered } from '../http/outage';
import { type Connection, withRedis } from '../http/redis';
import { redisUrlIn } from '../http/sharedLane';
import { type Clock, type Sleep, systemSleep } from '../ports';
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

/** The turn to log in with certain values. */
export interface LoginTurn {
	/** To be called before each attempt, which may have waited long: whether the turn goes on. */
	confirm(): Promise<boolean>;
	/** Records for all workers that these values are refused. */
	refused(problem: LoginProblem): Promise<void>;
	/** Never rejects: a turn ends by itself, too. */
	end(): Promise<void>;
}

/**
 * Takes the turn to try the given values; 'others' while another worker tries them.
 * @throws SharedLaneError while Redis cannot answer
 */
export type TakeTurn = (values: string) => Promise<LoginTurn | 'others' | Refused>;

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);

/** How long a login waits for a Redis that does not answer. */
const OUTAGE_MS = 5_000;

/**
 * Record of logins in a Redis shared by workers, for an account that has one. The Redis holds no
 * secret: the names of its keys are hashes.
 */
export function sharedLogins(
	fields: Record<string, unknown>,
	{ sleep = systemSleep, clock }: { sleep?: Sleep; clock?: Clock } = {},
): { once?: (what: string, ttlMs: number) => Promise<boolean>; turn?: TakeTurn } {
	const url = redisUrlIn(fields);
	if (url === undefined) return {};
	const ask = async <T>(job: (redis: Connection['redis']) => Promise<T>): Promise<T> =>
		await withRedis(url, async (connection) => {
			const question = async () => await job(connection.redis);
			return await untilAnswered(connection, question, { sleep, clock, outageMs: OUTAGE_MS });
		});
	return {
		once: async (what, ttlMs) => await takeOnce(url, what, ttlMs, { sleep, clock }),
		turn: async (values) => {
			const key = `n8n-nodes-cellular-iot:{login-${hash(values)}}`;
			const turnKey = `${key}:turn`;
			const refusedKey = `${key}:refused`;
			const id = randomUUID();
			const end = async () =>
				await ask(async (redis) => void (await redis.holdOn(turnKey, id, 0))).catch(() => {});
			const isOurs = await ask(
				async (redis) =>
					(await redis.set(turnKey, id, 'PX', TURN_MS, 'NX')) === 'OK' ||
					// The key may have been set for us by a command whose answer came too late.
					(await redis.get(turnKey)) === id,
			);
			// In this order: a refused worker records the refusal before it ends its turn.
			const refused = await ask(async (redis) => ({
				problem: await redis.get(refusedKey),
				leftMs: await redis.pttl(refusedKey),
			}));
			if (refused.problem !== null && refused.leftMs > 0) {
				if (isOurs) await end();
				return { problem: refused.problem as LoginProblem, leftMs: refused.leftMs };
			}
			if (!isOurs) return 'others';
			return {
				confirm: async () =>
					await ask(async (redis) => (await redis.holdOn(turnKey, id, TURN_MS)) === 1),
				refused: async (problem) =>
					await ask(async (redis) => void (await redis.set(refusedKey, problem, 'PX', LOCK_MS))),
				end,
			};
		},
	};
}
