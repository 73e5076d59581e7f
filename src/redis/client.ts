import type { Redis } from 'ioredis';
import { BEAT_LANE, FREE_LANE, TAKE_LANE } from './laneScripts';
import { COUNT_UP, END_RATE, TAKE_RATE } from './rateScripts';
import { noRedisClient, redisProblem, type SharedLaneError } from './redisErrors';
import { redisAddress } from './redisUrl';

/** Longest wait for a connection, and for the answer to one command. Milliseconds. */
const CONNECT_MS = 3_000;
const COMMAND_MS = 1_500;
/** An unused connection is kept this long, so that the next call of a run finds it. */
const IDLE_MS = 500;

/** Scripts, each run in one step by the clock of Redis, which all workers share. */
const SCRIPTS = {
	takeLane: { numberOfKeys: 1, lua: TAKE_LANE },
	beatLane: { numberOfKeys: 1, lua: BEAT_LANE },
	freeLane: { numberOfKeys: 1, lua: FREE_LANE },
	/** Extends a login's turn if this worker still holds it. */
	holdOn: {
		numberOfKeys: 1,
		lua: `
			if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
			return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
	},
	takeRate: { lua: TAKE_RATE },
	endRate: { lua: END_RATE },
	countUp: { lua: COUNT_UP },
};

type Script<T> = (...args: Array<string | number>) => Promise<T>;

/** A client with these scripts as commands. */
type ScriptedRedis = Redis &
	Record<Exclude<keyof typeof SCRIPTS, 'takeLane'>, Script<number>> & { takeLane: Script<string> };

/** A connection and its known state. */
export interface Connection {
	redis: ScriptedRedis;
	/** `host:port`, for messages. */
	where: string;
	/** The last error of the socket since it was last ready. */
	trouble: Error | undefined;
}

interface Pooled extends Connection {
	users: number;
	idle?: NodeJS.Timeout;
}

/** Keyed by the whole address. */
const pool = new Map<string, Pooled>();

/**
 * Loads n8n's own Redis client, once a credential names a Redis; most name none. n8n needs it for
 * its queue and lets packages find it: version 5.3 in all versions of n8n so far.
 * @throws SharedLaneError where this n8n has none.
 */
const load = async () =>
	await import('ioredis').then(
		({ default: Client }) => Client,
		() => {
			throw noRedisClient();
		},
	);

function connect(Client: Awaited<ReturnType<typeof load>>, url: string): Pooled {
	const address = redisAddress(url);
	const redis = new Client({
		...address,
		lazyConnect: true,
		scripts: SCRIPTS,
		connectTimeout: CONNECT_MS,
		commandTimeout: COMMAND_MS,
		// Each command is answered or fails soon; callers that know why decide what to repeat.
		maxRetriesPerRequest: 0,
		autoResendUnfulfilledCommands: false,
		retryStrategy: (times) => Math.min(100 * times, 1_000),
	}) as ScriptedRedis;
	const made: Pooled = {
		redis,
		where: `${address.host}:${address.port}`,
		trouble: undefined,
		users: 0,
	};
	let isOver = false;
	redis.on('error', (error: Error & { command?: { name: string } }) => {
		if (!isOver) made.trouble = error;
		// After a refused SELECT the client would go on in the database it starts in.
		if (error.command?.name !== 'select') return;
		isOver = true;
		redis.disconnect();
	});
	redis.on('ready', () => {
		// `ready` may come after the refused SELECT.
		if (!isOver) made.trouble = undefined;
	});
	return made;
}

/** Runs a job with a connection to the address; jobs of one address share it. */
export async function withRedis<T>(
	url: string,
	job: (connection: Connection) => Promise<T>,
): Promise<T> {
	const Client = await load();
	let connection = pool.get(url);
	if (!connection) pool.set(url, (connection = connect(Client, url)));
	clearTimeout(connection.idle);
	connection.users += 1;
	try {
		return await job(connection);
	} finally {
		connection.users -= 1;
		if (connection.users === 0) {
			connection.idle = setTimeout(() => {
				pool.delete(url);
				connection.redis.disconnect();
			}, IDLE_MS);
		}
	}
}

/** The error that names the problem, from a failed command. */
export const redisError = (connection: Connection, error: unknown): SharedLaneError =>
	redisProblem(connection, error, COMMAND_MS);
