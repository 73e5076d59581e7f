import type { Fleet } from '../../../../src/triggers/causes/devices';
import type { Compared } from '../../../../src/triggers/causes/find';
import { assignIncidents } from '../../../../src/triggers/causes/incidents';
import { type CauseMemory, noMemory } from '../../../../src/triggers/causes/memory';
import { causeFields, type Factor, type Share } from '../../../../src/triggers/causes/shares';

/* To which incident affected devices belong. */

const HOUR = 3_600_000;

type Kit = Partial<Record<Factor, string>>;

/** Devices by their SIMs, and those that are silent: SIM and hour of the last contact. */
class World {
	private readonly devices = new Map<number, Compared>();
	private readonly silent = new Set<number>();
	readonly memory: CauseMemory = noMemory();

	/** Adds devices that were heard at an hour; gives their SIMs. */
	add(count: number, kit: Kit, heard: number): number[] {
		const shares = Object.entries(kit).map(
			([factor, name]): Share => ({ factor: factor as Factor, value: name.toLowerCase(), name }),
		);
		return Array.from({ length: count }, () => {
			const simId = this.devices.size + 1;
			this.devices.set(simId, { simId, shares, wellAt: heard * HOUR });
			return simId;
		});
	}

	/** Devices are found at an hour; gives the causes of all incidents with their devices. */
	find(simIds: readonly number[], at: number) {
		for (const simId of simIds) {
			this.silent.add(simId);
			const since = this.devices.get(simId)!.wellAt!;
			this.memory.gathered.set(simId, { endpointId: simId, at: at * HOUR, since });
		}
		const fleet: Fleet = {
			others: [...this.devices.values()].filter(({ simId }) => !this.silent.has(simId)),
			device: (simId) => this.devices.get(simId),
			who: () => undefined,
		};
		assignIncidents(this.memory, fleet, { event: 'silent', since: 'latest', now: at * HOUR });
		return this.memory.incidents.map(({ id, cause, missing }) => ({
			id,
			cause: causeFields(cause),
			devices: missing.size,
		}));
	}
}

const NORTH = { operator: 'North', country: 'Germany' };
const RURAL = { operator: 'Rural', country: 'Germany' };

test('devices that come later and share a part of the cause widen it, where most of those that share the part are affected', () => {
	const world = new World();
	world.add(300, { ...NORTH, tag: 'gateways' }, 11);
	world.add(300, { ...NORTH, tag: 'trackers' }, 11);
	const gateways = world.add(20, { ...RURAL, tag: 'gateways' }, 8);
	const trackers = world.add(20, { ...RURAL, tag: 'trackers' }, 10.5);
	const [first] = world.find(gateways, 10);
	expect(first).toMatchObject({ cause: { operator: 'Rural', tag: 'gateways' }, devices: 20 });
	expect(world.find(trackers, 14)).toEqual([
		{ id: first!.id, cause: { operator: 'Rural', country: 'Germany' }, devices: 40 },
	]);
});

test('devices of another cause on the same operator, of which most are well, are another incident', () => {
	const world = new World();
	world.add(300, { ...NORTH, model: 'A' }, 13);
	world.add(300, { ...RURAL, model: 'C' }, 13);
	const [a, b] = [
		world.add(20, { ...RURAL, model: 'A' }, 8),
		world.add(20, { ...RURAL, model: 'B' }, 11),
	];
	world.find(a, 10);
	expect(world.find(b, 14).map(({ cause, devices }) => [cause.model_tac, devices])).toEqual([
		['A', 20],
		['B', 20],
	]);
});

test.each([
	[5, 6],
	[4, 1],
])(
	'%i devices that were not heard since an incident was told, found when most of its devices are back: %i belong to it',
	(count, expected) => {
		const world = new World();
		world.add(300, NORTH, 11);
		const rural = world.add(20, RURAL, 8);
		const meters = world.add(count, RURAL, 7);
		world.find(rural, 10);
		const [incident] = world.memory.incidents;
		for (const simId of rural.slice(1)) incident!.missing.delete(simId);
		incident!.overAt = 12 * HOUR;
		expect(world.find(meters, 37)).toMatchObject([{ devices: expected }]);
	},
);

test('an operator is named with its country, beside what else its devices share', () => {
	const world = new World();
	world.add(300, { ...NORTH, model: 'A' }, 9.5);
	world.add(300, { ...RURAL, model: 'B' }, 9.5);
	const silent = world.add(20, { ...RURAL, model: 'A' }, 8);
	expect(world.find(silent, 10)[0]!.cause).toEqual({ ...RURAL, model_tac: 'A' });
});

test('devices of one kind that a cause affects later, by their rhythm, are no incident of their kind', () => {
	const world = new World();
	const OFF = { serviceProfile: 'off' };
	world.add(20, { serviceProfile: 'on', tag: 'meters' }, 43);
	world.add(300, { serviceProfile: 'on', tag: 'gateways' }, 43);
	world.add(60, { ...OFF, tag: 'gateways' }, 43.9);
	const gateways = world.add(190, { ...OFF, tag: 'gateways' }, 8);
	const [first] = world.find(gateways, 10);
	expect(first).toMatchObject({ cause: { service_profile: 'off' }, devices: 190 });
	const meters = world.add(6, { ...OFF, tag: 'meters' }, 12);
	const others = world.add(4, { serviceProfile: 'on', tag: 'meters' }, 12);
	expect(world.find([...meters, ...others], 44)).toEqual([{ ...first, devices: 196 }]);
	expect([...world.memory.gathered.keys()]).toEqual(others);
});

test('devices that are left beside a cause are compared with those that were well since they were', () => {
	const world = new World();
	world.add(100, { model: 'B', tag: 'gateways' }, 9.9);
	world.add(200, { model: 'B', tag: 'meters' }, 0);
	const trackers = world.add(60, { model: 'A', tag: 'trackers' }, 8);
	world.add(20, { model: 'A', tag: 'trackers' }, 9.9);
	const meters = world.add(9, { model: 'B', tag: 'meters' }, -20);
	const causes = world.find([...trackers, ...meters], 10).map(({ cause }) => cause);
	expect(causes).toEqual([{ model_tac: 'A' }]);
	expect([...world.memory.gathered.keys()]).toEqual(meters);
});

test('devices that were not seen since are not taken to be well, even where few were seen', () => {
	const world = new World();
	const [OFF, ON] = [{ serviceProfile: 'off' }, { serviceProfile: 'on' }];
	world.add(10, { ...ON, tag: 'gateways' }, 9.9);
	world.add(5, { ...ON, tag: 'trackers' }, 9.9);
	world.add(400, { ...ON, tag: 'gateways' }, 0);
	world.add(400, { ...ON, tag: 'trackers' }, 0);
	world.add(400, { ...OFF, tag: 'meters' }, 0);
	const gateways = world.add(190, { ...OFF, tag: 'gateways' }, 8);
	const trackers = world.add(12, { ...OFF, tag: 'trackers', country: 'Brazil' }, 8);
	const found = world.find([...gateways, ...trackers], 10);
	expect(found).toMatchObject([{ cause: { service_profile: 'off' }, devices: 202 }]);
});

test('where too few were seen since to show a cause, all are compared', () => {
	const world = new World();
	world.add(2, NORTH, 9.9);
	world.add(300, NORTH, 0);
	const rural = world.add(20, RURAL, 8);
	expect(world.find(rural, 10)).toMatchObject([{ devices: 20 }]);
});

test('a cause and another thing that almost all of its devices share are one incident', () => {
	const world = new World();
	const [OFF, ON] = [{ serviceProfile: 'off' }, { serviceProfile: 'on' }];
	world.add(300, { ...ON, cloudConnect: 'us' }, 9.9);
	world.add(40, OFF, 9.9);
	const silent = [...world.add(190, { ...OFF, cloudConnect: 'eu' }, 8), ...world.add(7, OFF, 8)];
	expect(world.find(silent, 10)).toMatchObject([
		{ cause: { service_profile: 'off' }, devices: 197 },
	]);
});
