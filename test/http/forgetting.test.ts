import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { Http } from '../../src/http/http';
import { Lanes } from '../../src/http/lanes';
import { redisLane } from '../../src/http/sharedLane';
import { takeOnce } from '../../src/http/onceShared';
import type { OnWait } from '../../src/http/waits';
import { systemClock, systemSleep } from '../../src/ports';
import { RedisServer } from '../support/redis';
import { RedisRelay } from '../support/redisRelay';

/* Whatever becomes of Redis, nobody sends while the service may be at work on another worker's call. */

let redis: RedisServer;
let another: RedisServer;
let relay: RedisRelay;
let worker: ChildProcess | undefined;
beforeEach(async () => {
	redis = await RedisServer.start();
	another = await RedisServer.start();
	relay = await RedisRelay.to(redis.port);
	// Of this Redis it is known that it has forgotten nothing.
	await lane(0).hold('first', async () => {});
});
afterEach(async () => {
	worker?.kill('SIGKILL');
	await relay.close();
	await redis.down();
	await another.down();
});

const lane = (atWorkMs: number, onWait?: OnWait) =>
	redisLane(relay.url, { sleep: systemSleep, lockMs: 1_000, atWorkMs, onWait });

const admin = async (job: (client: Redis) => Promise<unknown>) => {
	const client = new Redis(redis.url);
	await job(client);
	client.disconnect();
};

const create = {
	method: 'POST',
	path: '/api/v2/endpoint/multi',
	effect: 'act',
	lane: 'sequential',
	what: 'endpoint: createMany',
} as const;

const FORGETS: Array<[how: string, forget: () => Promise<unknown>]> = [
	[
		'was restarted without a disk',
		async () => {
			await redis.down();
			await redis.up();
		},
	],
	['was flushed', async () => await admin(async (client) => await client.flushall())],
	[
		'evicted its keys',
		async () => await admin(async (client) => await client.del(...(await client.keys('*')))),
	],
	['failed over to an empty one', async () => relay.failOver(another.port)],
];

/**
 * Another process with a call under way, which the service works on for so long.
 * @returns a look at whether it still does, by its own word or by the time since it was sent
 */
async function callUnderWay(works: number): Promise<() => boolean> {
	worker = spawn(
		process.execPath,
		[
			...['--import', 'tsx', join(__dirname, '../support/frozenWorker.ts')],
			...[relay.url, 'k', '0', String(works)],
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	let isAtWork = false;
	const lines = createInterface(worker.stdout!);
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

test.each(FORGETS)(
	'Redis %s under a call: its worker goes on and keeps the lane',
	async (_, forget) => {
		const isAtWork = await callUnderWay(3_000);
		await forget();
		// Without a word of the worker, one would go on after less than it takes.
		expect(await lane(2_000).hold('k', async () => isAtWork())).toBe(false);
	},
	20_000,
);

test.each(FORGETS)(
	'Redis %s, and the worker with the call stands still: others wait, and say so',
	async (_, forget) => {
		const isAtWork = await callUnderWay(1_800);
		worker!.kill('SIGSTOP');
		await forget();
		const onWait = jest.fn();
		expect(await lane(2_000, onWait).hold('k', async () => isAtWork())).toBe(false);
		expect(onWait).toHaveBeenCalledWith(
			expect.stringMatching(/^bulk calls that other workers may have under way/),
			expect.any(Number),
		);
	},
	20_000,
);

test.each(FORGETS)('Redis %s between two turns: a lane given back is free', async (_, forget) => {
	await lane(2_000).hold('k', async (lease) => {
		await lease.confirm();
		await forget();
		// The next beat tells the Redis of now.
		await lease.confirm();
	});
	const onWait = jest.fn();
	await lane(600_000, onWait).hold('k', async () => {});
	expect(onWait).not.toHaveBeenCalled();
});

test('what was waited out once is known: another lane of that Redis is free at once', async () => {
	await admin(async (client) => await client.flushall());
	await lane(100).hold('k', async () => {});
	const onWait = jest.fn();
	await lane(600_000, onWait).hold('other', async () => {});
	expect(onWait).not.toHaveBeenCalled();
});

test('a worker killed with its call under way: others wait, and say so', async () => {
	const isAtWork = await callUnderWay(1_800);
	worker!.kill('SIGKILL');
	const onWait = jest.fn();
	expect(await lane(2_000, onWait).hold('k', async () => isAtWork())).toBe(false);
	expect(onWait).toHaveBeenCalledWith(
		expect.stringMatching(/may still be at work on the bulk call of a worker that has stopped/),
		expect.any(Number),
	);
}, 20_000);

test('nothing of a lane ends by the clock of Redis, which somebody may set', async () => {
	await lane(2_000).hold('k', async (lease) => {
		await lease.confirm();
		await admin(async (client) => {
			for (const key of await client.keys('*')) expect(await client.pttl(key)).toBe(-1);
		});
	});
});

test('a bulk call that waits out a busy service while Redis is restarted is made once', async () => {
	const busy = { message: 'Another bulk request is in progress' };
	let asked = 0;
	let made = 0;
	// The times of the lane and the service keep their proportions.
	const sleep = async (ms: number, signal?: AbortSignal) => await systemSleep(ms / 5, signal);
	const http = new Http({
		baseUrl: 'https://busy.example',
		transport: async () => {
			if (++asked === 4) {
				await redis.down();
				await redis.up();
			}
			if (asked <= 5) return { status: 409, headers: {}, body: busy };
			made += 1;
			return { status: 201, headers: {}, body: {} };
		},
		lanes: (
			(lanes) => () =>
				lanes
		)(new Lanes('busy')),
		sharedLane: redisLane(relay.url, { sleep, lockMs: 400, atWorkMs: 1_000 }),
		clock: systemClock,
		sleep,
		random: () => 0,
	});
	expect(await http.request(create)).toMatchObject({ status: 201 });
	// A second loop would wake by then.
	await systemSleep(3_500);
	expect(made).toBe(1);
}, 20_000);

describe('answers that come late', () => {
	test.each([0, 3])(
		'after %i in time are none: who asks waits',
		async (inTime) => {
			const isAtWork = await callUnderWay(1_800);
			worker!.kill('SIGSTOP');
			relay.lateMs = 1_700;
			relay.inTime = inTime;
			setTimeout(() => (relay.lateMs = 0), 3_000);
			expect(await lane(2_000).hold('k', async () => isAtWork())).toBe(false);
		},
		20_000,
	);

	test('of a code that works once: it is nobody’s until it is known whose it is', async () => {
		expect(await takeOnce(redis.url, 'code', 60_000)).toBe(true);
		relay.lateMs = 1_700;
		const asked = takeOnce(relay.url, 'code', 60_000);
		setTimeout(() => (relay.lateMs = 0), 2_000);
		expect(await asked).toBe(false);
	}, 20_000);

	test('of a code that was given in time: it is the one’s that asked', async () => {
		relay.lateMs = 1_700;
		const asked = takeOnce(relay.url, 'mine', 60_000);
		setTimeout(() => (relay.lateMs = 0), 2_000);
		expect(await asked).toBe(true);
	}, 20_000);

	test('a Redis that gives none at all gives no code: the login is not tried', async () => {
		await redis.down();
		let now = 0;
		const asked = takeOnce(redis.url, 'code', 60_000, {
			sleep: async (ms) => {
				now += 20 * ms;
				await systemSleep(5);
			},
			clock: { now: () => now },
		});
		await expect(asked).rejects.toMatchObject({ problem: 'unreachable', outcome: 'notSent' });
	});
});
