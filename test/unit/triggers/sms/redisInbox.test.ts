import { LookUpError, RedisStore } from '../../../../src/triggers/runtime/redisStore';
import type { InboxOptions } from '../../../../src/triggers/sms/delivery';
import { receive, windowOf } from '../../../../src/triggers/sms/inbox';
import { smsKind } from '../../../../src/triggers/sms/kind';
import { type Callback, readCallback } from '../../../../src/triggers/sms/message';
import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { hasRedisServer, RedisServer } from '../../../support/redis/redis';
import { credentialsFor } from '../support';

/* Two inboxes stand for two processes of n8n on one Redis. */

const given = hasRedisServer();
if (!given) console.log('skipped: there is no redis-server on this machine');
const withRedis = given ? describe : describe.skip;

let redis: RedisServer;
beforeAll(async () => {
	if (given) redis = await RedisServer.start();
});
afterAll(async () => await redis?.down());

/** The form of a trigger that uses the Redis of its account. */
const ON_REDIS = { verification: 'none', registerCallback: 'remember' };

const options: InboxOptions = {
	windowMinutes: 1440,
	giveUpMinutes: 10,
	incomplete: 'emit',
	reading: 'auto',
};
const inboxAt = (url: string, key: string) => {
	const store = new RedisStore(url, key, smsKind, windowOf(options));
	return {
		receive: async (callback: Callback, at: number, own: InboxOptions) =>
			await receive(store, callback, at, own),
		claim: async (names: string[], run: string) => await store.claim(names, run),
	};
};
let count = 0;
const two = () => {
	const key = `inbox ${(count += 1)}`;
	return [inboxAt(redis.url, key), inboxAt(redis.url, key)] as const;
};
let nextId = 1;
const sms = (more: object = {}) =>
	readCallback('POST', {
		id: nextId++,
		payload: 'hello',
		submit_date: '2026-03-01 12:00:00',
		dest_address: '12345',
		endpoint: { id: 10001 },
		...more,
	}) as Callback;
const part = (partno: number, total: number, payload: string) =>
	sms({ payload, multi_part_info: { partno, total, identifier: 7 } });
const now = Date.parse('2026-03-01T12:00:00Z');
const textsOf = ({ tellings }: { tellings: Array<{ item: object }> }) =>
	tellings.map(({ item }) => (item as { text: string }).text);

withRedis('an inbox that processes share', () => {
	test('a redelivery at the other process starts nothing', async () => {
		const [here, there] = two();
		const message = sms();
		const first = await here.receive(message, now, options);
		expect(textsOf(first)).toEqual(['hello']);
		await first.settle(true);
		expect(await there.receive(message, now, options)).toMatchObject({
			tellings: [],
			repeated: true,
		});
	});

	test('what n8n did not take is as new at the other process', async () => {
		const [here, there] = two();
		const message = sms();
		await (await here.receive(message, now, options)).settle(false);
		expect(textsOf(await there.receive(message, now, options))).toEqual(['hello']);
	});

	test('the same delivery at both in one instant: the second waits for the first', async () => {
		const [here, there] = two();
		const message = sms();
		const first = await here.receive(message, now, options);
		const second = there.receive(message, now, options);
		await first.settle(true);
		expect(await second).toMatchObject({ tellings: [], repeated: true });
	});

	test('parts at both processes, one after the other and in one instant, are joined once', async () => {
		const [here, there] = two();
		await here.receive(part(1, 2, 'left '), now, options);
		const whole = await there.receive(part(2, 2, 'right'), now, options);
		expect(textsOf(whole)).toEqual(['left right']);
		await whole.settle(true);

		const parts = [part(1, 3, 'a'), part(2, 3, 'b'), part(3, 3, 'c')];
		const all = await Promise.all(
			parts.map(async (one, i) => await (i % 2 ? there : here).receive(one, now, options)),
		);
		expect(all.flatMap(textsOf)).toEqual(['abc']);
		for (const one of all) await one.settle(true);
		for (const one of parts) expect((await there.receive(one, now, options)).tellings).toEqual([]);
	});

	test('a message whose run was not stored is told with the redelivery of its last part', async () => {
		const [here, there] = two();
		const [one, last] = [part(1, 2, 'left '), part(2, 2, 'right')];
		await here.receive(one, now, options);
		await (await here.receive(last, now, options)).settle(false);
		expect(textsOf(await there.receive(last, now, options))).toEqual(['left right']);
	});

	test('what waits too long is given up once', async () => {
		const [here, there] = two();
		await here.receive(part(1, 2, 'left '), now, options);
		const later = now + 11 * 60_000;
		const given = await there.receive(sms(), later, options);
		expect(given.tellings.map(({ item }) => item.complete)).toEqual([false, true]);
		await given.settle(true);
		expect(textsOf(await here.receive(sms(), later, options))).toEqual(['hello']);
	});

	test('of two runs with the same delivery one goes on, and may go on again', async () => {
		const [here, there] = two();
		const names = ['a', 'b', 'c'];
		expect(await here.claim(names, '7')).toEqual([true, true, true]);
		expect(await there.claim(['a', 'b', 'd'], '8')).toEqual([false, false, true]);
		expect(await there.claim(names, '7')).toEqual([true, true, true]);
	});

	test('out of reach: an error that names no password, and 503 from the trigger', async () => {
		const inbox = inboxAt('redis://:secret-of-redis@127.0.0.1:9', 'gone');
		const error: unknown = await inbox.receive(sms(), now, options).catch((e: unknown) => e);
		expect(error).toBeInstanceOf(LookUpError);
		expect(String(error)).not.toContain('secret-of-redis');
		const credentials = credentialsFor('http://127.0.0.1:9');
		const fields = credentials.get('cellularIotTokenApi');
		const own = { shareLimits: true, redisUrl: 'redis://127.0.0.1:9' };
		credentials.set('cellularIotTokenApi', { ...fields, ...own });
		const workflow = new WebhookWorkflow(ON_REDIS, credentials);
		const body = { id: 1, payload: 'x', endpoint: { id: 1 } };
		expect(await workflow.deliver({ body })).toMatchObject({ status: 503, items: undefined });
	});

	test('through the trigger, over restarts of n8n', async () => {
		const credentials = credentialsFor('http://127.0.0.1:9');
		const fields = credentials.get('cellularIotTokenApi');
		credentials.set('cellularIotTokenApi', { ...fields, shareLimits: true, redisUrl: redis.url });
		const workflow = new WebhookWorkflow(ON_REDIS, credentials);
		const body = { id: 1, payload: 'x', endpoint: { id: 1 } };
		const { items } = await workflow.deliver({ body });
		expect(items).toMatchObject([{ text: 'x' }]);
		expect(items?.[0]).not.toHaveProperty('_deliveries');
		workflow.restart();
		workflow.saved = {};
		expect((await workflow.deliver({ body })).items).toBeUndefined();
	});
});
