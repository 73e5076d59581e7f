import type { Fleet } from '../../../../src/triggers/causes/devices';
import type { Compared } from '../../../../src/triggers/causes/find';
import {
	type Affected,
	type CauseMemory,
	type Incident,
	noMemory,
} from '../../../../src/triggers/causes/memory';
import type { Alert } from '../../../../src/triggers/alerts/alert';
import { tellByCause } from '../../../../src/triggers/alerts/tellByCause';
import { HOUR, START } from './alerts';

/* An incident that is over is not told of a device that something else affects. */

const OPERATOR = { factor: 'operator', value: '7', name: 'Alpha' } as const;
const GATHER_MS = HOUR / 6;
const OPENED_AT = START - 3 * HOUR;
const LATE = 99;

const refused = (endpointId: number, since: number) => ({ endpointId, at: since, since });

/** An incident of the operator that was told, with the devices that are affected still. */
const incidentWith = (missing: Map<number, Affected>, more: Partial<Incident>): Incident => ({
	id: 'told',
	cause: [OPERATOR],
	alike: [],
	openedAt: OPENED_AT,
	toldAt: OPENED_AT,
	updates: 0,
	joinedAt: START - HOUR,
	most: missing.size,
	fresh: 0,
	missing,
	back: new Map(),
	returned: 0,
	...more,
});

const deviceOf = (simId: number): Compared => ({ simId, wellAt: START, shares: [OPERATOR] });

/** What is told by polls over some hours; other devices are affected as `isAffected` says. */
async function toldIn(
	memory: CauseMemory,
	{ from = START, hours }: { from?: number; hours: number },
	isAffected: (simId: number) => boolean = () => true,
): Promise<Alert[]> {
	const fleet: Fleet = {
		others: Array.from({ length: 400 }, (_, i) => deviceOf(i + 1_000)),
		device: (simId) => (simId < 1_000 ? deviceOf(simId) : undefined),
		who: () => undefined,
	};
	const told: Alert[] = [];
	for (let now = from; now < from + hours * HOUR; now += GATHER_MS) {
		const alerts = await tellByCause(memory, {
			event: 'registrationRefused',
			state: { one: 'is refused', many: 'are refused' },
			since: 'earliest',
			now,
			gatherMs: GATHER_MS,
			isEachJudged: false,
			isCut: false,
			isGathered: false,
			isAffected,
			isPlaced: () => true,
			fleet: async () => await Promise.resolve(fleet),
		});
		told.push(...alerts);
	}
	return told;
}

const ALONE = { fields: { cause: null, affected: 1, endpoint_ids: [LATE] } };

test('the device is told as one that shares nothing, once, and the incident no more', async () => {
	// Most devices of the incident are back; one was refused after it was told, and is so still.
	const missing = new Map([[LATE, refused(LATE, START - HOUR)]]);
	const incidents = [incidentWith(missing, { most: 40, fresh: 1, returned: 39 })];
	expect(await toldIn({ ...noMemory(), incidents }, { hours: 80 })).toMatchObject([ALONE]);
});

test('a device that was told alone before it was added to the incident is told no more', async () => {
	const memory = noMemory();
	memory.gathered.set(LATE, refused(LATE, START));
	expect(await toldIn(memory, { hours: 1 })).toMatchObject([ALONE]);
	// What is found next belongs to an incident, and the device with it.
	const others = [1, 2, 3].map((id) => [id, refused(id, START)] as const);
	memory.incidents = [incidentWith(new Map(others.slice(0, 2)), { openedAt: START + HOUR })];
	memory.gathered.set(...others[2]!);
	expect(await toldIn(memory, { from: START + HOUR, hours: 1 })).toEqual([]);
	expect([...memory.incidents[0]!.missing.keys()]).toContain(LATE);
	const isLate = (simId: number) => simId === LATE;
	expect(await toldIn(memory, { from: START + 2 * HOUR, hours: 80 }, isLate)).toEqual([]);
});
