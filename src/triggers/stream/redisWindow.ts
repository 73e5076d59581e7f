import { RedisStore } from '../runtime/redisStore';
import { type Arrived, MOST, type RecordWindow } from './window';

/*
 * A window on the Redis of the account: one for all processes of n8n, and over their restarts. A
 * record counts once a run has claimed it as its first step, so that of two runs with the same record
 * one tells it, whichever calls and kills have led to them.
 */

/** How long a run that is worked on again is known as the same one. Milliseconds. */
const RUN_MS = 24 * 3_600_000;

/**
 * Gives 1 for each record that no other run has claimed. KEYS: the records by the number of their
 * run, the last number, the number of this run. ARGV: most records, life of a run's number, records.
 */
const CLAIM = `
local own = redis.call('GET', KEYS[3])
if not own then
  own = redis.call('INCR', KEYS[2])
  redis.call('SET', KEYS[3], own, 'PX', ARGV[2])
end
local fresh = {}
for i = 3, #ARGV do
  local held = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if held and tonumber(held) ~= tonumber(own) then
    fresh[i - 2] = 0
  else
    redis.call('ZADD', KEYS[1], own, ARGV[i])
    fresh[i - 2] = 1
  end
end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -tonumber(ARGV[1]) - 1)
return fresh`;

export class RedisWindow extends RedisStore implements RecordWindow {
	/** `key` names account, workflow and node. */
	constructor(url: string, key: string) {
		super(url, key, 'stream', 'Records');
	}

	/** Those of the keys that are remembered. */
	protected async held(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		const scores = await this.use(
			async (redis) => await redis.zmscore(this.name('records'), ...keys),
		);
		return new Set(keys.filter((_, index) => scores[index] !== null));
	}

	/** Leaves out what a run has claimed; the rest is claimed by the run that it starts. */
	async arrive(keys: string[]): Promise<Arrived> {
		const held = await this.held(keys);
		return { fresh: new Set(keys.filter((key) => !held.has(key))), settle: () => {} };
	}

	/** For a run: whether it is the one to tell each of its records. */
	async claim(keys: string[], run: string): Promise<boolean[]> {
		if (keys.length === 0) return [];
		const own = ['records', 'last', `run:${run}`].map((name) => this.name(name));
		const fresh = await this.use(
			async (redis) => await redis.eval(CLAIM, own.length, ...own, MOST.redis, RUN_MS, ...keys),
		);
		return (fresh as number[]).map((one) => one === 1);
	}
}
