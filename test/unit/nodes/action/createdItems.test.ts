import { GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/*
 * The output item of a create: the endpoint as Get returns it, and the fields of the input item.
 */

/** The columns of a device, as a person reads them from left to right. */
const COLUMNS = [
	'id',
	'endpoint_id',
	'name',
	'status',
	'status_id',
	'service_profile',
	'service_profile_id',
	'tariff_profile',
	'tariff_profile_id',
	'sim_id',
	'iccid',
	'msisdn',
	'sim_status',
	'sim_status_id',
	'imei',
	'imei_lock',
	'ip_address',
	'ip_address_space_id',
	'tags',
	'tag_ids',
	'created',
	'last_updated',
];
const OF_INPUT = ['name', 'sim', 'site'];

const REQUIRED = { serviceProfileId: rl(101), tariffProfileId: rl(201), status: 0 };

describe.each(GENERATIONS)('with %s answers', (generation) => {
	const sim = simulated({ generation, seed: { bulkDelayMs: 0 } }, 'new');

	/** Creates a device of an item, by either operation. */
	const createOf = async (operation: string, form: object) =>
		await runAt(
			sim,
			`endpoint ${operation}`,
			{
				...REQUIRED,
				...(operation === 'createMany' && { valuesFrom: 'fields' }),
				identity: { name: '={{ $json.name }}', simId: rl('={{ $json.sim }}') },
				options: { includeOtherFields: true },
				...form,
			},
			{ items: [{ name: 'pump-1', sim: 1, site: 'north' }] },
		);

	test.each(['create', 'createMany'])(
		'%s shows the columns of its input, and those of Get in their order',
		async (operation) => {
			const { items, error } = await createOf(operation, {});
			expect(error).toBeUndefined();
			const { json } = items[0]!;
			expect(Object.keys(json)).toEqual([...new Set([...OF_INPUT, ...COLUMNS])]);
			expect(json).toMatchObject({
				name: 'pump-1',
				site: 'north',
				status: 'Enabled',
				service_profile_id: 101,
				tariff_profile_id: 201,
				sim_id: 1,
			});
			const got = await runAt(sim, 'endpoint get', { endpointId: rl(json.id), simplify: true });
			expect(json).toMatchObject(got.items[0]!.json);
		},
	);

	test.each(['create', 'createMany'])(
		'%s gives all of the endpoint without Simplify',
		async (operation) => {
			const { items } = await createOf(operation, { simplify: false, options: {} });
			const { json } = items[0]!;
			expect(json).toMatchObject({ endpoint_id: json.id, sim_id: 1, status: { id: 0 } });
			const got = await runAt(sim, 'endpoint get', { endpointId: rl(json.id), simplify: false });
			expect(json).toMatchObject({ service_profile: got.items[0]!.json.service_profile });
		},
	);

	test('a refused device stands beside those that were made, with why it was refused', async () => {
		const own = [...sim.store.sims.values()].filter(({ organisationId: id }) => id === 1001);
		const free = own.find(({ endpointId }) => endpointId === null)!;
		const other = [...sim.store.sims.values()].find(({ organisationId: id }) => id !== 1001)!;
		const { items } = await runAt(
			sim,
			'endpoint createMany',
			{
				...REQUIRED,
				columns: { mappingMode: 'autoMapInputData', value: null },
				options: { isolateBadItems: true },
			},
			{
				items: [
					{ name: 'pump-1', sim_id: free.id },
					{ name: 'pump-2', sim_id: other.id },
				],
				onError: 'continueRegularOutput',
			},
		);
		expect(Object.keys(items[0]!.json)).toEqual(COLUMNS);
		expect(items[1]!.json).toMatchObject({
			error: `The service refused a value: sim ${other.id} does not belong to the organisation (1400)`,
			details: { outcome: 'refused' },
		});
	});

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
