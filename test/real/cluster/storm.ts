import { Redis } from 'ioredis';
import { exactly, type Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { BulkJudge, type Lost } from './bulkJudge';
import { checkRedisServer } from './services';
import { StormWorker } from './stormWorker';

const PROCESSES = 4;
/** Acceleration of all waits: the lock time is 167 ms, two minutes are four seconds. */
const FASTER = 30;
const seconds = (s: number) => (s * 1000) / FASTER;
const HOUR_MS = 3_600_000;
const FROZEN_S = 200;
/** A resumed process may find its answer overdue; the service gets two more minutes from then. */
const LONGEST_S = FROZEN_S + 120;
const MARGIN_S = 60;

const between = (least: number, most: number) => least + Math.random() * (most - least);
const oneOf = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** The sequence of faults, and those that have occurred. */
class Storm {
	readonly struck: string[] = [];
	private bag: string[] = [];
	private isSecond = false;

	constructor(
		private readonly judge: BulkJudge,
		private readonly workers: StormWorker[],
		private readonly servers: [RedisServer, RedisServer],
	) {}

	private get redis(): RedisServer {
		return this.servers[this.isSecond ? 1 : 0];
	}

	/** Each kind once before any is repeated. */
	async strike(): Promise<void> {
		if (this.bag.length === 0) this.bag = Object.keys(this.kinds).sort(() => Math.random() - 0.5);
		const kind = this.bag.pop()!;
		this.struck.push(kind);
		this.judge.struck = kind;
		await this.kinds[kind]!();
	}

	/** The process whose call the service is processing, or any. */
	private get holder(): StormWorker {
		const name = this.judge.underWay?.split('-')[0];
		return this.workers[Number(name ?? Math.floor(Math.random() * PROCESSES))]!;
	}

	private readonly kinds: Record<string, () => Promise<void> | void> = {
		'frozen for seconds': () => this.holder.freeze(seconds(between(2, 30))),
		'frozen for longer than any call': () => this.holder.freeze(seconds(FROZEN_S)),
		killed: () => this.holder.kill(),
		'cut from Redis': () => this.holder.cutFromRedis(seconds(between(1, 20))),
		'cut from Redis for longer than any call': () => this.holder.cutFromRedis(seconds(FROZEN_S)),
		'cut from the service': () => this.judge.loseNext(oneOf<Lost>(['cut', 'unavailable'])),
		'no answer of the service': () => this.judge.loseNext('silent'),
		'Redis restarted': async () => {
			await this.redis.down();
			await this.redis.up();
		},
		'Redis flushed': async () => await this.admin(async (redis) => await redis.flushall()),
		'Redis evicted': async () =>
			await this.admin(async (redis) => {
				const keys = await redis.keys('*');
				if (keys.length > 0) await redis.del(...keys);
			}),
		'Redis failed over to an empty one': async () => {
			this.isSecond = !this.isSecond;
			await this.admin(async (redis) => await redis.flushall());
			for (const { relay } of this.workers) relay.failOver(this.redis.port);
		},
		'Redis frozen': () => {
			const { redis } = this;
			redis.freeze(true);
			setTimeout(() => redis.freeze(false), seconds(between(3, 20)));
		},
		'Redis late': () => {
			for (const { relay } of this.workers) relay.lateMs = 1_700;
			setTimeout(() => {
				for (const { relay } of this.workers) relay.lateMs = 0;
			}, 2_500);
		},
		'a clock set forth': () => oneOf(this.workers).stepClock(HOUR_MS),
		'a clock set back': () => oneOf(this.workers).stepClock(-HOUR_MS),
		// A dead worker, and a Redis without a record of it.
		'killed, and Redis flushed': async () => {
			this.holder.kill();
			await this.kinds['Redis flushed']!();
		},
		'frozen, and Redis restarted': async () => {
			this.holder.freeze(seconds(60));
			await this.kinds['Redis restarted']!();
		},
	};

	private async admin(job: (redis: Redis) => Promise<unknown>): Promise<void> {
		const redis = new Redis(this.redis.url, { retryStrategy: () => null });
		redis.on('error', () => {});
		await job(redis).catch(() => {});
		redis.disconnect();
	}
}

/** Four processes on one Redis under all kinds of faults, from the service's view. */
async function measure(name: string, calls: number, everyCalls: number): Promise<Figure[]> {
	await checkRedisServer();
	const judge = await BulkJudge.start({
		ms: () => (Math.random() < 0.05 ? seconds(between(10, 60)) : between(1, 30)),
		lostMs: () => seconds(between(10, 110)),
	});
	const servers: [RedisServer, RedisServer] = [
		await RedisServer.start(),
		await RedisServer.start(),
	];
	const ids = (worker: number) =>
		Array.from({ length: calls / PROCESSES }, (_, i) => `${worker}-${i}-${i % 2 ? 'set' : 'act'}`);
	const workers = await Promise.all(
		Array.from(
			{ length: PROCESSES },
			async (_, i) => await StormWorker.start(judge.url, servers[0].port, FASTER, ids(i)),
		),
	);
	const storm = new Storm(judge, workers, servers);
	const began = performance.now();
	try {
		const areDone = () => workers.every(({ isDone }) => isDone);
		let next = everyCalls;
		while (!areDone()) {
			await until('the next call', () => judge.arrived >= next || areDone(), 600);
			if (areDone()) break;
			await storm.strike();
			next = judge.arrived + Math.ceil(between(0.5, 1.5) * everyCalls);
		}
		await until('the last call of the service', () => judge.atWork === 0);
	} finally {
		for (const worker of workers) await worker.close();
		for (const server of servers) await server.down();
		await judge.close();
	}
	const verdicts = new Map(workers.flatMap((worker) => [...worker.verdicts]));
	const cutOff = new Set(workers.flatMap((worker) => [...worker.cutOff]));
	const times = (id: string) => judge.applied.get(id) ?? 0;
	const all = workers.flatMap((_, i) => ids(i));
	const doubled = all.filter((id) => id.endsWith('act') && times(id) > 1).length;
	const untrue = [...verdicts].filter(([id, verdict]) => {
		if (verdict === 'done') return times(id) === 0;
		return !verdict.startsWith('unknown') && times(id) > 0;
	}).length;
	const without = all.filter((id) => !verdicts.has(id) && !cutOff.has(id)).length;
	const kinds = counts([...verdicts.values()].map((verdict) => verdict.split(' ')[0]));
	const pauseS = (judge.longestPauseMs * FASTER) / 1000;
	const minutes = ((performance.now() - began) / 60_000).toFixed(1);
	say(`  ${[...counts(storm.struck)].map(([what, n]) => `${n} × ${what}`).join(', ')}`);
	say(
		`  ${calls} calls in ${minutes} minutes, ${FASTER} times as fast: ${[...kinds].map(([what, n]) => `${n} ${what}`).join(', ')}, ${cutOff.size} of killed processes`,
	);
	return [
		exactly(
			name,
			'at most 1 in flight as the service counts, 0 doubled, 0 verdicts untrue, 0 missing',
			`at most ${judge.mostAtWork} in flight as the service counts, ${doubled} doubled, ${untrue} verdicts untrue, ${without} missing`,
		),
		{
			name: `${name} (longest pause)`,
			wanted: `at most ${LONGEST_S} s, a call whose process was frozen, and ${MARGIN_S} s`,
			got: `${pauseS.toFixed(0)} s (${judge.longestPauseAfter})`,
			held: pauseS <= LONGEST_S + MARGIN_S,
		},
	];
}

/** Each kind of fault once or twice. */
export const storm = async (): Promise<Figure[]> => await measure('13 (short)', 240, 8);

/** Figure 13. */
export const storms = async (): Promise<Figure[]> => await measure('13', 2_000, 40);
