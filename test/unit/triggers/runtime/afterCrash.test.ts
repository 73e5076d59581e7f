import { Redis } from 'ioredis';
import { moved } from '../../../support/steppedPorts';
import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { describeWithRedis, isRedisHere, useRedis } from '../../../support/redis/useRedis';
import { message, open, part } from '../sms/callbacks';
import { byHand } from '../stream/pushes';
import { recordOf } from '../stream/usage';
import { credentialsOn } from '../support';

/* n8n is killed after a run has claimed its deliveries, and before their call is answered. */

jest.mock('../../../../src/ports', () =>
	jest.requireActual<object>('../../../support/steppedPorts'),
);

const redis = useRedis();
beforeEach(async () => {
	if (isRedisHere) await redis().empty();
});

/** Longer than a call holds its deliveries, and than the age from which a claim is taken back. */
const LEASE_MS = 20_000;

/** Moves all moments on the Redis into the past, as if this time had passed. */
async function pass(ms: number): Promise<void> {
	const client = new Redis(redis().url);
	for (const key of await client.keys('*')) {
		const type = await client.type(key);
		if (type === 'zset') {
			const all = await client.zrange(key, 0, -1);
			for (const member of all) await client.zincrby(key, -ms, member);
		}
		if (type !== 'hash') continue;
		for (const [field, text] of Object.entries(await client.hgetall(key))) {
			const until = (found: string) => `"until":${Number(found.slice(8)) - ms}`;
			await client.hset(key, field, text.replace(/"until":\d+/g, until));
		}
	}
	client.disconnect();
}

/** Lets everything happen that waits for no clock. */
async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn += 1) {
		await new Promise((resolve) => setImmediate(resolve));
	}
}

async function turnUntil(isSo: () => boolean): Promise<void> {
	for (let waited = 0; !isSo(); waited += 1) {
		if (waited > 100_000) throw new Error('nothing happens any more');
		await new Promise((resolve) => setImmediate(resolve));
	}
}

/** Delivers a call; n8n is killed when its run has begun, and started again. */
async function deliverAndDie(workflow: WebhookWorkflow, body: unknown): Promise<void> {
	const before = workflow.crashed.length;
	workflow.dies = true;
	void workflow.deliver({ body });
	await turnUntil(() => workflow.crashed.length > before);
	workflow.dies = false;
	workflow.restart();
}

const sms = (options: object) =>
	new WebhookWorkflow(
		{ verification: 'none', registerCallback: false, options },
		credentialsOn(redis().url),
	);
const stream = (options: object) => byHand({ options }, credentialsOn(redis().url));
const records = [1, 2].map((id) => ({ ...recordOf(1, moved.clock.now(), 1), id }));
const used = () => [{ ...recordOf(1, moved.clock.now(), 20), id: 900 }];

const CASES = [
	['a message', sms, () => message() as unknown, []],
	['records', stream, () => records as unknown, []],
	[
		'the last part of a message',
		sms,
		() => part(2, 2, 'right') as unknown,
		[() => part(1, 2, 'left ') as unknown],
	],
] as const;

describeWithRedis.each(CASES)('%s', (_what, make, bodyOf, before) => {
	test('is emitted again by default when it comes again, and then no more', async () => {
		const workflow = make({});
		for (const first of before) await workflow.deliver({ body: first() });
		const body = bodyOf();
		await deliverAndDie(workflow, body);
		const [crashed] = workflow.crashed;
		expect(crashed!.length).toBeGreaterThan(0);
		await pass(LEASE_MS);
		const again = await workflow.deliver({ body });
		expect(again).toMatchObject({ status: 200, items: crashed });
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});

	test('is emitted no more with Do Not Run Again', async () => {
		const workflow = make({ afterCrash: 'once' });
		for (const first of before) await workflow.deliver({ body: first() });
		const body = bodyOf();
		await deliverAndDie(workflow, body);
		await pass(LEASE_MS);
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});

	test('is answered with 503 while the process may be alive', async () => {
		const workflow = make({});
		for (const first of before) await workflow.deliver({ body: first() });
		const body = bodyOf();
		await deliverAndDie(workflow, body);
		const again = workflow.deliver({ body });
		expect(await moved.until(again)).toMatchObject({ status: 503, items: undefined });
	});

	test('is emitted once if its process was alive and answered it', async () => {
		const workflow = make({});
		for (const first of before) await workflow.deliver({ body: first() });
		const body = bodyOf();
		expect((await workflow.deliver({ body })).items!.length).toBeGreaterThan(0);
		await pass(LEASE_MS);
		workflow.restart();
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});
});

describe('without a Redis, what n8n has stored with the run', () => {
	const inMemory = (options: object) => open({ options });

	test('is emitted again by default, also a message of several parts, and then no more', async () => {
		const workflow = inMemory({});
		await workflow.deliver({ body: part(1, 2, 'left ') });
		for (const body of [message(), part(2, 2, 'right')]) {
			await deliverAndDie(workflow, body);
			const crashed = workflow.crashed.at(-1)!;
			expect(crashed).toHaveLength(1);
			expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: crashed });
			workflow.restart();
			expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
		}
	});

	test('is emitted no more with Do Not Run Again', async () => {
		const workflow = inMemory({ afterCrash: 'once' });
		const body = message();
		await deliverAndDie(workflow, body);
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});

	test('is not lost if n8n is started again after a run that never began', async () => {
		const workflow = inMemory({});
		const body = message();
		workflow.startsNothing = true;
		const answer = workflow.deliver({ body });
		await turnUntil(() => workflow.stored.length > 0);
		await turns(10);
		await moved.by(6_000);
		expect((await answer).status).toBe(503);
		workflow.startsNothing = false;
		workflow.restart();
		expect(await workflow.items(body)).toHaveLength(1);
	});

	test('is emitted once by records, after a calm restart', async () => {
		const workflow = byHand();
		expect(await workflow.items(records)).toHaveLength(2);
		workflow.restart();
		expect(await workflow.deliver({ body: records })).toMatchObject({
			status: 200,
			items: undefined,
		});
	});
});

describeWithRedis('an event of usage', () => {
	const watch = (options: object) =>
		byHand(
			{ event: 'usageAboveLimit', usageWindow: 'hour', usageLimit: 10, options },
			credentialsOn(redis().url),
		);

	test.each([
		['again', 1],
		['once', 0],
	])(
		'with %s, of a call that was not answered, comes %i times with the next',
		async (afterCrash, times) => {
			const workflow = watch({ afterCrash });
			const body = used();
			await deliverAndDie(workflow, body);
			expect(workflow.crashed[0]).toHaveLength(1);
			await pass(LEASE_MS);
			expect((await workflow.items(body)) ?? []).toHaveLength(times);
		},
	);
});
