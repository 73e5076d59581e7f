import { LookUpError, RedisStore } from '../../../../src/triggers/runtime/redisStore';
import { streamKind } from '../../../../src/triggers/stream/kind';
import { receiveRecords } from '../../../../src/triggers/stream/watch';
import { describeWithRedis, useRedis } from '../../../support/redis/useRedis';
import { turns } from '../../../support/turns';
import { credentialsOn, NOBODY } from '../support';
import { byHand } from './pushes';
import { recordOf } from './usage';

/* Two windows represent two processes of n8n on one Redis. */

const redis = useRedis();

let count = 0;
const two = () => {
	const key = `stream ${(count += 1)}`;
	const store = () => new RedisStore(redis().url, key, streamKind);
	return [store(), store()] as const;
};
const keys = (size: number, from = 0) => Array.from({ length: size }, (_, i) => `u${from + i}`);

describeWithRedis('a window shared by several processes', () => {
	test('lets only one of two runs claim each record', async () => {
		const [here, there] = two();
		const list = keys(3_000);
		const [a, b] = await Promise.all([here.claim(list, 'run-1'), there.claim(list, 'run-2')]);
		expect(a.map((mine, i) => Number(mine) + Number(b[i]))).toEqual(list.map(() => 1));
	});

	test('shows claimed records as known to the other process, and others as new', async () => {
		const [here, there] = two();
		await here.claim(keys(10), 'run-1');
		const { fresh } = await receiveRecords(there, keys(12));
		expect([...fresh]).toEqual(['u10', 'u11']);
	});

	test('treats records that arrived but were never claimed as new', async () => {
		const [here, there] = two();
		await (await receiveRecords(here, keys(5))).settle(false);
		expect((await receiveRecords(there, keys(5))).fresh.size).toBe(5);
	});

	test('lets a repeated run claim the same records again', async () => {
		const [here, there] = two();
		await here.claim(keys(5), 'run-1');
		expect(await there.claim(keys(5), 'run-1')).toEqual(keys(5).map(() => true));
		expect(await there.claim(keys(5), 'run-2')).toEqual(keys(5).map(() => false));
	});

	test('accepts a list of the largest size', async () => {
		const [here] = two();
		const list = keys(10_000);
		expect((await here.claim(list, 'run-1')).every(Boolean)).toBe(true);
		expect((await receiveRecords(here, list)).fresh.size).toBe(0);
	});

	test('throws a LookUpError when Redis is out of reach', async () => {
		const window = new RedisStore(`redis://${NOBODY}`, 'nobody', streamKind);
		await expect(receiveRecords(window, ['u1'])).rejects.toBeInstanceOf(LookUpError);
	});
});

describeWithRedis('the trigger on a shared Redis', () => {
	const trigger = (parameters: object = {}, redisUrl = redis().url) =>
		byHand({ event: 'usage', ...parameters }, credentialsOn(redisUrl));
	const records = (size: number, from: number) =>
		Array.from({ length: size }, (_, i) => ({ ...recordOf(1, Date.now(), 1), id: from + i }));

	test('emits each record once, even after a restart that loses the saved state', async () => {
		const workflow = trigger();
		const body = records(100, 1);
		expect(await workflow.items(body)).toHaveLength(100);
		workflow.restart();
		workflow.saved = {};
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
		expect(await workflow.items(records(101, 1))).toHaveLength(1);
	});

	test('emits the records of two concurrent calls in only one run', async () => {
		const workflow = trigger();
		const body = records(50, 1_000);
		const slow = async () => await turns(1_000);
		const answers = await Promise.all([
			workflow.deliver({ body }, slow),
			workflow.deliver({ body }, slow),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(answers.flatMap(({ items }) => items ?? [])).toHaveLength(50);
		expect(answers.filter(({ items }) => items === undefined)).toHaveLength(1);
	});

	describe('usage across all processes', () => {
		const watch = () => trigger({ event: 'usageAboveLimit', usageWindow: 'hour', usageLimit: 10 });
		let id = 5_000;
		const used = (megabytes: number, endpoint = 1) => ({
			...recordOf(endpoint, Date.now(), megabytes),
			id: id++,
		});

		test('is summed in Redis, and survives a restart that loses the saved state', async () => {
			const workflow = watch();
			expect(await workflow.items([used(6)])).toBeUndefined();
			workflow.restart();
			workflow.saved = {};
			expect(await workflow.items([used(6)])).toMatchObject([{ volume: 12 }]);
			workflow.restart();
			expect(await workflow.items([used(6)])).toBeUndefined();
		});

		test('is counted once per record in concurrent calls, and emitted once', async () => {
			const workflow = watch();
			const lists = Array.from({ length: 20 }, () => [used(0.6), used(0.5, 2)]);
			const twice = [...lists, ...lists];
			const answers = await Promise.all(
				twice.map(async (body) => await workflow.deliver({ body })),
			);
			expect(answers.every(({ status }) => status === 200)).toBe(true);
			const told = answers.flatMap(({ items = [] }) => items);
			expect(told).toMatchObject([{ endpoint_id: 1, limit: 10 }]);
		});

		test('is emitted once when a list whose run n8n could not store is redelivered', async () => {
			const workflow = watch();
			const body = [used(20)];
			expect(await workflow.deliverUnstored(body)).toBe(500);
			expect(await workflow.items(body)).toMatchObject([{ volume: 20 }]);
			expect(await workflow.items(body)).toBeUndefined();
		});
	});

	test('answers 503 when Redis is out of reach, so that the service redelivers', async () => {
		const workflow = trigger({}, `redis://${NOBODY}`);
		expect(await workflow.deliver({ body: records(1, 1) })).toMatchObject({
			status: 503,
			items: undefined,
		});
	});
});
