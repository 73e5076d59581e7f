import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../../src/keys/redisKeys';
import { systemClock, systemSleep } from '../../../src/ports';
import { redisRates } from '../../../src/request/limits/sharedRates';
import { checkSharedLane, redisLane } from '../../../src/request/sharedLane';
import { sharedLogins } from '../../../src/session/sharedLogins';
import { RedisStore } from '../../../src/triggers/runtime/redisStore';
import { BY_NUMBER } from '../../../src/triggers/runtime/store';
import { receive } from '../../../src/triggers/sms/inbox';
import { smsKind } from '../../../src/triggers/sms/kind';
import { type Callback, readCallback } from '../../../src/triggers/sms/message';
import { hold } from '../../support/attempt';
import { RedisServer } from '../../support/redis/redis';
import { testWithRedis } from '../../support/redis/useRedis';
import { OPTIONS } from '../triggers/sms/inboxes';

/* The permissions of the Redis user that SECURITY.md recommends, and of the one in compose.yaml. */

const textOf = (file: string) => readFileSync(join(__dirname, '../../..', file), 'utf8');

/** A Redis with the user of SECURITY.md. */
async function asInSecurity() {
	const [, command = ''] = /^ACL (SETUSER .*)$/m.exec(textOf('SECURITY.md')) ?? [];
	const redis = await RedisServer.start();
	const admin = new Redis(redis.url);
	await admin.call('ACL', ...command.split(' '));
	const [, user = ''] = command.split(' ');
	return { redis, admin, login: `${user}:a-long-password` };
}

/** The Redis of compose.yaml, and the login in the address at its head. */
async function asInCompose() {
	const values: Record<string, string> = {
		REDIS_PASSWORD: 'passwordOfTheQueue',
		CELLULAR_IOT_REDIS_PASSWORD: 'passwordOfThePackage',
	};
	const text = textOf('docs/docker/compose.yaml');
	const [, lines = ''] = /command: >-\n\s+redis-server ((?:.+\n)+?) {4}volumes:/.exec(text) ?? [];
	const filled = lines.replace(/\$\{(\w+):\?\}/g, (_, name: string) => values[name]!);
	const redis = await RedisServer.start(filled.trim().split(/\s+/));
	const admin = new Redis(redis.url, { password: values.REDIS_PASSWORD });
	const [, user = '', password = ''] = /redis:\/\/([\w-]+):(\w+)@redis:/.exec(text) ?? [];
	return { redis, admin, login: `${user}:${values[password]}` };
}

testWithRedis('the Redis of compose.yaml loses nothing that it has confirmed', async () => {
	const { redis, admin } = await asInCompose();
	try {
		const settings = [];
		for (const name of ['appendonly', 'appendfsync', 'maxmemory-policy']) {
			settings.push(await admin.config('GET', name));
		}
		expect(settings).toEqual([
			['appendonly', 'yes'],
			['appendfsync', 'always'],
			['maxmemory-policy', 'noeviction'],
		]);
	} finally {
		admin.disconnect();
		await redis.down();
	}
});

testWithRedis('nobody uses the Redis of compose.yaml without a password', async () => {
	const { redis, admin } = await asInCompose();
	const other = new Redis(redis.url, { retryStrategy: () => null, enableReadyCheck: false });
	try {
		await expect(other.get('x')).rejects.toThrow(/NOAUTH/);
	} finally {
		other.disconnect();
		admin.disconnect();
		await redis.down();
	}
});

testWithRedis.each([
	['SECURITY.md', asInSecurity],
	['compose.yaml', asInCompose],
])(
	'the Redis user in %s has the permissions that the package needs, and no others',
	async (_file, start) => {
		const { redis, admin, login: loginOf } = await start();
		try {
			const redisUrl = `redis://${loginOf}@127.0.0.1:${redis.port}/1`;
			const fields = { shareLimits: true, redisUrl };
			await checkSharedLane(fields, async () => {});
			const times = { outageMs: 300, atWorkMs: 100, lockMs: 10_000 };
			const lane = redisLane(redisUrl, { sleep: systemSleep, ...times });
			await hold(lane, 'k', async (lease) => await lease.confirm());
			const windows = [{ key: 'w', most: 9, spanMs: 300_000 }];
			const turn = await redisRates(redisUrl).take({ host: 'h', windows });
			expect(turn).toMatchObject({ waitMs: 0 });
			turn?.end();
			const { once, turn: loginTurn } = sharedLogins(fields);
			expect(await once!('code', 1_000)).toBe(true);
			const login = await loginTurn!('values');
			expect(login).toMatchObject({ confirm: expect.any(Function) });
			if (typeof login === 'object' && 'confirm' in login) {
				expect(await login.confirm()).toBe(true);
				await login.release('wrongPassword');
			}
			const keys = new RedisKeys(redisUrl, { sleep: systemSleep, clock: systemClock });
			const named = [{ key: 'k', request: 'r' }];
			expect(await keys.claim(named)).toEqual([{ is: 'mine' }]);
			await keys.settle([{ ...named[0]!, is: 'done', result: [{ id: 1 }] }]);
			await keys.close();
			expect(await keys.claim(named)).toEqual([{ is: 'done', result: [{ id: 1 }] }]);
			const inbox = new RedisStore(redisUrl, 'inbox', smsKind, { ...BY_NUMBER, keepMs: 60_000 });

			for (const info of [undefined, { partno: 1, total: 2, identifier: 7 }]) {
				const body = { id: 1, payload: 'x', endpoint: { id: 1 }, multi_part_info: info };
				const callback = readCallback('POST', body) as Callback;
				await (await receive(inbox, callback, Date.now(), OPTIONS)).settle(true);
			}
			expect(await inbox.claim(['d1'], 'run')).toEqual([true]);
			expect(await admin.call('ACL', 'LOG')).toEqual([]);

			const other = new Redis(redisUrl, { retryStrategy: () => null });
			for (const forbidden of [
				['SET', 'other', '1'],
				['GET', 'other'],
				['FLUSHALL'],
				['CONFIG', 'GET', '*'],
				['SCAN', '0'],
			]) {
				await expect(other.call(...(forbidden as [string]))).rejects.toThrow(/NOPERM/);
			}
			other.disconnect();
		} finally {
			admin.disconnect();
			await redis.down();
		}
	},
	30_000,
);
