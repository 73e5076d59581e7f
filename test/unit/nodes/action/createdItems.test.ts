import { start } from '../../../../simulator';
import { runNode, storeFor } from '../../../support/n8n/n8n';
import { fresh, GENERATIONS } from '../../../support/simulator';
import { rl } from '../rows/rows';

/*
 * The item of a create, for the next node: the endpoint as Get gives it, and the row it was made
 * from.
 */

const REQUIRED = { serviceProfileId: rl(101), tariffProfileId: rl(201), status: 0 };

describe.each(GENERATIONS)('%s', (generation) => {
	test.each(['create', 'createMany'])(
		'%s gives flat fields beside those of the service',
		async (operation) => {
			const sim = await start({ port: 0, generation, limits: false, seed: { bulkDelayMs: 0 } });
			await fresh(sim);
			const credentials = storeFor(sim.url);
			const { items, error } = await runNode({
				credentials,
				items: [{ name: 'pump-1', sim: 1, site: 'north' }],
				parameters: {
					...{ resource: 'endpoint', operation, ...REQUIRED },
					options: {
						name: '={{ $json.name }}',
						simId: rl('={{ $json.sim }}'),
						includeOtherFields: true,
					},
				} as never,
			});
			expect(error).toBeUndefined();
			const { json } = items[0]!;
			expect(json).toMatchObject({ name: 'pump-1', site: 'north', status: { id: 0 } });
			expect(json).toMatchObject({ service_profile_id: 101, tariff_profile_id: 201, sim_id: 1 });
			const got = await runNode({
				credentials,
				parameters: {
					...{ resource: 'endpoint', operation: 'get', simplify: true },
					endpointId: rl(json.id),
				} as never,
			});
			const flat = got.items[0]!.json;
			expect(Object.keys(json)).toEqual(expect.arrayContaining(Object.keys(flat)));
			expect(json.iccid).toBe(flat.iccid);
			await sim.close();
		},
	);
});

test('without the option a result holds nothing of its input', async () => {
	const sim = await start({ port: 0, limits: false });
	const { items } = await runNode({
		credentials: storeFor(sim.url),
		items: [{ name: 'pump-1', site: 'north' }],
		parameters: { resource: 'endpoint', operation: 'create', ...REQUIRED } as never,
	});
	expect(items[0]?.json).not.toHaveProperty('site');
	await sim.close();
});
