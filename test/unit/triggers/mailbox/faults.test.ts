import { Redis } from 'ioredis';
import { Mailbox } from '../../../../src/triggers/mailbox/mailbox';
import { questionKind } from '../../../../src/triggers/mailbox/question';
import { waitKind } from '../../../../src/triggers/mailbox/wait';
import { MemoryStore } from '../../../../src/triggers/runtime/memoryStore';
import type { DeliveryStore } from '../../../../src/triggers/runtime/store';
import { RedisServer } from '../../../support/redis/redis';
import { RedisRelay } from '../../../support/redis/redisRelay';
import { describeWithRedis } from '../../../support/redis/useRedis';
import { asking, redisBox, repliesOf, sms, waitFor } from './support';
import { stub } from '../../../support/stub';

/* A mailbox whose Redis is emptied, full or unreachable sends no untracked SMS and reports no false outcome. */

describeWithRedis('a mailbox whose Redis', () => {
	const servers: Array<{ down(): Promise<void> }> = [];
	afterEach(async () => {
		await Promise.all(servers.splice(0).map(async (one) => await one.down()));
	});
	const server = async () => {
		const redis = await RedisServer.start();
		servers.push(redis);
		return redis;
	};

	test('is emptied during a wait leaves the reply to the trigger, and has no wait for the run', async () => {
		const redis = await server();
		const box = redisBox(redis.url, 'emptied');
		await waitFor(box, 'a', [{ endpointId: 1 }]);
		const client = new Redis(redis.url);
		await client.flushall();
		client.disconnect();
		expect(await box.take(sms(1, 'yes'), ['m'])).toEqual({ isTaken: false, wakes: [] });
		expect(await repliesOf(box, 'a')).toBeUndefined();
	});

	test('restarts between two questions of a run does not send the second one', async () => {
		const redis = await server();
		const box = redisBox(redis.url, 'restarted');
		let sent = 0;
		const { asker, ask } = await asking(box, 'a', async () => ({ sms_ids: [(sent += 1)] }));
		await ask(0);
		await redis.down();
		await redis.up();
		await expect(ask(1)).rejects.toMatchObject({ outcome: 'notSent' });
		expect(sent).toBe(1);
		// The first SMS was sent, so the outcome is unknown.
		await expect(box.open(asker, [])).rejects.toMatchObject({ outcome: 'unknown' });
	});

	test('is full sends no SMS, and refuses a message so that it is delivered again', async () => {
		const redis = await server();
		const box = redisBox(redis.url, 'full');
		await waitFor(box, 'a', [{ endpointId: 1 }]);
		let sent = 0;
		const { ask } = await asking(box, 'b', async () => ({ sms_ids: [(sent += 1)] }));
		const client = new Redis(redis.url);
		await client.config('SET', 'maxmemory-policy', 'noeviction');
		await client.config('SET', 'maxmemory', '1');
		await expect(ask()).rejects.toMatchObject({ outcome: 'notSent' });
		expect(sent).toBe(0);
		await expect(box.take(sms(1, 'yes'), ['m'])).rejects.toThrow('could not be looked up');
		client.disconnect();
	});

	test('fails after an SMS was sent reports an unknown outcome, and its reply still wakes the run', async () => {
		const redis = await server();
		const relay = await RedisRelay.to(redis.port);
		servers.push({ down: async () => await relay.close() });
		const box = redisBox(relay.url, 'cut');
		const { ask } = await asking(box, 'a', async () => {
			relay.cut(true);
			return { sms_ids: [1] };
		});
		await expect(ask()).rejects.toMatchObject({ outcome: 'unknown' });
		relay.cut(false);
		expect(await box.take(sms(1, 'yes'), ['m'])).toEqual({ isTaken: true, wakes: ['a'] });
	});
});

test('a message whose wait could not be looked up wakes the run when it is delivered again', async () => {
	const waits = new MemoryStore(waitKind);
	let isGone = false;
	const change: DeliveryStore<never>['change'] = async (...parts) => {
		if (isGone) throw new Error('gone');
		return (await waits.change(...stub<Parameters<typeof waits.change>>(parts))) as never;
	};
	const unsteady = { change, due: async (by: number) => await waits.due(by) };
	const questions = new MemoryStore(questionKind);
	const box = new Mailbox(questions, stub<typeof waits>(unsteady));
	await waitFor(box, 'a', [{ endpointId: 1 }]);
	isGone = true;
	await expect(box.take(sms(1, 'yes'), ['m'])).rejects.toThrow('gone');
	isGone = false;
	expect(await box.take(sms(1, 'yes'), ['m'])).toEqual({ isTaken: true, wakes: ['a'] });
	expect(await repliesOf(box, 'a')).toEqual(['yes']);
});
