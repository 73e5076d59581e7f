import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { systemClock, systemSleep } from '../../../src/ports';
import { Http } from '../../../src/request/http';
import { Lanes } from '../../../src/request/limits/lanes';
import { redisLane } from '../../../src/request/sharedLane';
import { sharedLogins } from '../../../src/session/sharedLogins';
import type { OnWait } from '../../../src/waits';
import { hold } from '../../support/attempt';
import { bundled } from '../../support/bundled';
import { RedisServer } from '../../support/redis/redis';
import { RedisRelay } from '../../support/redis/redisRelay';
import { isRedisHere, testWithRedis } from '../../support/redis/useRedis';

/*
 * Nobody sends, whatever becomes of Redis, while the service may be at work on another worker's
 * call.
 */

let program: string | undefined;
const worker = () => (program ??= bundled(join(__dirname, '../../support/redis/frozenWorker.ts')));

/** A Redis of a test's own behind a relay, maybe another to fail over to, and a worker. */
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
		// Of this Redis it is known that it has forgotten nothing.
		await hold(scene.lane(0), 'first', async () => {});
		return scene;
	}

	lane(atWorkMs: number, onWait?: OnWait) {
		return redisLane(this.relay.url, { sleep: systemSleep, lockMs: 1_000, atWorkMs, onWait });
	}

	async admin(job: (client: Redis) => Promise<unknown>): Promise<void> {
		const client = new Redis(this.redis.url);
		await job(client);
		client.disconnect();
	}

	/**
	 * Another process with a call under way, which the service works on for so long.
	 * @returns a look at whether it still does, by its own word or by the time since it was sent
	 */
	async callUnderWay(works: number): Promise<() => boolean> {
		this.worker = spawn(process.execPath, [worker(), this.relay.url, 'k', '0', String(works)], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let isAtWork = false;
		const lines = createInterface(this.worker.stdout!);
		await new Promise<void>((resolve) => {
			lines.on('line', (line) => {
				isAtWork = line === 'sent';
				if (isAtWork) {
					// A frozen one says nothing of its end.
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
/** Tests that mostly wait, each in a scene of its own: all begin at once, each is judged by itself. */
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
	'was restarted without a disk': async ({ redis }) => {
		await redis.down();
		await redis.up();
	},
	'was flushed': async (scene) => await scene.admin(async (client) => await client.flushall()),
	'evicted its keys': async (scene) =>
		await scene.admin(async (client) => await client.del(...(await client.keys('*')))),
	'failed over to an empty one': async (scene) => await scene.failOver(),
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
		`after ${inTime} in time are none: who asks waits`,
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

together('a worker that can be heard', {
	'under a call': however(
		(how) => `Redis ${how}: its worker goes on and keeps the lane`,
		async (scene, forget) => {
			const isAtWork = await scene.callUnderWay(3_000);
			await forget(scene);
			// Without a word of the worker, one would go on after less than it takes.
			expect(await hold(scene.lane(2_000), 'k', async () => isAtWork())).toBe(false);
		},
	),
	'between two turns': {
		...however(
			(how) => `Redis ${how}: a lane given back is free`,
			async (scene, forget) => {
				await hold(scene.lane(2_000), 'k', async (lease) => {
					await lease.confirm();
					await forget(scene);
					// The next beat tells the Redis of now.
					await lease.confirm();
				});
				const onWait = jest.fn();
				await hold(scene.lane(600_000, onWait), 'k', async () => {});
				expect(onWait).not.toHaveBeenCalled();
			},
		),
		'what was waited out once is known: another lane of that Redis is free at once': async (
			scene,
		) => {
			await scene.admin(async (client) => await client.flushall());
			await hold(scene.lane(100), 'k', async () => {});
			const onWait = jest.fn();
			await hold(scene.lane(600_000, onWait), 'other', async () => {});
			expect(onWait).not.toHaveBeenCalled();
		},
		'nothing of a lane ends by the clock of Redis, which somebody may set': async (scene) => {
			await hold(scene.lane(2_000), 'k', async (lease) => {
				await lease.confirm();
				await scene.admin(async (client) => {
					for (const key of await client.keys('*')) expect(await client.pttl(key)).toBe(-1);
				});
			});
		},
	},
});

together('a worker that cannot', {
	'the worker with the call stands still': however(
		(how) => `Redis ${how}: others wait, and say so`,
		async (scene, forget) => {
			const isAtWork = await scene.callUnderWay(1_800);
			scene.signal('SIGSTOP');
			await forget(scene);
			const onWait = jest.fn();
			expect(await hold(scene.lane(2_000, onWait), 'k', async () => isAtWork())).toBe(false);
			expect(onWait).toHaveBeenCalledWith(
				expect.stringMatching(/^bulk calls that other workers may have under way/),
				expect.any(Number),
			);
		},
	),
	'others wait': {
		'for the call of a worker that was killed, and say so': async (scene) => {
			const isAtWork = await scene.callUnderWay(1_800);
			scene.signal('SIGKILL');
			const onWait = jest.fn();
			expect(await hold(scene.lane(2_000, onWait), 'k', async () => isAtWork())).toBe(false);
			expect(onWait).toHaveBeenCalledWith(
				expect.stringMatching(/may still be at work on the bulk call of a worker that has stopped/),
				expect.any(Number),
			);
		},
		'a bulk call that waits out a busy service while Redis is restarted is made once': async (
			scene,
		) => {
			const busy = { message: 'Another bulk request is in progress' };
			let asked = 0;
			let made = 0;
			// The times of the lane and the service keep their proportions.
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
			// A second loop would wake by then.
			await systemSleep(3_500);
			expect(made).toBe(1);
		},
	},
	'answers that come late': {
		...late,
		'of a code that works once: it is nobody’s until it is known whose it is': async ({
			redis,
			relay,
		}) => {
			expect(await logins(redis.url).once!('code', 60_000)).toBe(true);
			relay.lateMs = 1_700;
			const asked = logins(relay.url).once!('code', 60_000);
			setTimeout(() => (relay.lateMs = 0), 2_000);
			expect(await asked).toBe(false);
		},
		'of a code that was given in time: it is the one’s that asked': async ({ relay }) => {
			relay.lateMs = 1_700;
			const asked = logins(relay.url).once!('mine', 60_000);
			setTimeout(() => (relay.lateMs = 0), 2_000);
			expect(await asked).toBe(true);
		},
		'a Redis that gives none at all gives no code: the login is not tried': async ({ redis }) => {
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
