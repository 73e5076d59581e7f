import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { systemClock, systemSleep } from '../../src/ports';
import { Http } from '../../src/request/http';
import { Lanes } from '../../src/request/limits/lanes';
import { redisLane } from '../../src/request/sharedLane';
import { sharedLogins } from '../../src/session/sharedLogins';
import type { Reporter } from '../../src/reporter';
import { hold } from '../support/attempt';
import { bundled } from '../support/bundled';
import { RedisServer } from '../support/redis/redis';
import { RedisRelay } from '../support/redis/redisRelay';
import { isRedisHere, testWithRedis } from '../support/redis/useRedis';
import { reporting } from '../support/reporting';

/*
 * In real processes: whatever happens to Redis, no worker sends while the service may still be processing another
 * worker's call.
 */

// Redis is given up as early as in n8n.
jest.unmock('../../src/redis/errors');

let program: string | undefined;
const worker = () => (program ??= bundled(join(__dirname, '../support/redis/frozenWorker.ts')));

/** A Redis for one test behind a relay, optionally a second one to fail over to, and a worker. */
class Scene {
	private another: RedisServer | undefined;
	private worker: ChildProcess | undefined;

	private constructor(
		readonly redis: RedisServer,
		readonly relay: RedisRelay,
	) {}

	static async set(): Promise<Scene> {
		const redis = await RedisServer.start();
		const scene = new Scene(redis, await RedisRelay.to(redis.port));
		// This records that the Redis has lost no data.
		await hold(scene.lane(0), 'first', async () => {});
		return scene;
	}

	lane(atWorkMs: number, wait: Reporter['wait'] = () => {}, lockMs = 1_000) {
		const report = reporting({ wait });
		return redisLane(this.relay.url, { sleep: systemSleep, lockMs, atWorkMs, report });
	}

	async admin(job: (client: Redis) => Promise<unknown>): Promise<void> {
		const client = new Redis(this.redis.url);
		await job(client);
		client.disconnect();
	}

	/**
	 * Another process with a call in flight, which the service processes for `works` ms.
	 * @returns whether the call is still being processed, as reported or by the time since it was sent
	 */
	async callUnderWay(works: number): Promise<() => boolean> {
		this.worker = spawn(
			process.execPath,
			[worker(), this.relay.url, 'k', 'at once', String(works)],
			{
				stdio: ['ignore', 'pipe', 'inherit'],
			},
		);
		let isAtWork = false;
		const lines = createInterface(this.worker.stdout!);
		await new Promise<void>((resolve) => {
			lines.on('line', (line) => {
				isAtWork = line === 'sent';
				if (isAtWork) {
					// A frozen worker does not report the end.
					setTimeout(() => (isAtWork = false), works);
					resolve();
				}
			});
		});
		return () => isAtWork;
	}

	async failOver(): Promise<void> {
		this.another = await RedisServer.start();
		this.relay.failOver(this.another.port);
	}

	signal(name: 'SIGSTOP' | 'SIGKILL'): void {
		this.worker!.kill(name);
	}

	async end(): Promise<void> {
		this.worker?.kill('SIGKILL');
		await this.relay.close();
		await this.redis.down();
		await this.another?.down();
	}
}

type Play = (scene: Scene) => Promise<void>;
/** Tests that mostly wait, each in its own scene: all start at once, and each reports its result. */
function together(title: string, plays: Record<string, Record<string, Play>>): void {
	const ends = new Map<Play, Promise<void>>();

	describe(title, () => {
		beforeAll(() => {
			if (!isRedisHere) return;
			for (const play of Object.values(plays).flatMap((those) => Object.values(those))) {
				const end = Scene.set().then(async (scene) => await play(scene).finally(() => scene.end()));
				end.catch(() => {});
				ends.set(play, end);
			}
		});
		describe.each(Object.entries(plays))('%s', (_, those) => {
			testWithRedis.each(Object.entries(those))(
				'%s',
				async (__, play) => await ends.get(play),
				60_000,
			);
		});
	});
}

const logins = (redisUrl: string, ports?: Parameters<typeof sharedLogins>[1]) =>
	sharedLogins({ shareLimits: true, redisUrl }, ports);

const create = {
	method: 'POST',
	path: '/api/v2/endpoint/multi',
	effect: 'act',
	lane: 'sequential',
	what: 'endpoint: createMany',
} as const;

const FORGETS: Record<string, Play> = {
	'is restarted without a disk': async ({ redis }) => {
		await redis.down();
		await redis.up();
	},
	'is flushed': async (scene) => await scene.admin(async (client) => await client.flushall()),
	'evicts its keys': async (scene) =>
		await scene.admin(async (client) => await client.del(...(await client.keys('*')))),
	'fails over to an empty server': async (scene) => await scene.failOver(),
};
const however = (
	title: (how: string) => string,
	play: (scene: Scene, forget: Play) => Promise<void>,
) =>
	Object.fromEntries(
		Object.entries(FORGETS).map(([how, forget]): [string, Play] => [
			title(how),
			async (scene) => await play(scene, forget),
		]),
	);

const late: Record<string, Play> = Object.fromEntries(
	[0, 3].map((inTime): [string, Play] => [
		`makes the next worker wait after ${inTime} timely answers`,
		async (scene) => {
			const isAtWork = await scene.callUnderWay(1_800);
			scene.signal('SIGSTOP');
			scene.relay.lateMs = 1_700;
			scene.relay.inTime = inTime;
			setTimeout(() => (scene.relay.lateMs = 0), 3_000);
			expect(await hold(scene.lane(2_000), 'k', async () => isAtWork())).toBe(false);
		},
	]),
);

together('a worker that sends heartbeats', {
	'during a call': however(
		(how) => `keeps the lane when Redis ${how}`,
		async (scene, forget) => {
			const isAtWork = await scene.callUnderWay(3_000);
			await forget(scene);
			// Without the worker's heartbeat, the next one would start before the call ends.
			expect(await hold(scene.lane(2_000), 'k', async () => isAtWork())).toBe(false);
		},
	),
	'between two turns': {
		...however(
			(how) => `leaves a released lane free when Redis ${how}`,
			async (scene, forget) => {
				// A Redis takes longer than a second to start beside other work.
				await hold(scene.lane(20_000, undefined, 10_000), 'k', async (lease) => {
					await lease.confirm();
					await forget(scene);
					// The next heartbeat registers the lane in the current Redis.
					await lease.confirm();
				});
				const told = jest.fn();
				await hold(scene.lane(600_000, told), 'k', async () => {});
				expect(told).not.toHaveBeenCalled();
			},
		),
		'waits only once per Redis: another lane is free at once': async (scene) => {
			await scene.admin(async (client) => await client.flushall());
			await hold(scene.lane(100), 'k', async () => {});
			const told = jest.fn();
			await hold(scene.lane(600_000, told), 'other', async () => {});
			expect(told).not.toHaveBeenCalled();
		},
		'sets no expiry on the keys of a lane, since the clock of Redis may be changed': async (
			scene,
		) => {
			await hold(scene.lane(2_000), 'k', async (lease) => {
				await lease.confirm();
				await scene.admin(async (client) => {
					for (const key of await client.keys('*')) expect(await client.pttl(key)).toBe(-1);
				});
			});
		},
	},
});

together('a worker that sends no heartbeats', {
	'when it is frozen during a call': however(
		(how) => `makes other workers wait and report it when Redis ${how}`,
		async (scene, forget) => {
			const isAtWork = await scene.callUnderWay(1_800);
			scene.signal('SIGSTOP');
			await forget(scene);
			const told = jest.fn();
			expect(await hold(scene.lane(2_000, told), 'k', async () => isAtWork())).toBe(false);
			expect(told).toHaveBeenCalledWith(
				expect.stringMatching(/^bulk calls that other workers may have under way/),
				expect.any(Number),
			);
		},
	),
	'while other workers wait': {
		'reports the wait for the call of a killed worker': async (scene) => {
			const isAtWork = await scene.callUnderWay(1_800);
			scene.signal('SIGKILL');
			const told = jest.fn();
			expect(await hold(scene.lane(2_000, told), 'k', async () => isAtWork())).toBe(false);
			expect(told).toHaveBeenCalledWith(
				expect.stringMatching(/may still be at work on the bulk call of a worker that has stopped/),
				expect.any(Number),
			);
		},
		'makes a bulk call once when Redis restarts while the service is busy': async (scene) => {
			const busy = { message: 'Another bulk request is in progress' };
			let asked = 0;
			let made = 0;
			// Scales the waits of the lane and the service alike.
			const sleep = async (ms: number, signal?: AbortSignal) => await systemSleep(ms / 5, signal);
			const lanes = new Lanes('busy');
			const http = new Http({
				baseUrl: 'https://busy.example',
				transport: async () => {
					if (++asked === 4) {
						await scene.redis.down();
						await scene.redis.up();
					}
					if (asked <= 5) return { status: 409, headers: {}, body: busy };
					made += 1;
					return { status: 201, headers: {}, body: {} };
				},
				lanes: () => lanes,
				sharedLane: redisLane(scene.relay.url, { sleep, lockMs: 400, atWorkMs: 1_000 }),
				clock: systemClock,
				sleep,
				random: () => 0,
			});
			expect(await http.request(create)).toMatchObject({ status: 201 });
			// A second loop would have sent again by then.
			await systemSleep(3_500);
			expect(made).toBe(1);
		},
	},
	'when answers of Redis are late': {
		...late,
		'does not claim a one-time code that another worker has claimed': async ({ redis, relay }) => {
			expect(await logins(redis.url).once!('code', 60_000)).toBe(true);
			relay.lateMs = 1_700;
			const asked = logins(relay.url).once!('code', 60_000);
			setTimeout(() => (relay.lateMs = 0), 2_000);
			expect(await asked).toBe(false);
		},
		'claims a one-time code although the answer is late': async ({ relay }) => {
			relay.lateMs = 1_700;
			const asked = logins(relay.url).once!('mine', 60_000);
			setTimeout(() => (relay.lateMs = 0), 2_000);
			expect(await asked).toBe(true);
		},
		'claims no code and does not log in when Redis gives no answer': async ({ redis }) => {
			await redis.down();
			let now = 0;
			const asked = logins(redis.url, {
				sleep: async (ms) => {
					now += 20 * ms;
					await systemSleep(5);
				},
				clock: { now: () => now },
			}).once!('code', 60_000);
			await expect(asked).rejects.toMatchObject({ problem: 'unreachable', outcome: 'notSent' });
		},
	},
});
