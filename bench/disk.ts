import { RedisKeys } from '../src/keys/redisKeys';
import { systemClock, systemSleep } from '../src/ports';
import { joinRedis } from '../src/redis/client';
import { RedisStore } from '../src/triggers/runtime/redisStore';
import type { InboxOptions } from '../src/triggers/sms/delivery';
import { receive, windowOf } from '../src/triggers/sms/inbox';
import { smsKind } from '../src/triggers/sms/kind';
import { type Callback, readCallback } from '../src/triggers/sms/message';
import { RedisServer } from '../test/support/redis/redis';
import { compared, type Figures } from './figures';

/* What a Redis costs that answers once a change is on disk, without n8n and without the service. */

/** SMS of a run with keys. */
const MANY = 2_000;
/** Keyed calls and calls of a trigger, one after the other. */
const FEW = 100;

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

/** A run with one keyed call, such as a bulk call for 2,000 items: claim, confirmation, result. */
async function keyedCalls(url: string): Promise<void> {
	for (let i = 0; i < FEW; i++) {
		const keys = keysOn(url);
		const own = named();
		await keys.claim([own]);
		await keys.confirm([own]);
		await keys.settle([{ ...own, ...done }]);
		await keys.close();
	}
}

/** A run with keyed SMS: as many claims in a command, and as few writes of results, as in a run. */
async function keyedSms(url: string): Promise<void> {
	const keys = keysOn(url);
	for (let sent = 0; sent < MANY; sent += keys.atOnce) {
		const own = Array.from({ length: keys.atOnce }, named);
		await keys.claim(own);
		await keys.settle(own.map((one) => ({ ...one, ...done })));
	}
	await keys.close();
}

let nextMessage = 1;
/** Calls of the SMS trigger: reserved, claimed by the run, and taken. */
async function triggerCalls(url: string): Promise<void> {
	const store = new RedisStore(url, 'bench', smsKind, windowOf(INBOX));
	for (let i = 0; i < FEW; i++) {
		const id = nextMessage++;
		const callback = readCallback('POST', { id, payload: 'x', endpoint: { id: 1 } }) as Callback;
		const { tellings, settle } = await receive(store, callback, Date.now(), INBOX);
		await store.claim(tellings[0]!.deliveries[0]!, `run-${id}`);
		await settle(true);
	}
}

/** Milliseconds that one of `count` takes. */
async function msEach(count: number, work: () => Promise<void>): Promise<number> {
	const begun = performance.now();
	await work();
	return (performance.now() - begun) / count;
}

const SUBJECTS = {
	keyedCall: { count: FEW, work: keyedCalls },
	keyedSms: { count: MANY, work: keyedSms },
	triggerCall: { count: FEW, work: triggerCalls },
};
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
				const { count, work } = SUBJECTS[subject];
				for (const setting of SETTINGS) {
					const ms = await msEach(count, async () => await work(servers[setting].url));
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
			`Redis for a run with ${MANY} keyed SMS, appendfsync always`,
			'ms an SMS',
		),
		triggerCallOnDisk: figure(
			'triggerCall',
			'Redis for a call of the SMS trigger, appendfsync always',
			'ms a call',
		),
	};
}
