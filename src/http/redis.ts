import type { Redis } from 'ioredis';
import { CellularIotError, InputError, type Outcome } from '../errors';
import { END_RATE, TAKE_RATE } from './rateScripts';
import { REASONS } from './reasons';

/** What is wrong with the Redis that workers share their lane on. */
type RedisProblem = 'unreachable' | 'slow' | 'refused' | 'lost';

const HINTS: Record<RedisProblem, string> = {
	unreachable:
		'Check the Redis URL of the credential, and that Redis runs and can be reached from every n8n worker.',
	slow: 'Redis must answer well within a second; check its load and the network to it.',
	refused:
		'Check user name, password, TLS (rediss://) and permissions in the Redis URL of the credential.',
	lost: 'Redis was restarted, was out of reach for too long, or this worker was stopped for seconds.',
};

/** The lane that workers share could not be had or kept; the message never holds the URL itself. */
export class SharedLaneError extends CellularIotError {
	constructor(
		readonly problem: RedisProblem,
		message: string,
		outcome: Outcome = 'notSent',
		cause?: unknown,
	) {
		super(message, HINTS[problem], outcome, cause);
	}
}

/** Longest wait for a connection, and for the answer to one command. Milliseconds. */
const CONNECT_MS = 3_000;
const COMMAND_MS = 1_500;
/** An unused connection is kept this long, so that the next call of a run finds it. */
const IDLE_MS = 500;

/**
 * The address of a Redis as the credential holds it.
 * @throws InputError when it is no `redis://` or `rediss://` address with a host.
 */
export function parseRedisUrl(text: unknown): string {
	const refuse = (): never => {
		throw new InputError(
			'redisUrl',
			'must be an address such as redis://:password@host:6379/0, or rediss:// for TLS',
			'Redis URL',
		);
	};
	if (typeof text !== 'string' || !URL.canParse(text.trim())) return refuse();
	const url = new URL(text.trim());
	if (!/^rediss?:$/.test(url.protocol) || url.hostname === '') return refuse();
	if (!/^(\/\d*)?$/.test(url.pathname)) return refuse();
	return url.href;
}

/** What is done in one step, by the time of Redis, which all workers share. */
const SCRIPTS = {
	/** Holds on to a lock that is still its own. */
	holdOn: {
		numberOfKeys: 1,
		lua: `
			if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
			return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
	},
	takeRate: { lua: TAKE_RATE },
	endRate: { lua: END_RATE },
};

type Script = (...args: Array<string | number>) => Promise<number>;

/** A client with these scripts as commands. */
type ScriptedRedis = Redis & Record<keyof typeof SCRIPTS, Script>;

/** A connection and what is known of its state. */
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

/** Loaded when a credential names a Redis; most have none. The bundle keeps the default export only. */
const load = async () => (await import('ioredis')).default;

function connect(Client: Awaited<ReturnType<typeof load>>, url: string): Pooled {
	const redis = new Client(url, {
		lazyConnect: true,
		scripts: SCRIPTS,
		connectTimeout: CONNECT_MS,
		commandTimeout: COMMAND_MS,
		// Each command is answered or fails soon; what to repeat is decided where it is known why.
		maxRetriesPerRequest: 0,
		autoResendUnfulfilledCommands: false,
		retryStrategy: (times) => Math.min(100 * times, 1_000),
	}) as ScriptedRedis;
	const { hostname, port } = new URL(url);
	const made: Pooled = {
		redis,
		where: `${hostname}:${port || 6379}`,
		trouble: undefined,
		users: 0,
	};
	redis.on('error', (error: Error) => (made.trouble = error));
	redis.on('ready', () => (made.trouble = undefined));
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

/** The error that names what is wrong, from a failed command. */
export function redisError({ where, trouble }: Connection, error: unknown): SharedLaneError {
	if (error instanceof SharedLaneError) return error;
	const text = (e: unknown) => (e instanceof Error ? e.message : String(e));
	const wrong = (problem: RedisProblem, what: string, cause: unknown) =>
		new SharedLaneError(
			problem,
			`The Redis at ${where} ("Share Limits Across Workers") ${what}. Nothing was sent`,
			'notSent',
			cause,
		);
	const refusal = [error, trouble].find(
		(e) =>
			(e as Error | undefined)?.name === 'ReplyError' || /NOAUTH|WRONGPASS|NOPERM/.test(text(e)),
	);
	if (refusal) return wrong('refused', `refused: ${text(refusal)}`, refusal);
	if (trouble === undefined && /timed out/i.test(text(error))) {
		return wrong('slow', `did not answer within ${COMMAND_MS / 1000} s`, error);
	}
	const code = (trouble as NodeJS.ErrnoException | undefined)?.code ?? '';
	// Only a connection is ever waited for that long: commands end sooner.
	const known = code === 'ETIMEDOUT' ? 'no connection came about in time' : REASONS[code];
	const why = known ?? (trouble && !code ? text(trouble) : 'the connection failed');
	return wrong('unreachable', `could not be reached (${why})`, error);
}
