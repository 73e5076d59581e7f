import { storeFor } from '../../../support/n8n/n8n';
import { ProductionWorkflow } from '../../../support/n8n/production';
import { hasRedisServer, RedisServer } from '../../../support/redis/redis';
import { simulated } from '../../../support/simulator';

/* The saved list states in the Redis of the account; nothing is kept in n8n's own store. */

const given = hasRedisServer();
if (!given) console.log('skipped: there is no redis-server on this machine');

const sim = simulated({ seed: { endpoints: 3 } }, 'kept');
let redis: RedisServer;
beforeAll(async () => {
	if (given) redis = await RedisServer.start();
});
afterAll(async () => await redis?.down());

(given ? test : test.skip)(
	'each worker continues from the last successful run, and fails when Redis is down',
	async () => {
		const rates = { shareLimits: true, redisUrl: redis.url };
		const workflow = new ProductionWorkflow(storeFor(sim.url, { rates }), {
			resource: 'endpoint',
			operation: 'getAll',
			returnAll: true,
			options: { onlyChanged: 'changes' },
		});
		/** A run in another process that has no saved state of its own. */
		const elsewhere = async (...how: Parameters<ProductionWorkflow['run']>) => {
			workflow.restart();
			workflow.saved = {};
			return (await workflow.run(...how)).map(
				({ id, change }) => `${String(id)} ${String(change)}`,
			);
		};
		expect(await elsewhere('badly')).toHaveLength(3);
		expect(await elsewhere()).toHaveLength(3);
		expect(await elsewhere()).toEqual([]);
		expect(workflow.saved).toEqual({});

		const [endpoint] = [...sim.store.endpoints.values()];
		endpoint!.name = 'renamed';
		sim.store.touch();
		const renamed = [`${endpoint!.id} changed`];
		expect(await elsewhere('badly')).toEqual(renamed);
		expect(await elsewhere('waiting')).toEqual(renamed);
		expect(await elsewhere('well', { mode: 'manual' })).toEqual(renamed);
		expect(await elsewhere()).toEqual(renamed);
		expect(await elsewhere()).toEqual([]);

		await redis.down();
		await expect(elsewhere()).rejects.toThrow(/Redis/);
	},
	60_000,
);
