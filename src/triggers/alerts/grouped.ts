import type { Json } from '../../wire';
import { asStored, mapById, mapByNumber, storedMap } from '../runtime/storedForm';
import { endpointsBySim, fleetIn } from '../causes/devices';
import { type CauseMemory, causeForm, noMemory, noteAffected } from '../causes/memory';
import { type Placed, Places, storedPlaces, thinOut } from '../causes/places';
import type { Share } from '../causes/shares';
import type { Alert, Facts } from './alert';
import { isExpected } from './sims';
import { tellByCause } from './tellByCause';
import type { StateWords } from '../causes/words';

/*
 * What alerts share that the feed alone makes, where they are grouped by cause: the last places of SIMs, and who was
 * found. The list of endpoints, for tags and profiles, is read only when a cause may be told.
 */

export interface Grouped {
	/** Up to where the feed was read at the poll before. */
	readTo: number;
	places: Share[][];
	/** The last places of SIMs. */
	seen: Map<number, Placed>;
	/** What was found, by the event of the alert. */
	causes: Map<string, CauseMemory>;
}

export const noGroups = (): Grouped => ({
	readTo: 0,
	places: [],
	seen: new Map(),
	causes: new Map(),
});

/** The form of the memory, as a part of its rule's. */
export const groupedForm = asStored(
	'the places of SIMs',
	1,
	({ readTo, places, seen, causes }: Grouped) => ({
		readTo,
		places,
		seen: storedPlaces(seen),
		causes: storedMap(
			new Map([...causes].map(([event, memory]) => [event, causeForm.write(memory)])),
		),
	}),
	({ readTo, places, seen, causes }): Grouped => ({
		readTo,
		places,
		seen: mapByNumber(seen),
		causes: new Map([...mapById(causes)].map(([event, memory]) => [event, causeForm.read(memory)])),
	}),
);

/** An alert of a SIM. */
export type Found = [simId: number, alert: Alert];

/** Adds what was found to what was gathered. */
function gather(memory: CauseMemory, found: readonly Found[]): void {
	for (const [simId, { at, fields }] of found) {
		if (memory.incidents.some(({ missing }) => missing.has(simId))) continue;
		const { endpoint_id, endpoint_name, sim_id, iccid } = fields;
		const who: Json = { endpoint_id, endpoint_name, sim_id, iccid };
		const since = Date.parse(String(fields.since)) || at;
		noteAffected(memory, simId, { endpointId: Number(endpoint_id), at, since, who });
	}
}

/** How an event is told by cause. */
interface GroupedEvent {
	event: string;
	state: StateWords;
	gatherMs: number;
	isAffected: (simId: number) => boolean;
	/** Where an affected SIM is, where that is not its last place. */
	placed?: (simId: number) => Placed | undefined;
	/** When a SIM was last granted what others are refused: milliseconds since 1970, 0 for never. */
	grantedAt?: (simId: number) => number;
}

/** The alerts of one event by cause, with those that a poll has found. */
export async function tellGrouped(
	{ readTo: before, places: list, seen, causes }: Grouped,
	{ event, state, gatherMs, isAffected, placed, grantedAt }: GroupedEvent,
	found: readonly Found[],
	{ readTo: now, list: readList }: Facts,
): Promise<Alert[]> {
	const places = new Places(list);
	const memory = causes.get(event) ?? noMemory();
	causes.set(event, memory);
	gather(memory, found);
	const placeOf = (simId: number) => places.of(placed?.(simId) ?? seen.get(simId), now);
	return await tellByCause(memory, {
		event,
		state,
		since: 'earliest',
		now,
		gatherMs,
		isEachJudged: false,
		isCut: false,
		isGathered: now - before > gatherMs,
		isAffected,
		isPlaced: (simId) => placeOf(simId) !== undefined,
		fleet: async () => {
			const endpoints = endpointsBySim((await readList()).entries);
			const others = [...endpoints].flatMap(([simId, endpoint]) =>
				isExpected(endpoint) && !isAffected(simId) ? [simId] : [],
			);
			return fleetIn(endpoints, placeOf, others, grantedAt);
		},
	});
}

/** Ends a poll: places in which no SIM is are dropped where they are many. */
export function endPoll(grouped: Grouped, readTo: number, placed: readonly Placed[] = []): void {
	grouped.places = thinOut(grouped.places, [...grouped.seen.values(), ...placed]);
	grouped.readTo = readTo;
}
