import type { Redis } from 'ioredis';
import { COMMAND_MS, noRedisClient, type RedisState } from './errors';
import holdOn from './scripts/holdOn.lua';
import keepPlace from './scripts/keepPlace.lua';
import { BEAT_LANE, FREE_LANE, TAKE_LANE } from './scripts/lane';
import { COUNT_UP, END_RATE, TAKE_RATE } from './scripts/rates';
import settleAndClaimKeys from './scripts/settleAndClaimKeys.lua';
import { redisAddress } from './url';

/** Longest wait for a connection. Milliseconds. */
const CONNECT_MS = 3_000;
/** An unused connection is kept this long, so that the next call of a run finds it. */
const CONNECTION_IDLE_MS = 500;
/**
 * Longest wait for Redis to close its end of a connection. ioredis waits that long also for a connection
 * that is closed already, and the process cannot end meanwhile. Milliseconds.
 */
const DISCONNECT_MS = 100;

/** Scripts, each run in one step by the clock of Redis, which all workers share. */
const REDIS_SCRIPTS = {
	takeLane: { numberOfKeys: 1, lua: TAKE_LANE },
	beatLane: { numberOfKeys: 1, lua: BEAT_LANE },
	freeLane: { numberOfKeys: 1, lua: FREE_LANE },
	holdOn: { numberOfKeys: 1, lua: holdOn },
	keepPlace: { numberOfKeys: 2, lua: keepPlace },
	takeRate: { lua: TAKE_RATE },
	endRate: { lua: END_RATE },
	countUp: { lua: COUNT_UP },
	settleAndClaimKeys: { lua: settleAndClaimKeys },
};

type Script<T> = (...args: Array<string | number>) => Promise<T>;

/** A client with these scripts as commands. */
type ScriptedRedis = Redis &
	Record<Exclude<keyof typeof REDIS_SCRIPTS, 'takeLane' | 'settleAndClaimKeys'>, Script<number>> & {
		takeLane: Script<string>;
		settleAndClaimKeys: Script<unknown>;
	};

/** A connection and its known state. */
export interface RedisConnection extends RedisState {
	redis: ScriptedRedis;
	/** Identifies a time without interruption: it changes whenever the connection was lost. */
	session: object;
}

/** A connection with its users. */
interface Pooled extends RedisConnection {
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

function openConnection(Client: Awaited<ReturnType<typeof load>>, url: string): Pooled {
	const address = redisAddress(url);
	const redis = new Client({
		...address,
		lazyConnect: true,
		scripts: REDIS_SCRIPTS,
		connectTimeout: CONNECT_MS,
		commandTimeout: COMMAND_MS,
		disconnectTimeout: DISCONNECT_MS,
		// Each command is answered or fails soon. The callers know what may be repeated.
		maxRetriesPerRequest: 0,
		autoResendUnfulfilledCommands: false,
		retryStrategy: (times) => Math.min(100 * times, 1_000),
	}) as ScriptedRedis;
	const made: Pooled = {
		redis,
		where: `${address.host}:${address.port}`,
		trouble: undefined,
		session: {},
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
	redis.on('close', () => {
		made.session = {};
	});
	redis.on('ready', () => {
		// `ready` may come after the refused SELECT.
		if (!isOver) made.trouble = undefined;
	});
	return made;
}

/** The connection to an address, shared by all its users. Each of them must call `leave` in the end. */
export async function joinRedis(
	url: string,
): Promise<{ connection: RedisConnection; leave(): void }> {
	const Client = await load();
	const connection = pool.get(url) ?? openConnection(Client, url);
	pool.set(url, connection);
	clearTimeout(connection.idle);
	connection.users += 1;
	const leave = () => {
		connection.users -= 1;
		if (connection.users > 0) return;
		connection.idle = setTimeout(() => {
			pool.delete(url);
			connection.redis.disconnect();
		}, CONNECTION_IDLE_MS);
	};
	return { connection, leave };
}

/** The session of the connection to an address; undefined where there is none. */
export const sessionAt = (url: string): object | undefined => pool.get(url)?.session;

/** Runs a job with the connection to an address. */
export async function withRedis<T>(
	url: string,
	job: (connection: RedisConnection) => Promise<T>,
): Promise<T> {
	const { connection, leave } = await joinRedis(url);
	try {
		return await job(connection);
	} finally {
		leave();
	}
}
