import { OK, RedisError, type Reply, Status } from './values';

/*
 * The data of a Redis and the effects of its commands. Source: the command reference at redis.io.
 */

type StoredValue = string | Map<string, string> | SortedSet;

/** Members by their scores, in order. */
class SortedSet {
	readonly scores = new Map<string, number>();

	get sorted(): Array<[string, number]> {
		return [...this.scores].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
	}
}

interface Entry {
	value: StoredValue;
	/** By the server's system clock, as in Redis. */
	expiresAt: number;
}

const syntax = () => new RedisError('ERR syntax error');
const wrongType = () =>
	new RedisError('WRONGTYPE Operation against a key holding the wrong kind of value');

const notWhole = () => new RedisError('ERR value is not an integer or out of range');

function whole(text: string | undefined): number {
	if (text === undefined || !/^-?\d+$/.test(text)) throw notWhole();
	return Number(text);
}

function decimal(text: string | undefined): number {
	const number = text === undefined || text === '' ? NaN : Number(text);
	if (Number.isNaN(number)) throw new RedisError('ERR value is not a valid float');
	return number;
}

/** A score bound; `(` makes it exclusive. */
function bound(text = ''): { at: number; isOut: boolean } {
	const isOut = text.startsWith('(');
	const word = isOut ? text.slice(1) : text;
	const at = /^[+-]?inf$/i.test(word)
		? word.startsWith('-')
			? -Infinity
			: Infinity
		: Number(word);
	if (word === '' || Number.isNaN(at)) throw new RedisError('ERR min or max is not a float');
	return { at, isOut };
}

const isWithin = (low: string | undefined, high: string | undefined) => {
	const [from, to] = [bound(low), bound(high)];
	return (score: number) =>
		(from.isOut ? score > from.at : score >= from.at) &&
		(to.isOut ? score < to.at : score <= to.at);
};

/** A score in Redis' format. */
const written = (score: number) =>
	score === Infinity ? 'inf' : score === -Infinity ? '-inf' : String(score);

export class RedisStore {
	private readonly entries = new Map<string, Entry>();

	/** `now`: milliseconds since 1970, with fractions. */
	constructor(private readonly now: () => number) {}

	/** The existing keys. */
	get keys(): string[] {
		return [...this.entries.keys()].filter((key) => this.entry(key));
	}

	clear(): void {
		this.entries.clear();
	}

	remove(key: string): boolean {
		return this.entry(key) !== undefined && this.entries.delete(key);
	}

	/** @throws RedisError, also for an unsupported command */
	run([name = '', ...args]: string[]): Reply {
		const command = COMMANDS[name.toLowerCase()];
		if (!command) throw new UnknownCommand(name);
		return command(this, args);
	}

	get wallMs(): number {
		return Math.floor(this.now());
	}

	get time(): [string, string] {
		const micros = Math.floor(this.now() * 1000);
		return [String(Math.floor(micros / 1e6)), String(micros % 1e6)];
	}

	entry(key = ''): Entry | undefined {
		const entry = this.entries.get(key);
		if (entry && entry.expiresAt <= this.wallMs) {
			this.entries.delete(key);
			return undefined;
		}
		return entry;
	}

	put(key: string, value: StoredValue, expiresAt = Infinity): void {
		this.entries.set(key, { value, expiresAt });
	}

	text(key: string | undefined): string | undefined {
		const value = this.entry(key)?.value;
		if (value !== undefined && typeof value !== 'string') throw wrongType();
		return value;
	}

	hash(key: string): Map<string, string> | undefined {
		const value = this.entry(key)?.value;
		if (value !== undefined && !(value instanceof Map)) throw wrongType();
		return value;
	}

	sortedSet(key: string): SortedSet | undefined {
		const value = this.entry(key)?.value;
		if (value !== undefined && !(value instanceof SortedSet)) throw wrongType();
		return value;
	}

	/** The value of a key, created when missing. */
	orNew<T extends StoredValue>(key: string, found: T | undefined, make: () => T): T {
		if (found) return found;
		const made = make();
		this.put(key, made);
		return made;
	}

	/** Deletes empty values. */
	tidy(key: string, size: number): void {
		if (size === 0) this.entries.delete(key);
	}
}

/** An unsupported command: an error of the test, not of the client. */
export class UnknownCommand extends RedisError {
	constructor(name: string) {
		super(`ERR unknown command '${name}'`);
	}
}

type Command = (store: RedisStore, args: string[]) => Reply;

const sum = (keys: string[], count: (key: string) => boolean) => keys.filter(count).length;

function expire(store: RedisStore, [key, amount, ...how]: string[], unit: number): Reply {
	const entry = store.entry(key);
	const at = store.wallMs + whole(amount) * unit;
	if (!entry) return 0;
	for (const word of how.map((w) => w.toUpperCase())) {
		const { expiresAt } = entry;
		if (word === 'NX' && expiresAt !== Infinity) return 0;
		if (word === 'XX' && expiresAt === Infinity) return 0;
		if (word === 'GT' && at <= expiresAt) return 0;
		if (word === 'LT' && at >= expiresAt) return 0;
	}
	entry.expiresAt = at;
	store.entry(key);
	return 1;
}

function left(store: RedisStore, key: string | undefined, unit: number): number {
	const entry = store.entry(key);
	if (!entry) return -2;
	if (entry.expiresAt === Infinity) return -1;
	return Math.round((entry.expiresAt - store.wallMs) / unit);
}

function set(store: RedisStore, [key = '', value = '', ...how]: string[]): Reply {
	let expiresAt = Infinity;
	const words = new Set<string>();
	for (let i = 0; i < how.length; i++) {
		const word = how[i]!.toUpperCase();
		if (word === 'PX' || word === 'EX') {
			const ms = whole(how[++i]) * (word === 'EX' ? 1000 : 1);
			if (ms <= 0) throw new RedisError("ERR invalid expire time in 'set' command");
			expiresAt = store.wallMs + ms;
		} else if (word === 'PXAT') expiresAt = whole(how[++i]);
		else if (['NX', 'XX', 'GET', 'KEEPTTL'].includes(word)) words.add(word);
		else throw syntax();
	}
	if (words.has('NX') && words.has('XX')) throw syntax();
	const old = store.entry(key);
	const before = words.has('GET') ? (store.text(key) ?? null) : undefined;
	if ((words.has('NX') && old) || (words.has('XX') && !old)) return before ?? null;
	if (words.has('KEEPTTL')) expiresAt = old?.expiresAt ?? Infinity;
	store.put(key, value, expiresAt);
	return before === undefined ? OK : before;
}

function increase(store: RedisStore, key: string, by: number): Reply {
	const total = whole(store.text(key) ?? '0') + by;
	store.put(key, String(total), store.entry(key)?.expiresAt);
	return total;
}

function addScores(store: RedisStore, [key = '', ...rest]: string[]): Reply {
	const words = new Set<string>();
	while (/^(nx|xx|gt|lt|ch)$/i.test(rest[0] ?? '')) words.add(rest.shift()!.toUpperCase());
	if (rest.length === 0 || rest.length % 2 === 1) throw syntax();
	let [added, changed] = [0, 0];
	const found = store.sortedSet(key);
	if (!found && words.has('XX')) return 0;
	const { scores } = store.orNew(key, found, () => new SortedSet());
	for (let i = 0; i < rest.length; i += 2) {
		const [score, member] = [decimal(rest[i]), rest[i + 1]!];
		const old = scores.get(member);
		if ((words.has('NX') && old !== undefined) || (words.has('XX') && old === undefined)) continue;
		if (old !== undefined && words.has('GT') && score <= old) continue;
		if (old !== undefined && words.has('LT') && score >= old) continue;
		scores.set(member, score);
		if (old === undefined) added += 1;
		else if (old !== score) changed += 1;
	}
	store.tidy(key, scores.size);
	return words.has('CH') ? added + changed : added;
}

/** A slice of a list; negative positions count from its end. */
function part<T>(list: T[], from: string | undefined, to: string | undefined): T[] {
	const place = (text: string | undefined) => {
		const n = whole(text);
		return n < 0 ? list.length + n : n;
	};
	return list.slice(Math.max(0, place(from)), place(to) + 1);
}

const withScores = (list: Array<[string, number]>, word?: string): Reply =>
	list.flatMap(([member, score]) =>
		word?.toUpperCase() === 'WITHSCORES' ? [member, written(score)] : [member],
	);

function removeScores(store: RedisStore, key: string, gone: string[]): Reply {
	const found = store.sortedSet(key);
	const count = sum(gone, (member) => found?.scores.delete(member) ?? false);
	if (found) store.tidy(key, found.scores.size);
	return count;
}

const between = (store: RedisStore, key: string, low?: string, high?: string) => {
	const isIn = isWithin(low, high);
	return (store.sortedSet(key)?.sorted ?? []).filter(([, score]) => isIn(score));
};

const COMMANDS: Record<string, Command> = {
	ping: () => new Status('PONG'),
	select: () => OK,
	client: () => OK,
	auth: () => OK,
	quit: () => OK,
	time: (store) => store.time,
	dbsize: (store) => store.keys.length,
	exists: (store, keys) => sum(keys, (key) => store.entry(key) !== undefined),
	del: (store, keys) => sum(keys, (key) => store.remove(key)),
	unlink: (store, keys) => sum(keys, (key) => store.remove(key)),
	get: (store, [key]) => store.text(key) ?? null,
	mget: (store, keys) =>
		keys.map((key) => {
			const value = store.entry(key)?.value;
			return typeof value === 'string' ? value : null;
		}),
	set,
	setnx: (store, [key, value]) => (set(store, [key!, value!, 'NX']) === null ? 0 : 1),
	psetex: (store, [key, ms, value]) => set(store, [key!, value!, 'PX', ms!]),
	setex: (store, [key, s, value]) => set(store, [key!, value!, 'EX', s!]),
	getdel: (store, [key]) => {
		const value = store.text(key) ?? null;
		store.remove(key!);
		return value;
	},
	incr: (store, [key]) => increase(store, key!, 1),
	decr: (store, [key]) => increase(store, key!, -1),
	incrby: (store, [key, by]) => increase(store, key!, whole(by)),
	expire: (store, args) => expire(store, args, 1000),
	pexpire: (store, args) => expire(store, args, 1),
	persist: (store, [key]) => {
		const entry = store.entry(key);
		if (!entry || entry.expiresAt === Infinity) return 0;
		entry.expiresAt = Infinity;
		return 1;
	},
	ttl: (store, [key]) => left(store, key, 1000),
	pttl: (store, [key]) => left(store, key, 1),
	type: (store, [key]) => {
		const value = store.entry(key)?.value;
		if (value === undefined) return new Status('none');
		return new Status(
			typeof value === 'string' ? 'string' : value instanceof Map ? 'hash' : 'zset',
		);
	},
	hset: (store, [key = '', ...pairs]) => {
		const hash = store.orNew(key, store.hash(key), () => new Map<string, string>());
		let added = 0;
		for (let i = 0; i < pairs.length; i += 2) {
			if (!hash.has(pairs[i]!)) added += 1;
			hash.set(pairs[i]!, pairs[i + 1]!);
		}
		return added;
	},
	hsetnx: (store, [key = '', field = '', value = '']) => {
		const hash = store.orNew(key, store.hash(key), () => new Map<string, string>());
		if (hash.has(field)) return 0;
		hash.set(field, value);
		return 1;
	},
	hget: (store, [key = '', field = '']) => store.hash(key)?.get(field) ?? null,
	hmget: (store, [key = '', ...fields]) => fields.map((f) => store.hash(key)?.get(f) ?? null),
	hgetall: (store, [key = '']) => [...(store.hash(key) ?? [])].flat(),
	hlen: (store, [key = '']) => store.hash(key)?.size ?? 0,
	hexists: (store, [key = '', field = '']) => (store.hash(key)?.has(field) ? 1 : 0),
	hdel: (store, [key = '', ...fields]) => {
		const hash = store.hash(key);
		const count = sum(fields, (field) => hash?.delete(field) ?? false);
		if (hash) store.tidy(key, hash.size);
		return count;
	},
	hincrby: (store, [key = '', field = '', by]) => {
		const hash = store.orNew(key, store.hash(key), () => new Map<string, string>());
		const result = whole(hash.get(field) ?? '0') + whole(by);
		hash.set(field, String(result));
		return result;
	},
	zadd: addScores,
	zscore: (store, [key = '', member = '']) => {
		const score = store.sortedSet(key)?.scores.get(member);
		return score === undefined ? null : written(score);
	},
	zcard: (store, [key = '']) => store.sortedSet(key)?.scores.size ?? 0,
	zcount: (store, [key = '', low, high]) => between(store, key, low, high).length,
	zrem: (store, [key = '', ...members]) => removeScores(store, key, members),
	zremrangebyscore: (store, [key = '', low, high]) =>
		removeScores(
			store,
			key,
			between(store, key, low, high).map(([member]) => member),
		),
	zrange: (store, [key = '', from, to, word]) =>
		withScores(part(store.sortedSet(key)?.sorted ?? [], from, to), word),
	zrangebyscore: (store, [key = '', low, high, word]) =>
		withScores(between(store, key, low, high), word),
};
