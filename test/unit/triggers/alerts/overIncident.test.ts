import type { Fleet } from '../../../../src/triggers/causes/devices';
import type { Compared } from '../../../../src/triggers/causes/find';
import { type Incident, noMemory } from '../../../../src/triggers/causes/memory';
import { tellByCause } from '../../../../src/triggers/alerts/tellByCause';
import { HOUR, START } from './alerts';

/* An incident that is over is not told of a device that something else affects. */

const OPERATOR = { factor: 'operator', value: '7', name: 'Alpha' } as const;
const GATHER_MS = HOUR / 6;
const OPENED_AT = START - 3 * HOUR;
const LATE = 99;

const refused = (endpointId: number, since: number) => ({ endpointId, at: since, since });

/** Most devices of an incident are back; one was refused after it was told, and is so still. */
function memoryAfter() {
	const incident: Incident = {
		id: 'told',
		cause: [OPERATOR],
		alike: [],
		openedAt: OPENED_AT,
		toldAt: OPENED_AT,
		updates: 0,
		joinedAt: START - HOUR,
		most: 40,
		fresh: 1,
		missing: new Map([[LATE, refused(LATE, START - HOUR)]]),
		back: new Map(),
		returned: 39,
	};
	return { ...noMemory(), incidents: [incident] };
}

const deviceOf = (simId: number): Compared => ({ simId, wellAt: START, shares: [OPERATOR] });
const fleet: Fleet = {
	others: Array.from({ length: 400 }, (_, i) => deviceOf(i + 1_000)),
	device: (simId) => (simId === LATE ? deviceOf(LATE) : undefined),
	who: () => undefined,
};

test('the device is told as one that shares nothing, once, and the incident no more', async () => {
	const memory = memoryAfter();
	const told = [];
	for (let now = START; now < START + 80 * HOUR; now += GATHER_MS) {
		const alerts = await tellByCause(memory, {
			event: 'registrationRefused',
			state: { one: 'is refused', many: 'are refused' },
			since: 'earliest',
			now,
			gatherMs: GATHER_MS,
			isEachJudged: false,
			isCut: false,
			isGathered: false,
			isAffected: () => true,
			isPlaced: () => true,
			fleet: async () => await Promise.resolve(fleet),
		});
		told.push(...alerts);
	}
	expect(told).toMatchObject([{ fields: { cause: null, affected: 1, endpoint_ids: [LATE] } }]);
});
