import type { SimulatorHandle } from '../../../../simulator';
import { GENERATIONS, runAt, simulated } from '../../../support/simulator';

/* The output of Place: Map. */

const [recorded, reference] = GENERATIONS.map((generation) =>
	simulated({ generation, seed: { endpoints: 3 } }, 'kept'),
);

const map = async (sim: SimulatorHandle) => {
	const { country } = sim.store.operators.get(501)!;
	for (const endpointId of [10001, 10002]) {
		const { organisationId, simId } = sim.store.endpoints.get(endpointId)!;
		sim.store.events.push({
			id: sim.store.nextId('event'),
			timestamp: sim.clock.now(),
			organisationId,
			endpointId,
			simId,
			typeId: 3,
			description: 'Create PDP Context',
			detail: {
				id: 501,
				name: 'Northern Mobile',
				country,
				pdp_context: { mcc: '262', mnc: '71', lac: 12, ci: 345, rat_type: 8 },
			},
		});
	}
	const { items, error } = await runAt(sim, 'place map', { days: 7 });
	if (error) throw error;
	return { ...items[0]!, point: [Number(country.longitude), Number(country.latitude)] };
};

test('each device is a point on the map, and the item has the map as a file', async () => {
	const { json, binary, point } = await map(recorded!);
	expect(json).toMatchObject({ devices: 2, without_point: 0 });
	expect(json).not.toHaveProperty('text');
	const { features } = json.geojson as { features: object[] };
	expect(features).toHaveLength(2);
	expect(features[0]).toMatchObject({
		type: 'Feature',
		geometry: { type: 'Point', coordinates: point },
		properties: { endpoint_id: 10001, operator: 'Northern Mobile', rat: 'NB-IoT', mnc: '71' },
	});
	const { places } = binary!;
	expect(places).toMatchObject({ mimeType: 'application/geo+json', fileName: 'places.geojson' });
	expect(JSON.parse(Buffer.from(places!.data, 'base64').toString())).toEqual(json.geojson);
});

test('devices without coordinates are features with a null geometry', async () => {
	const { json } = await map(reference!);
	expect(json).toMatchObject({ devices: 2, without_point: 2 });
	const { features } = json.geojson as { features: Array<{ geometry: unknown }> };
	expect(features.map(({ geometry }) => geometry)).toEqual([null, null]);
});
