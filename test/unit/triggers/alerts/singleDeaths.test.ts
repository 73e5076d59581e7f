import type { Fleet } from '../../../../src/triggers/causes/devices';
import type { Compared } from '../../../../src/triggers/causes/find';
import { assignIncidents } from '../../../../src/triggers/causes/incidents';
import { type Affected, noMemory } from '../../../../src/triggers/causes/memory';
import { HOUR, START } from './alerts';

/* Devices that die one by one share no more than their rhythm, which is no cause. */

const deviceOf = (simId: number, tag: string, wellAt: number): Compared => ({
	simId,
	wellAt,
	shares: [{ factor: 'tag', value: tag, name: tag }],
});

test('a gateway that died just now does not make a cause of seven meters that died one by one', () => {
	const others = Array.from({ length: 500 }, (_, i) => [
		deviceOf(1_000 + i, 'meters', START - (i * 24 * HOUR) / 500),
		deviceOf(2_000 + i, 'gateways', START - (i * HOUR) / 500),
	]).flat();
	const dead = Array.from({ length: 7 }, (_, i) => deviceOf(i, 'meters', START - (30 + i) * HOUR));
	const gateway = deviceOf(9, 'gateways', START - 2 * HOUR);
	const affectedOf = ({ simId, wellAt }: Compared): [number, Affected] => [
		simId,
		{ endpointId: simId, at: START, since: wellAt! },
	];
	const memory = {
		...noMemory(),
		alone: new Map(dead.map(affectedOf)),
		gathered: new Map([affectedOf(gateway)]),
	};
	const fleet: Fleet = {
		others,
		device: (simId) => [...dead, gateway].find((device) => device.simId === simId),
		who: () => undefined,
	};
	assignIncidents(memory, fleet, { event: 'deviceSilent', since: 'latest', now: START });
	expect(memory.incidents).toEqual([]);
	expect(memory.alone.size).toBe(7);
});
