import { DAY_MS } from '../../times';
import { asStored, mapByNumber, type StoredMap, storedMap } from '../runtime/storedForm';
import type { Json } from '../../wire';
import type { Cause, Share } from './shares';

/*
 * What an alert that is grouped by cause keeps between polls: who was found and is not told yet, and the incidents that
 * were told and are not over. It is part of the memory of its rule: it is stored with the run that tells of it, or not
 * at all.
 */

/** A device that is affected, or that is back. */
export interface Affected {
	endpointId: number;
	/** When it was found: milliseconds since 1970. */
	at: number;
	/** Since when it is affected: milliseconds since 1970. */
	since: number;
	/** Its names, of the first few alone. */
	who?: Json;
	/** An item has told of it as sharing nothing. */
	isTold?: true;
}

/** A cause of which an item has told. */
export interface Incident {
	id: string;
	cause: Cause;
	/** What exactly the same devices shared when it was found. */
	alike: Share[];
	/** Milliseconds since 1970: when it was told first, when last, and when a device was added last. */
	openedAt: number;
	toldAt: number;
	joinedAt: number;
	/** Items that told of more devices of the same cause. */
	updates: number;
	/** The most devices that were affected at once, and when most of them were back: milliseconds since 1970. */
	most: number;
	overAt?: number;
	/** Devices that were added since an item told of it. */
	fresh: number;
	/** Those that are affected, by their SIMs. */
	missing: Map<number, Affected>;
	/** Those that are back and of which no item has told yet. */
	back: Map<number, Affected>;
	/** Devices whose return was told. */
	returned: number;
}

export interface CauseMemory {
	/** Found and not told yet. */
	gathered: Map<number, Affected>;
	/** Told as sharing nothing, not long ago: what comes later may show what they share. */
	alone: Map<number, Affected>;
	/** Back and not told yet, without an incident. */
	back: Map<number, Affected>;
	incidents: Incident[];
}

export const noMemory = (): CauseMemory => ({
	gathered: new Map(),
	alone: new Map(),
	back: new Map(),
	incidents: [],
});

/** What is affected without a further device for so long takes no more. */
const CLOSED_AFTER_MS = 7 * DAY_MS;
/** An incident is forgotten when nothing of it has happened for so long. */
const FORGOTTEN_AFTER_MS = 30 * DAY_MS;
/** Open incidents; the oldest are forgotten first. */
const MOST_INCIDENTS = 50;

type StoredIncident = Omit<Incident, 'missing' | 'back'> & {
	missing: StoredMap<Affected>;
	back: StoredMap<Affected>;
};

/** The form of the memory, as a part of its rule's. */
export const causeForm = asStored(
	'the devices that are grouped by cause',
	1,
	({ gathered, alone, back, incidents }: CauseMemory) => ({
		gathered: storedMap(gathered),
		alone: storedMap(alone),
		back: storedMap(back),
		incidents: incidents.map(
			(incident): StoredIncident => ({
				...incident,
				missing: storedMap(incident.missing),
				back: storedMap(incident.back),
			}),
		),
	}),
	({ gathered, alone, back, incidents }): CauseMemory => ({
		gathered: mapByNumber(gathered),
		alone: mapByNumber(alone),
		back: mapByNumber(back),
		incidents: incidents.map((incident) => ({
			...incident,
			missing: mapByNumber(incident.missing),
			back: mapByNumber(incident.back),
		})),
	}),
);

/** Devices of which the names are kept until they are told: they are examples. */
const NAMED = 5;

/** A device without its names. */
export const unnamed = ({ endpointId, at, since, isTold }: Affected): Affected => ({
	endpointId,
	at,
	since,
	...(isTold && { isTold }),
});

/** A device in a list; only the first ones keep their names. */
function add(devices: Map<number, Affected>, simId: number, affected: Affected): void {
	devices.set(simId, devices.size < NAMED ? affected : unnamed(affected));
}

/** Whether what was found at a moment may belong to an incident: most of its devices were not back, and it is not old. */
export const isOpen = ({ overAt = Infinity, joinedAt }: Incident, foundAt: number): boolean =>
	foundAt <= overAt && foundAt - joinedAt < CLOSED_AFTER_MS;

/** Whether a device that is affected since a moment has not been heard since an incident was told: it is of that time. */
export const isOfItsTime = ({ openedAt }: Incident, { since }: Affected): boolean =>
	since <= openedAt;

/** Whether one of the devices that were found may belong to an incident. */
export const mayTake = (
	incident: Incident,
	gathered: ReadonlyMap<number, Affected>,
	now: number,
): boolean =>
	isOpen(incident, now) || [...gathered.values()].some((one) => isOfItsTime(incident, one));

/** Notes a device that was found; one that is back and not told as such has never been away. */
export function noteAffected(memory: CauseMemory, simId: number, affected: Affected): void {
	const incident = memory.incidents.find(({ back }) => back.delete(simId));
	if (incident) {
		add(incident.missing, simId, affected);
		return;
	}
	memory.back.delete(simId);
	add(memory.gathered, simId, affected);
}

/** Notes that a device is back; of one that was not told yet, nothing is told. */
export function noteBack(memory: CauseMemory, simId: number, returned: Affected): void {
	if (memory.gathered.delete(simId)) return;
	memory.alone.delete(simId);
	const incident = memory.incidents.find(({ missing }) => missing.has(simId));
	incident?.missing.delete(simId);
	add((incident ?? memory).back, simId, returned);
}

/** Forgets devices of which nothing is expected any more, and incidents that are over. */
export function forgetOver(
	memory: CauseMemory,
	now: number,
	isAffected: (simId: number) => boolean,
): void {
	const { gathered, alone, incidents } = memory;
	for (const devices of [gathered, alone, ...incidents.map(({ missing }) => missing)])
		for (const simId of devices.keys()) if (!isAffected(simId)) devices.delete(simId);
	for (const incident of incidents)
		if (incident.missing.size * 2 <= incident.most) incident.overAt ??= now;
	memory.incidents = incidents
		.filter(({ missing, back }) => missing.size + back.size > 0)
		.filter(({ toldAt, joinedAt }) => now - Math.max(toldAt, joinedAt) < FORGOTTEN_AFTER_MS)
		.slice(-MOST_INCIDENTS);
}
