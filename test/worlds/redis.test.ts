import Redis from 'ioredis';
import { END_RATE, TAKE_RATE } from '../../src/redis/scripts/rates';
import { Random } from '../support/random';
import { hasRedisServer, RedisServer as RealRedis } from '../support/redis/redis';
import { RedisServer } from './redis/server';
import { RedisError, type Reply, Status } from './redis/values';
import { Timeline } from './timeline';

/* The simulated Redis of the worlds, compared with a real Redis. */

const KEYS = ['a', 'b', 'c'];
const MEMBERS = ['x', 'y', 'z', '1'];
/** Long enough that nothing expires while the test runs. */
const LONG_MS = ['100000', '200000'];

/** A random command that the simulated Redis supports, valid or not. */
function drawn(random: Random): string[] {
	const key = random.pick(KEYS);
	const member = random.pick(MEMBERS);
	const number = String(random.whole(-5, 20));
	const bound = () => random.pick(['-inf', '+inf', '(3', '7', number]);
	return random.pick([
		['SET', key, member],
		['SET', key, number, 'PX', random.pick(LONG_MS)],
		['SET', key, member, 'PX', random.pick(LONG_MS), 'NX'],
		['SET', key, member, 'XX', 'KEEPTTL'],
		['SET', key, member, 'GET'],
		['SET', key, member, 'NX', 'XX'],
		['GET', key],
		['GETDEL', key],
		['MGET', ...KEYS],
		['DEL', key, random.pick(KEYS)],
		['EXISTS', key, random.pick(KEYS)],
		['INCR', key],
		['INCRBY', key, number],
		['PEXPIRE', key, random.pick(LONG_MS)],
		['PEXPIRE', key, random.pick(LONG_MS), random.pick(['NX', 'XX'])],
		['PERSIST', key],
		['TYPE', key],
		['HSET', key, member, number, 'f', 'v'],
		['HGET', key, member],
		['HMGET', key, 'f', member],
		['HDEL', key, 'f', member],
		['HINCRBY', key, member, number],
		['HGETALL', key],
		['ZADD', key, `${number}.5`, member, '2', 'x'],
		['ZADD', key, random.pick(['NX', 'XX', 'GT', 'LT', 'CH']), number, member],
		['ZSCORE', key, member],
		['ZCARD', key],
		['ZCOUNT', key, bound(), bound()],
		['ZRANGE', key, number, '-1', 'WITHSCORES'],
		['ZRANGEBYSCORE', key, bound(), bound(), 'WITHSCORES'],
		['ZREM', key, member, 'y'],
		['ZREMRANGEBYSCORE', key, bound(), bound()],
		['DBSIZE'],
	]);
}

/** A reply in the form of ioredis. */
const plain = (reply: Reply): unknown =>
	reply instanceof Status
		? reply.text
		: reply instanceof RedisError
			? `error ${reply.message}`
			: Array.isArray(reply)
				? reply.map(plain)
				: reply;

/** A script that reads the time from its last two arguments. */
const atTime = (script: string) =>
	script.replace("redis.call('TIME')", '{ ARGV[#ARGV - 1], ARGV[#ARGV] }');

const suite = hasRedisServer() ? describe : describe.skip;
if (!hasRedisServer()) console.log('skipped: no redis-server on this machine');

suite('the simulated Redis', () => {
	let server: RealRedis;
	let real: Redis;
	let ours: RedisServer;

	const ask = async (...[name, ...args]: string[]): Promise<unknown> =>
		await real.call(name!, ...args).catch((error: Error) => `error ${error.message}`);
	const both = async (...words: string[]) => {
		const theirs = await ask(...words);
		const reply = plain(ours.run(words));
		return { command: words.slice(0, 8).join(' '), theirs, ours: reply };
	};

	beforeAll(async () => {
		server = await RealRedis.start();
		real = new Redis(server.url);
	});
	afterAll(async () => {
		real.disconnect();
		await server.down();
	});
	beforeEach(async () => {
		await real.flushall();
		ours = new RedisServer(new Timeline(), new Random('redis'));
	});

	it('answers 5,000 random commands like a real Redis', async () => {
		const random = new Random('commands');
		for (let i = 0; i < 5_000; i++) {
			const { command, theirs, ours: reply } = await both(...drawn(random));
			const order = (value: unknown) =>
				command.startsWith('HGETALL') && Array.isArray(value) ? [...value].sort() : value;
			expect({ i, command, reply: order(reply) }).toEqual({ i, command, reply: order(theirs) });
		}
	});

	it('reports the same remaining lifetime of a key as a real Redis', async () => {
		await both('SET', 'a', '1', 'PX', '60000');
		const { theirs, ours: reply } = await both('PTTL', 'a');
		expect(Math.abs(Number(theirs) - Number(reply))).toBeLessThan(5_000);
		expect(await both('PTTL', 'b')).toMatchObject({ theirs: -2, ours: -2 });
	});

	// These scripts contain the most arithmetic.
	it('computes the same numbers as a real Redis in the scripts of shared limits', async () => {
		const random = new Random('scripts');
		const keys = ['{h}:rate', '{h}:all', '{h}:part'];
		const open: string[] = [];
		let now = Date.parse('2026-03-01T12:00:00Z') * 1000;
		for (let i = 0; i < 600; i++) {
			now += Math.floor(random.spread(1_000, 2_000_000));
			const time = [String(Math.floor(now / 1e6)), String(now % 1e6)];
			const id = open.length > 0 && random.chance(0.5) ? open.shift()! : `id${i}`;
			const isEnd = !id.endsWith(String(i));
			if (!isEnd) open.push(id);
			const args = isEnd
				? [id, '1', '1000', '150000']
				: [id, '20', '5', '1000', '30000', '150000', '40', '0', '20', '1'];
			const script = atTime(isEnd ? END_RATE : TAKE_RATE);
			const { theirs, ours: reply } = await both('EVAL', script, '3', ...keys, ...args, ...time);
			expect({ i, reply }).toEqual({ i, reply: theirs });
		}
	});
});

it('does not extend a wait when the clock of Redis is set back', () => {
	const redis = new RedisServer(new Timeline(), new Random('redis'));
	// One login in six seconds, with a burst of two.
	const ask = (id: string, seconds: number) => {
		const rate = ['6000', '2', '0', '150000', '40', '0', '300000'];
		const time = [String(1_800_000_000 + seconds), '0'];
		return redis.run(['EVAL', atTime(TAKE_RATE), '2', 'a', 'b', id, ...rate, ...time]);
	};
	expect([ask('1', 0), ask('2', 0), ask('3', 0)]).toEqual([0, 0, 6000]);
	expect([ask('3', -600), ask('3', -599), ask('3', -594)]).toEqual([6000, 5000, 0]);
});
