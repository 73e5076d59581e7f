import type { IExecuteFunctions } from 'n8n-workflow';
import { gone, inContext, replace } from '../../../../support/n8n/gone';
import { actionNode, storeFor } from '../../../../support/n8n/n8n';
import { hasRedisServer, RedisServer } from '../../../../support/redis/redis';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 2 } });

/** n8n has no table of processed items. */
const withoutTable = (context: IExecuteFunctions) =>
	replace(context, 'helpers', {
		...context.helpers,
		checkProcessedAndRecord: undefined,
		removeProcessed: undefined,
	});
const requests = () => sim.ledger().requests.length;
const sendOnce = async (more: object = {}) =>
	await runAt(
		sim,
		'sms send',
		{ endpointId: rl(10001), payload: 'x', options: { idempotencyKey: 'k1' } },
		{ type: inContext(actionNode({ resource: 'sms', operation: 'send' }), withoutTable), ...more },
	);

describe(gone('processedItems'), () => {
	test('an SMS with an idempotency key is refused before anything is sent', async () => {
		const { error } = await sendOnce();
		expect(`${error?.message} ${error?.description}`).toMatch(/Redis/);
		expect(requests()).toBe(0);
	});

	test('a table in waves that are judged is refused before anything is sent', async () => {
		const { error } = await runAt(
			sim,
			'endpoint applyTable',
			{
				dryRun: false,
				valuesFrom: 'columns',
				namingColumn: 'id',
				columns: { mappingMode: 'autoMapInputData', value: null },
				waves: { waveSize: 1, waveCondition: 'online' },
			},
			{
				items: [{ id: 10001, name: 'a' }],
				type: inContext(
					actionNode({ resource: 'endpoint', operation: 'applyTable' }),
					withoutTable,
				),
			},
		);
		expect(`${error?.message} ${error?.description}`).toMatch(/Redis/);
		expect(sim.ledger().effects).toEqual([]);
	});

	const onRedis = hasRedisServer() ? test : test.skip;
	onRedis('with a Redis in the credential, each key acts once', async () => {
		const redis = await RedisServer.start();
		try {
			const rates = { shareLimits: true, redisUrl: redis.url };
			for (let run = 0; run < 2; run += 1) {
				const { error } = await sendOnce({ credentials: storeFor(sim.url, { rates }) });
				expect(error).toBeUndefined();
			}
			expect(sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent')).toHaveLength(1);
		} finally {
			await redis.down();
		}
	});
});
