import { RedisKeys } from '../../../src/keys/redisKeys';
import { systemClock, systemSleep } from '../../../src/ports';
import { runItems } from '../../../src/run/run';
import { findOperation } from '../../../src/operations';
import type { Transport } from '../../../src/wire';
import { clientOf } from '../../support/client';
import { RedisServer } from '../../support/redis/redis';
import { RedisRelay } from '../../support/redis/redisRelay';
import { testWithRedis } from '../../support/redis/useRedis';

/* A Redis without the latest claims takes over while a run sends items that it has claimed ahead. */

const ITEMS = 10;

testWithRedis(
	'an item whose claim was lost is not sent beside another run that has claimed it',
	async () => {
		const [first, second] = [await RedisServer.start(), await RedisServer.start()];
		const relay = await RedisRelay.to(first.port);
		const sent: string[] = [];
		const run = async (redisUrl: string, whenSent: () => Promise<void>) => {
			const transport: Transport = async ({ body = '' }) => {
				sent.push(/"id":\d+/.exec(body.slice(body.indexOf('target')))![0]);
				await whenSent();
				return { status: 201, headers: {}, body: { id: sent.length } };
			};
			const keys = new RedisKeys(redisUrl, { sleep: systemSleep, clock: systemClock });
			const client = clientOf(
				transport,
				{ baseUrl: 'https://failover.example', keys },
				{ fiveMinutes: 1e9, single: 10_000 },
			);
			return await runItems(
				client,
				// One of its requests is under way at a time, while the keys of ten are claimed.
				findOperation('simOperation', 'create'),
				(index) => ({
					actionId: 1,
					targetsBy: 'ids',
					simIds: String(index + 1),
					simplify: true,
					idempotencyKey: `key ${index}`,
				}),
				ITEMS,
				{ continueOnFail: true },
			);
		};
		try {
			let underWay: string[] = [];
			let takeOver: Promise<void> | undefined;
			const failOver = async () => {
				relay.failOver(second.port);
				underWay = [...sent];
				await run(second.url, async () => {});
			};
			const results = await run(relay.url, async () => await (takeOver ??= failOver()));
			// What the other run has sent is the result here, too.
			const already = results.filter(
				(result) => 'items' in result && result.items[0]?.already === true,
			);
			expect(results.filter((result) => 'error' in result)).toEqual([]);
			expect(already).toHaveLength(ITEMS - underWay.length);
			const others = sent.filter((item) => !underWay.includes(item));
			expect(others.length).toBeGreaterThan(0);
			expect(others.sort()).toEqual([...new Set(others)]);
			expect(new Set(sent).size).toBe(ITEMS);
		} finally {
			await relay.close();
			await Promise.all([first.down(), second.down()]);
		}
	},
);
