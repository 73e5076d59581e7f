import { randomUUID } from 'node:crypto';
import type { Connection } from '../../http/redis';
import { LEASE_MS, RedisStore } from '../runtime/redisStore';
import { BusyError } from '../runtime/underWay';
import {
	completedBy,
	deliveryOf,
	hasTwin,
	type Inbox,
	type InboxOptions,
	keepMinutes,
	MINUTE,
	nameOf,
	overdueIn,
	type Taken,
	type Telling,
	tellingOf,
	tellingsOf,
} from './inbox';
import type { Callback } from './message';
import type { Part } from './parts';

/* An inbox on the Redis of the account: one for all processes of n8n, and over their restarts. */

/** Longest wait for another call with the same delivery, and between two looks. */
const WAIT_MS = 5_000;
const LOOK_MS = 50;
/** How long two calls that each hold a part of one message try which of them tells it. */
const MEET_MS = 1_000;
/** Parts that wait of one endpoint: two of the longest messages. */
const MOST_PARTS = 512;

/**
 * Takes names: 'told' when one was taken by n8n, 'busy' when another call has one, else they are
 * this call's for the time of a lease. KEYS: names; ARGV: token, lease.
 */
const LEASE = `
local busy = false
for _, key in ipairs(KEYS) do
  local held = redis.call('GET', key)
  if held and string.sub(held, 1, 6) ~= 'lease:' then return 'told' end
  if held and held ~= 'lease:' .. ARGV[1] then busy = true end
end
if busy then return 'busy' end
for _, key in ipairs(KEYS) do redis.call('SET', key, 'lease:' .. ARGV[1], 'PX', ARGV[2]) end
return 'free'`;

/** Marks names as taken where the lease is still ours, or frees them. ARGV: token, value or '', ms. */
const SETTLE = `
for _, key in ipairs(KEYS) do
  local held = redis.call('GET', key)
  if ARGV[2] == '' then
    if held == 'lease:' .. ARGV[1] then redis.call('DEL', key) end
  elseif not held or string.sub(held, 1, 6) == 'lease:' then
    redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
  end
end
return 1`;

/**
 * A run claims what it tells: whoever comes first tells it. ARGV: run, ms, then the number of names
 * of each delivery. Gives 1 for each delivery that no other run has told.
 */
const CLAIM = `
local own = 'run:' .. ARGV[1]
local at, fresh = 1, {}
for i = 3, #ARGV do
  local free = 1
  for k = at, at + tonumber(ARGV[i]) - 1 do
    local held = redis.call('GET', KEYS[k])
    if held and string.sub(held, 1, 4) == 'run:' and held ~= own then free = 0 end
  end
  at = at + tonumber(ARGV[i])
  fresh[i - 2] = free
end
for k = 1, at - 1 do
  local held = redis.call('GET', KEYS[k])
  if not held or string.sub(held, 1, 4) ~= 'run:' then redis.call('SET', KEYS[k], own, 'PX', ARGV[2]) end
end
return fresh`;

export class RedisInbox extends RedisStore implements Inbox {
	/** `key` names account, workflow and node. */
	constructor(url: string, key: string) {
		super(url, key, 'inbox', 'What has arrived');
	}

	private readonly told = (name: string) => this.name(`told:${name}`);
	private readonly partsKey = (endpointId: unknown) => this.name(`parts:${String(endpointId)}`);
	/** Endpoints with parts, by when the oldest of them came. */
	private readonly due = () => this.name('due');

	async receive(callback: Callback, now: number, options: InboxOptions): Promise<Taken> {
		return await this.use(async (redis) => {
			const token = randomUUID();
			const { names, whole, part } = deliveryOf(callback, now, options);
			const keepMs = keepMinutes(options) * MINUTE;
			const lease = async (taking: string[]) =>
				String(
					await redis.eval(LEASE, taking.length, ...taking.map(this.told), token, LEASE_MS),
				) as 'told' | 'busy' | 'free';
			const leaseWaiting = async (taking: string[]) => {
				if (options.windowMinutes === 0) return 'free';
				for (const until = Date.now() + WAIT_MS; ; ) {
					const got = await lease(taking);
					if (got !== 'busy') return got;
					if (Date.now() > until) throw new BusyError();
					await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
				}
			};

			const tellings: Telling[] = await this.overdue(redis, now, options, lease);
			let repeated = (await leaseWaiting(names)) === 'told';
			if (whole && !repeated) tellings.push(whole);
			if (part && !repeated) {
				const { waiting, isNew } = await this.add(redis, part, keepMs);
				const own = waiting.find((one) => nameOf(one) === nameOf(part)) ?? part;
				repeated = !isNew || hasTwin(own, waiting);
				const complete = completedBy(own, waiting);
				const free = async () =>
					await redis.eval(SETTLE, names.length, ...names.map(this.told), token, '', 0);
				const taking = (complete ?? []).flatMap((one) => one.names);
				let got = complete && (await lease(taking));
				// Another call may hold the other part and want this one: each lets go of its own, and who
				// comes first gets all. One that goes on holding them is telling the message.
				for (const until = Date.now() + MEET_MS; got === 'busy' && Date.now() < until; ) {
					await free();
					await new Promise((resolve) => setTimeout(resolve, LOOK_MS * Math.random()));
					got = await lease(taking);
				}
				if (complete && got === 'free') {
					tellings.push(tellingOf(complete, options));
					repeated = false;
				} else {
					await free();
				}
			}
			const settle = async (taken: boolean) => {
				if (tellings.length > 0) await this.settle(tellings, taken, token, options);
			};
			return { tellings, repeated, settle };
		});
	}

	/**
	 * For a run: keeps of its items those that no other run has told, and marks them as told. Which
	 * of two runs of the same delivery goes on is decided here: n8n may have been killed before it
	 * answered, so that the service delivered again what a run had begun.
	 */
	async claim(deliveries: string[][], run: string, keepMs: number): Promise<boolean[]> {
		if (deliveries.length === 0) return [];
		const names = deliveries.flat();
		const counts = deliveries.map(({ length }) => length);
		return await this.use(async (redis) => {
			const keys = names.map(this.told);
			const fresh = await redis.eval(CLAIM, keys.length, ...keys, run, keepMs, ...counts);
			return (fresh as number[]).map((one) => one === 1);
		});
	}

	private async settle(
		tellings: Telling[],
		taken: boolean,
		token: string,
		{ windowMinutes }: InboxOptions,
	): Promise<void> {
		await this.use(async (redis) => {
			const keys = tellings.flatMap(({ deliveries }) => deliveries.flat()).map(this.told);
			const value = taken && windowMinutes > 0 ? 'taken' : '';
			await redis.eval(SETTLE, keys.length, ...keys, token, value, windowMinutes * MINUTE);
			for (const { item, deliveries } of taken ? tellings : []) {
				if (!item.parts) continue;
				const { id } = item.endpoint as { id: unknown };
				await redis.hdel(this.partsKey(id), ...deliveries.map((names) => names[0]!));
			}
		});
	}

	/** Stores a part and gives all that wait of its endpoint, with it. */
	private async add(redis: Connection['redis'], part: Part, keepMs: number) {
		const { id } = part.body.endpoint;
		const key = this.partsKey(id);
		const [added, , , all] = (await redis
			.multi()
			.hsetnx(key, nameOf(part), JSON.stringify(part))
			.pexpire(key, keepMs)
			.zadd(this.due(), 'NX', part.at, String(id))
			.hvals(key)
			.exec()) as Array<[Error | null, unknown]>;
		if (added![0]) throw added![0];
		const waiting = readParts(all![1]);
		const most = waiting.length - MOST_PARTS;
		if (most > 0) await redis.hdel(key, ...waiting.slice(0, most).map(nameOf));
		return { isNew: added![1] === 1, waiting: waiting.slice(Math.max(0, most)) };
	}

	/** Messages whose time is over and that no other call has begun to tell. */
	private async overdue(
		redis: Connection['redis'],
		now: number,
		options: InboxOptions,
		lease: (names: string[]) => Promise<string>,
	): Promise<Telling[]> {
		const latest = now - options.giveUpMinutes * MINUTE;
		const ids = await redis.zrangebyscore(this.due(), '-inf', latest, 'LIMIT', 0, 20);
		const tellings: Telling[] = [];
		for (const id of ids) {
			const waiting = readParts(await redis.hvals(this.partsKey(id)));
			const given = overdueIn(waiting, now, options);
			const left = waiting.filter((part) => !given.flat().includes(part));
			for (const parts of given) {
				// Those of another call stay until it is settled; looked at again a lease later.
				if ((await lease(parts.flatMap(({ names }) => names))) !== 'free') continue;
				tellings.push(...tellingsOf([parts], options));
				if (options.incomplete === 'drop') {
					await redis.hdel(this.partsKey(id), ...parts.map(nameOf));
				}
			}
			if (left.length > 0) await redis.zadd(this.due(), 'XX', left[0]!.at, id);
			else if (given.length > 0) await redis.zadd(this.due(), 'XX', latest + LEASE_MS, id);
			else await redis.zrem(this.due(), id);
		}
		return tellings;
	}
}

const readParts = (values: unknown): Part[] =>
	(values as string[]).map((text) => JSON.parse(text) as Part).sort((a, b) => a.at - b.at);
