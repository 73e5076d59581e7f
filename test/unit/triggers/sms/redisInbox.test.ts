import { LookUpError } from '../../../../src/triggers/runtime/redisStore';
import { receive } from '../../../../src/triggers/sms/inbox';
import { type Callback, readCallback } from '../../../../src/triggers/sms/message';
import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { describeWithRedis, useRedis } from '../../../support/redis/useRedis';
import { credentialsOn, NOBODY } from '../support';
import * as callbacks from './callbacks';
import { onRedis, OPTIONS } from './inboxes';

/* Two inboxes represent two processes of n8n on one Redis. */

const redis = useRedis();
const now = Date.parse('2026-03-01T12:00:00Z');

const inboxAt = (url: string, key: string) => {
	const store = onRedis(url, key);
	return {
		receive: async (callback: Callback, at = now) => await receive(store, callback, at, OPTIONS),
		claim: async (names: string[], run: string) => await store.claim(names, run),
	};
};
let count = 0;
const two = () => {
	const key = `inbox ${(count += 1)}`;
	return [inboxAt(redis().url, key), inboxAt(redis().url, key)] as const;
};
/** A trigger that uses the Redis of its account. */
const triggerOn = (redisUrl: string) =>
	new WebhookWorkflow({ verification: 'none', registerCallback: false }, credentialsOn(redisUrl));
const sms = () => readCallback('POST', callbacks.message()) as Callback;
const part = (partno: number, total: number, payload: string) =>
	readCallback('POST', callbacks.part(partno, total, payload)) as Callback;
const textsOf = ({ items }: { items: Array<{ item: object }> }) =>
	items.map(({ item }) => (item as { text: string }).text);

describeWithRedis('an inbox shared by several processes', () => {
	test('starts no run for a redelivery to the other process', async () => {
		const [here, there] = two();
		const message = sms();
		const first = await here.receive(message);
		expect(textsOf(first)).toEqual(['hello']);
		await first.settle(true);
		expect(await there.receive(message)).toMatchObject({
			items: [],
			repeated: true,
		});
	});

	test('treats a message that n8n did not accept as new at the other process', async () => {
		const [here, there] = two();
		const message = sms();
		await (await here.receive(message)).settle(false);
		expect(textsOf(await there.receive(message))).toEqual(['hello']);
	});

	test('makes the second of two simultaneous deliveries wait for the first', async () => {
		const [here, there] = two();
		const message = sms();
		const first = await here.receive(message);
		const second = there.receive(message);
		await first.settle(true);
		expect(await second).toMatchObject({ items: [], repeated: true });
	});

	test('joins parts once that arrive at both processes, one after the other or simultaneously', async () => {
		const [here, there] = two();
		await here.receive(part(1, 2, 'left '));
		const whole = await there.receive(part(2, 2, 'right'));
		expect(textsOf(whole)).toEqual(['left right']);
		await whole.settle(true);

		const parts = [part(1, 3, 'a'), part(2, 3, 'b'), part(3, 3, 'c')];
		const all = await Promise.all(
			parts.map(async (body, i) => await (i % 2 ? there : here).receive(body)),
		);
		expect(all.flatMap(textsOf)).toEqual(['abc']);
		for (const settlement of all) await settlement.settle(true);
		for (const body of parts) expect((await there.receive(body)).items).toEqual([]);
	});

	test('emits a message whose run was not stored when its last part is redelivered', async () => {
		const [here, there] = two();
		const [first, last] = [part(1, 2, 'left '), part(2, 2, 'right')];
		await here.receive(first);
		await (await here.receive(last)).settle(false);
		expect(textsOf(await there.receive(last))).toEqual(['left right']);
	});

	test('gives up an incomplete message once', async () => {
		const [here, there] = two();
		await here.receive(part(1, 2, 'left '));
		const later = now + 11 * 60_000;
		const given = await there.receive(sms(), later);
		expect(given.items.map(({ item }) => item.complete)).toEqual([false, true]);
		await given.settle(true);
		expect(textsOf(await here.receive(sms(), later))).toEqual(['hello']);
	});

	test('grants a delivery to only one run, which may claim it again', async () => {
		const [here, there] = two();
		const names = ['a', 'b', 'c'];
		expect(await here.claim(names, '7')).toEqual([true, true, true]);
		expect(await there.claim(['a', 'b', 'd'], '8')).toEqual([false, false, true]);
		expect(await there.claim(names, '7')).toEqual([true, true, true]);
	});

	test('reports an unreachable Redis without its password, and the trigger answers 503', async () => {
		const inbox = inboxAt(`redis://:secret-of-redis@${NOBODY}`, 'gone');
		const error: unknown = await inbox.receive(sms()).catch((e: unknown) => e);
		expect(error).toBeInstanceOf(LookUpError);
		expect(String(error)).not.toContain('secret-of-redis');
		const answer = await triggerOn(`redis://${NOBODY}`).deliver({ body: callbacks.message() });
		expect(answer).toMatchObject({ status: 503, items: undefined });
	});

	test('suppresses a redelivery to the trigger after a restart of n8n', async () => {
		const workflow = triggerOn(redis().url);
		const body = callbacks.message();
		const items = await workflow.items(body);
		expect(items).toMatchObject([{ text: 'hello' }]);
		expect(items?.[0]).not.toHaveProperty('_deliveries');
		workflow.restart();
		workflow.saved = {};
		expect(await workflow.items(body)).toBeUndefined();
	});
});
