import { DAY_MS, HOUR_MS } from '../../times';
import type { Json } from '../../wire';
import type { Alert } from './alert';
import type { Fleet } from '../causes/devices';
import { isWellSince, LEAST_AFFECTED, sharesCause } from '../causes/find';
import { assignIncidents, gatherAnew, type Since } from '../causes/incidents';
import {
	type Affected,
	type CauseMemory,
	forgetOver,
	type Incident,
	mayTake,
	unnamed,
} from '../causes/memory';
import {
	aloneSentence,
	backAloneSentence,
	backSentence,
	causeSentence,
	certaintyInWords,
	examplesOf,
	type Figures,
	momentInWords,
	namedCause,
	type StateWords,
} from '../causes/words';

/*
 * Tells what was gathered: an item a cause, one for those that share nothing, and one where devices of an incident are
 * back. What comes later of a cause that was told is added to its incident, and told once it has grown no more.
 */

/** Devices told alone for so long may turn out to share something with those that follow: slow incidents. */
const ALONE_MS = 6 * HOUR_MS;
/** What goes on growing is told once more when it grows no longer, and then after so long… */
const LONGEST_GROWTH_MS = DAY_MS;
/** … or after so long, where each device is judged in time. */
const LONGEST_JUDGING_MS = 3 * DAY_MS;
/** Nothing more follows after so many times of gathering without a further device… */
const QUIET = 6;
/** … or after half as long as it has grown, up to so long: devices fall silent, and return, by rhythms of their own. */
const LONGEST_QUIET_MS = 3 * HOUR_MS;

/** How an alert is told by cause. */
interface Telling {
	/** The event of those that are affected. */
	event: string;
	/** The event of those that are back, where there is one. */
	backEvent?: string;
	state: StateWords;
	since: Since;
	/** Milliseconds since 1970, by the service's clock. */
	now: number;
	gatherMs: number;
	/** Each device is found to be well or affected within its time: of one not seen since, it is not known yet. */
	isEachJudged: boolean;
	/** More devices are known to follow at the next look. */
	isCut: boolean;
	/** More than a time of gathering has passed since the look before: what came meanwhile came together. */
	isGathered: boolean;
	isAffected: (simId: number) => boolean;
	/** Whether the last place of a SIM is known. */
	isPlaced: (simId: number) => boolean;
	/** Reads what is compared; called only where devices may share something. */
	fleet: () => Promise<Fleet>;
}

type Devices = ReadonlyMap<number, Affected>;

const timesOf = (devices: Devices): number[] => [...devices.values()].map(({ at }) => at);
const earliest = (times: number[]): number => times.reduce((a, b) => Math.min(a, b), Infinity);
const latest = (times: number[]): number => times.reduce((a, b) => Math.max(a, b), -Infinity);

const whoOf =
	(fleet: Fleet | undefined) =>
	([simId, { endpointId, who }]: [number, Affected]): Json =>
		fleet?.who(simId) ?? who ?? { endpoint_id: endpointId, sim_id: simId };

/** The fields that name devices. */
const named = (devices: Devices, fleet: Fleet | undefined): Json => ({
	examples: examplesOf([...devices].slice(0, 5).map(whoOf(fleet))),
	endpoint_ids: [...devices.values()].map(({ endpointId }) => endpointId),
});

/** Whether the time of gathering is over. */
function isOver({ gathered }: CauseMemory, telling: Telling): boolean {
	const { now, gatherMs, isCut, isGathered } = telling;
	if (gathered.size === 0) return false;
	const lasted = now - earliest(timesOf(gathered));
	if (isCut) return lasted >= QUIET * gatherMs;
	return isGathered || lasted >= gatherMs;
}

/** How many of the fleet share a cause. */
function figuresOf({ cause, missing }: Incident, memory: CauseMemory, fleet: Fleet): Figures {
	const { gathered, alone, incidents } = memory;
	const ids = new Set(
		[gathered, alone, ...incidents.map((one) => one.missing)].flatMap((all) => [...all.keys()]),
	);
	const affected = [...ids].flatMap((simId) => fleet.device(simId) ?? []);
	const isIts = sharesCause(cause);
	const others = fleet.others.filter((device) => !isIts(device)).length;
	const otherAffected = affected.filter(({ simId }) => !missing.has(simId)).length;
	const otherSharing = affected.filter((device) => !missing.has(device.simId) && isIts(device));
	return {
		affected: missing.size,
		sharing: missing.size + fleet.others.length - others + otherSharing.length,
		others: others + otherAffected - otherSharing.length,
		otherAffected: otherAffected - otherSharing.length,
	};
}

function incidentAlert(
	incident: Incident,
	memory: CauseMemory,
	fleet: Fleet,
	telling: Telling,
): Alert {
	const { event, state, now } = telling;
	const { missing, cause, alike, fresh } = incident;
	const figures = figuresOf(incident, memory, fleet);
	const sinces = [...missing.values()].map((affected) => affected.since);
	const since = telling.since === 'latest' ? latest(sinces) : earliest(sinces);
	const isUpdate = incident.toldAt > 0;
	if (isUpdate) incident.updates += 1;
	incident.toldAt = now;
	incident.fresh = 0;
	return {
		event,
		reason: causeSentence(cause, figures, state, momentInWords(since, now)),
		at: now,
		fields: {
			...namedCause(incident),
			is_update: isUpdate,
			joined: fresh,
			affected: figures.affected,
			sharing: figures.sharing,
			other_devices: figures.others,
			other_affected: figures.otherAffected,
			without_place: 0,
			since: new Date(since).toISOString(),
			certainty: certaintyInWords(figures, alike),
			...named(missing, fleet),
		},
	};
}

function aloneAlert(
	alone: Devices,
	withoutPlace: Devices,
	fleet: Fleet | undefined,
	{ event, state, since, now }: Telling,
): Alert {
	const sinces = [...alone.values(), ...withoutPlace.values()].map((affected) => affected.since);
	return {
		event,
		reason: aloneSentence(alone.size, withoutPlace.size, state),
		at: now,
		fields: {
			...namedCause(undefined),
			is_update: false,
			joined: alone.size,
			affected: alone.size,
			sharing: null,
			other_devices: null,
			other_affected: null,
			without_place: withoutPlace.size,
			since: new Date(since === 'latest' ? latest(sinces) : earliest(sinces)).toISOString(),
			certainty: 'cannot know: nothing that they share explains it',
			...named(alone.size > 0 ? alone : withoutPlace, fleet),
			endpoint_ids: [...alone.values()].map(({ endpointId }) => endpointId),
			endpoint_ids_without_place: [...withoutPlace.values()].map(({ endpointId }) => endpointId),
		},
	};
}

function backAlert(
	incident: Incident | undefined,
	back: Map<number, Affected>,
	{ backEvent, now }: Telling,
): Alert {
	const missing = incident?.missing ?? new Map<number, Affected>();
	const returned = (incident?.returned ?? 0) + back.size;
	const all = missing.size + returned;
	const alert: Alert = {
		event: backEvent!,
		reason: incident
			? backSentence(incident.cause, returned, all, missing.size)
			: backAloneSentence(back.size),
		at: now,
		fields: {
			...namedCause(incident),
			affected: all,
			back: returned,
			joined: back.size,
			missing: missing.size,
			since: new Date(earliest(timesOf(back))).toISOString(),
			...named(back, undefined),
			missing_endpoint_ids: [...missing.values()].map(({ endpointId }) => endpointId),
		},
	};
	if (incident) Object.assign(incident, { returned, fresh: 0 });
	back.clear();
	return alert;
}

/** Whether nothing has followed for long, of what began and went on at these moments. */
function isQuiet(first: number, last: number, { now, gatherMs }: Telling): boolean {
	const half = Math.min((last - first) / 2, LONGEST_QUIET_MS);
	return now - last >= Math.max(QUIET * gatherMs, half);
}

/** Whether it is time to tell who is back. */
function isBackDue(back: Devices, incident: Incident | undefined, telling: Telling): boolean {
	const { now, gatherMs } = telling;
	if (back.size === 0) return false;
	const times = timesOf(back);
	if (incident?.missing.size === 0) return true;
	if (!incident || incident.returned === 0) return now - earliest(times) >= gatherMs;
	if (now - earliest(times) >= LONGEST_GROWTH_MS) return true;
	return back.size >= LEAST_AFFECTED && isQuiet(earliest(times), latest(times), telling);
}

/** Devices that were found since an item told of an incident, and are still affected. */
const joinedSince = ({ missing, toldAt }: Incident): number =>
	timesOf(missing).filter((found) => found > toldAt).length;

/** Whether a further item of an incident is due. */
async function isUpdateDue(
	{ cause, fresh, openedAt, joinedAt, toldAt, updates }: Incident,
	telling: Telling,
): Promise<boolean> {
	const { now, isEachJudged } = telling;
	if (fresh === 0) return false;
	if (now - toldAt >= (isEachJudged ? LONGEST_JUDGING_MS : LONGEST_GROWTH_MS)) return true;
	if (updates > 0 || fresh < LEAST_AFFECTED) return false;
	if (!isQuiet(openedAt, joinedAt, telling)) return false;
	if (!isEachJudged) return true;
	const { others } = await telling.fleet();
	const notJudged = others.filter((other) => !isWellSince(other, openedAt));
	// A part of the cause may turn out to be the whole.
	return cause.every((part) => notJudged.filter(sharesCause([part])).length < LEAST_AFFECTED);
}

/** Groups what was gathered; returns the alerts of what is new. */
async function tellGathered(memory: CauseMemory, telling: Telling): Promise<Alert[]> {
	const { now } = telling;
	const { gathered, alone, incidents } = memory;
	for (const [simId, { at }] of alone) if (now - at > ALONE_MS) alone.delete(simId);
	const isEnough = gathered.size + alone.size >= LEAST_AFFECTED;
	const mayShare = isEnough || incidents.some((incident) => mayTake(incident, gathered, now));
	const fleet = mayShare ? await telling.fleet() : undefined;
	const alerts: Alert[] = [];
	if (fleet) {
		assignIncidents(memory, fleet, telling);
		for (const incident of incidents.filter(({ toldAt }) => toldAt === 0))
			alerts.push(incidentAlert(incident, memory, fleet, telling));
	}
	const rest = [...gathered];
	const placed = new Map(rest.filter(([simId]) => telling.isPlaced(simId)));
	const withoutPlace = new Map(rest.filter(([simId]) => !telling.isPlaced(simId)));
	if (rest.length > 0) alerts.push(aloneAlert(placed, withoutPlace, fleet, telling));
	for (const [simId, affected] of placed) alone.set(simId, unnamed({ ...affected, isTold: true }));
	gathered.clear();
	return alerts;
}

/** One poll: the alerts that are due. Changes the memory. */
export async function tellByCause(memory: CauseMemory, telling: Telling): Promise<Alert[]> {
	let read: Promise<Fleet> | undefined;
	const whole = { ...telling, fleet: async () => await (read ??= telling.fleet()) };
	forgetOver(memory, telling.now, telling.isAffected);
	gatherAnew(memory, telling.now);
	const alerts = isOver(memory, telling) ? await tellGathered(memory, whole) : [];
	for (const incident of memory.incidents) {
		incident.fresh = Math.min(incident.fresh, joinedSince(incident));
		if (await isUpdateDue(incident, whole))
			alerts.push(incidentAlert(incident, memory, await whole.fleet(), telling));
		if (isBackDue(incident.back, incident, telling) && telling.backEvent !== undefined)
			alerts.push(backAlert(incident, incident.back, telling));
	}
	if (isBackDue(memory.back, undefined, telling) && telling.backEvent !== undefined)
		alerts.push(backAlert(undefined, memory.back, telling));
	return alerts;
}
