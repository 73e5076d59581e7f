import { GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/*
 * The output item of a create: the endpoint as Get returns it, and the fields of the input item.
 */

const REQUIRED = { serviceProfileId: rl(101), tariffProfileId: rl(201), status: 0 };

describe.each(GENERATIONS)('with %s answers', (generation) => {
	const sim = simulated({ generation, seed: { bulkDelayMs: 0 } }, 'new');

	test.each(['create', 'createMany'])(
		'%s returns the flat fields of Get beside those of the service',
		async (operation) => {
			const form = {
				...REQUIRED,
				...(operation === 'createMany' && { valuesFrom: 'fields' }),
				identity: { name: '={{ $json.name }}', simId: rl('={{ $json.sim }}') },
				options: { includeOtherFields: true },
			};
			const { items, error } = await runAt(sim, `endpoint ${operation}`, form, {
				items: [{ name: 'pump-1', sim: 1, site: 'north' }],
			});
			expect(error).toBeUndefined();
			const { json } = items[0]!;
			expect(json).toMatchObject({ name: 'pump-1', site: 'north', status: { id: 0 } });
			expect(json).toMatchObject({ service_profile_id: 101, tariff_profile_id: 201, sim_id: 1 });
			const got = await runAt(sim, 'endpoint get', { endpointId: rl(json.id), simplify: true });
			const flat = got.items[0]!.json;
			expect(Object.keys(json)).toEqual(expect.arrayContaining(Object.keys(flat)));
			expect(json.iccid).toBe(flat.iccid);
		},
	);

	test('create returns no fields of its input without the option', async () => {
		const items = [{ name: 'pump-1', site: 'north' }];
		const { items: made } = await runAt(
			sim,
			'endpoint create',
			{ ...REQUIRED, identity: { name: '={{ $json.name }}' } },
			{ items },
		);
		expect(made[0]?.json).not.toHaveProperty('site');
	});
});
