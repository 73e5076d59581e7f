import { CellularIotError } from '../errors';
import { NETWORK_REASONS } from '../reasons';

/* Problems of a Redis, in our words: its own may repeat the command, the password included. */

/** Longest wait for the answer to one command. Milliseconds. */
export const COMMAND_MS = 1_500;

/** Problems of the Redis on which workers share their lane, and what to do about each. */
const HINTS = {
	absent:
		'Ask an administrator to run "npm install ioredis@5" in the folder ~/.n8n/nodes of every n8n process, and to restart it.',
	unreachable:
		'Check the Redis URL of the credential, TLS (rediss://) included, and that Redis runs and can be reached from every n8n worker.',
	slow: 'Redis must answer well within a second; check its load, the network to it, and that it speaks TLS where the address begins with rediss://.',
	refused:
		'Check user name, password, database, TLS (rediss://) and permissions in the Redis URL of the credential.',
	foreign:
		'Delete that key, or give n8n a database of its own: the number at the end of the Redis URL, as in redis://host:6379/1.',
	evicts:
		'Set its maxmemory-policy to noeviction, or give a Redis of its own: what is kept there must not vanish while memory is short.',
	lost: 'This worker was stopped or out of reach of Redis for seconds, or its turn took too long.',
};
type RedisProblem = keyof typeof HINTS;

/** The lane that workers share could not be had or kept; the message never contains the URL itself. */
export class SharedLaneError extends CellularIotError {
	constructor(
		readonly problem: RedisProblem,
		message: string,
	) {
		super(message, HINTS[problem], 'notSent');
	}
}

/** By the first word of Redis's answer, or the rest. Source: Redis 7.0, 7.4, tried or read. */
const REDIS_REFUSALS: Array<[RegExp, string]> = [
	[/^NOAUTH/, 'it wants a password'],
	[/^(WRONGPASS|ERR (invalid password|AUTH))/, 'it knows no such user name and password'],
	[/^NOPERM/, 'its user lacks a permission that SECURITY.md of this package lists'],
	[/^ERR (DB index|invalid DB)/, 'it has no database of this number'],
	[/^ERR SELECT is not allowed/, 'a cluster has one database only, 0'],
	[/^(MOVED|ASK|CLUSTERDOWN|CROSSSLOT|TRYAGAIN)/, 'it is one node of a cluster'],
	[/^READONLY/, 'it is a replica and takes no writes'],
	[/^(MISCONF|NOREPLICAS)/, 'it takes no writes now'],
	[/^OOM/, 'its memory is full'],
	[/^ERR max number of clients/, 'it takes no more clients'],
	[/^DENIED/, 'it is in protected mode and takes local clients only'],
	[/^ERR unknown (sub)?command/, 'it does not know a command that is needed'],
];

/** Refusals that a Redis will lift later. */
const NOT_YET = /^(LOADING|BUSY|MASTERDOWN)/;

const NO_REDIS = 'what answers there is no Redis, or one that wants TLS: rediss://';

const isReply = (e: unknown): e is Error =>
	e instanceof Error && (e.name === 'ReplyError' || /^(NOAUTH|WRONGPASS|NOPERM)/.test(e.message));

/** How a connection failed, as far as the client's error tells. */
function brokenBy(trouble: Error): string {
	const { code = '' } = trouble as NodeJS.ErrnoException;
	// Only connecting can take that long: commands end sooner.
	if (code === 'ETIMEDOUT') return 'no connection came about in time';
	if (/^(ERR_SSL_|EPROTO$)/.test(code)) return 'it does not speak TLS: redis:// is without';
	const known = NETWORK_REASONS[code];
	if (known !== undefined) return known;
	if (/CERT|SIGNATURE|SELF_SIGNED/.test(code)) return 'this n8n does not trust its certificate';
	if (trouble.name === 'ParserError' || trouble.message.startsWith('Protocol error')) {
		return NO_REDIS;
	}
	return 'the connection failed';
}

/** A Redis and the state of the connection to it. */
export interface RedisState {
	/** `host:port`. */
	where: string;
	/** The last error of the socket since it was last ready. */
	trouble: Error | undefined;
}

const wrongWith =
	({ where }: RedisState) =>
	(problem: RedisProblem, what: string) =>
		new SharedLaneError(
			problem,
			`The Redis at ${where} ("Share Limits Across Workers") ${what}. Nothing was sent`,
		);

/** For an answer that is not from a Redis. */
export const noRedis = (seen: RedisState): SharedLaneError =>
	wrongWith(seen)('unreachable', `could not be reached (${NO_REDIS})`);

/** For a key that contains something of another program. */
export const foreignKey = (seen: RedisState, key: string): SharedLaneError =>
	wrongWith(seen)('foreign', `holds something of another program under the key "${key}"`);

/** For a Redis that may drop what must be kept. */
export const evictingRedis = (seen: RedisState, policy: string): SharedLaneError =>
	wrongWith(seen)('evicts', `drops keys when its memory is short (maxmemory-policy ${policy})`);

/** The error that names the problem, from a failed command. */
export function redisError(seen: RedisState, error: unknown): SharedLaneError {
	if (error instanceof SharedLaneError) return error;
	const { trouble } = seen;
	const wrong = wrongWith(seen);
	const said = [error, trouble].find(isReply)?.message;
	if (said !== undefined && NOT_YET.test(said)) return wrong('slow', 'is not ready yet');
	if (said !== undefined) {
		const why = REDIS_REFUSALS.find(([words]) => words.test(said))?.[1] ?? 'it refused a command';
		return wrong('refused', `cannot be used: ${why}`);
	}
	if (trouble === undefined && error instanceof Error && /timed out/i.test(error.message)) {
		return wrong('slow', `did not answer within ${COMMAND_MS / 1000} s`);
	}
	const why = trouble ? brokenBy(trouble) : 'the connection failed';
	return wrong('unreachable', `could not be reached (${why})`);
}

/** For a host that does not connect to such an address. */
export const redisBlocked = (where: string): CellularIotError =>
	new CellularIotError(
		`This n8n does not allow connections to the Redis at ${where} ("Share Limits Across Workers")`,
		'Correct the Redis URL of the credential, or allow its host by N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES of this n8n.',
		'notSent',
	);

/** For an n8n without a Redis client. */
export const noRedisClient = (): SharedLaneError =>
	new SharedLaneError(
		'absent',
		'This n8n has no Redis client, which "Share Limits Across Workers" needs. Nothing was sent',
	);
