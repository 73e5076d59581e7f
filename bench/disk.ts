import { RedisKeys } from '../src/keys/redisKeys';
import { systemClock, systemSleep } from '../src/ports';
import { joinRedis } from '../src/redis/client';
import { RedisStore } from '../src/triggers/runtime/redisStore';
import type { InboxOptions } from '../src/triggers/sms/delivery';
import { receive, windowOf } from '../src/triggers/sms/inbox';
import { smsKind } from '../src/triggers/sms/kind';
import { type Callback, readCallback } from '../src/triggers/sms/message';
import { RedisServer } from '../test/support/redis/redis';
import { compared, type Figures, spread } from './figures';

/* What a Redis costs that answers once a change is on disk, without n8n and without the service. */

/** SMS of a run with keys. */
const SMS = 2_000;
/** Keyed calls and calls of a trigger, one after the other. */
const CALLS = 200;

const INBOX: InboxOptions = {
	windowMinutes: 1440,
	giveUpMinutes: 10,
	incomplete: 'emit',
	reading: 'auto',
};

let nextKey = 0;
const named = () => ({ key: `bench-${nextKey++}`, request: 'one' });
const keysOn = (url: string) => new RedisKeys(url, { sleep: systemSleep, clock: systemClock });
const done = { is: 'done' as const, result: [{ id: 1 }] };

/** Milliseconds of a step, for each of `each` things in it; the median of many, as a machine may be busy. */
async function medianMs(steps: number, each: number, step: () => Promise<void>): Promise<number> {
	const took: number[] = [];
	for (let i = 0; i < steps; i++) {
		const begun = performance.now();
		await step();
		took.push((performance.now() - begun) / each);
	}
	return spread(took).median;
}

/** Runs with one keyed call, such as a bulk call for 2,000 items: claim, confirmation, result. */
const keyedCall = async (url: string): Promise<number> =>
	await medianMs(CALLS, 1, async () => {
		const keys = keysOn(url);
		const own = named();
		await keys.claim([own]);
		await keys.confirm([own]);
		await keys.settle([{ ...own, ...done }]);
		await keys.close();
	});

/** A run with keyed SMS: as many claims in a command as in any run, with the results of those before. */
async function keyedSms(url: string): Promise<number> {
	const keys = keysOn(url);
	const ms = await medianMs(SMS / keys.atOnce, keys.atOnce, async () => {
		const own = Array.from({ length: keys.atOnce }, named);
		await keys.claim(own);
		await keys.settle(own.map((key) => ({ ...key, ...done })));
	});
	await keys.close();
	return ms;
}

let nextMessage = 1;
/** Calls of the SMS trigger: reserved, claimed by the run, and taken. */
async function triggerCall(url: string): Promise<number> {
	const store = new RedisStore(url, 'bench', smsKind, windowOf(INBOX));
	return await medianMs(CALLS, 1, async () => {
		const id = nextMessage++;
		const callback = readCallback('POST', { id, payload: 'x', endpoint: { id: 1 } }) as Callback;
		const { items, settle } = await receive(store, callback, Date.now(), INBOX);
		await store.claim(items[0]!.deliveries[0]!, `run-${id}`);
		await settle(true);
	});
}

const SUBJECTS = { keyedCall, keyedSms, triggerCall };
type Subject = keyof typeof SUBJECTS;
const SETTINGS = ['always', 'everysec'] as const;
type Setting = (typeof SETTINGS)[number];

/** Waits for Redis with `appendfsync always`, as compose.yaml has it, and with the default of Redis. */
export async function disk(_: unknown, rounds: number): Promise<Figures> {
	const measured: Record<Subject, Record<Setting, number[]>> = {
		keyedCall: { always: [], everysec: [] },
		keyedSms: { always: [], everysec: [] },
		triggerCall: { always: [], everysec: [] },
	};
	const servers = {
		always: await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'always']),
		everysec: await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'everysec']),
	};
	const joined = await Promise.all(Object.values(servers).map(async ({ url }) => joinRedis(url)));
	try {
		// The first round loads the scripts.
		for (let round = 0; round <= rounds; round++) {
			for (const subject of Object.keys(SUBJECTS) as Subject[]) {
				for (const setting of SETTINGS) {
					const ms = await SUBJECTS[subject](servers[setting].url);
					if (round === 0) continue;
					measured[subject][setting].push(ms);
					console.log(`  ${subject}, ${setting}: ${ms.toFixed(3)} ms`);
				}
			}
		}
	} finally {
		for (const { leave } of joined) leave();
		for (const server of Object.values(servers)) await server.down();
	}
	const figure = (subject: Subject, work: string, unit: string) => {
		const { always, everysec } = measured[subject];
		return compared(work, unit, undefined, always, { 'appendfsync everysec': everysec });
	};
	return {
		keyedCallOnDisk: figure(
			'keyedCall',
			'Redis for a run with one keyed call, appendfsync always',
			'ms a call',
		),
		keyedSmsOnDisk: figure(
			'keyedSms',
			`Redis for a run with ${SMS} keyed SMS, appendfsync always`,
			'ms an SMS',
		),
		triggerCallOnDisk: figure(
			'triggerCall',
			'Redis for a call of the SMS trigger, appendfsync always',
			'ms a call',
		),
	};
}
