import { DAYS, lastGood, type Device, type Fleet, type Outage, type Silence } from './fleet';
import { hasAll, wordOf, type Factor, type Incident, type Planted, type Signal } from './incidents';
import { DAY, HOUR, MINUTE, iso } from './world';

/*
 * Holds what a trigger has told against what has happened.
 */

/** One item with which the trigger has started a run. */
export interface Told {
	/** When its run began. */
	at: number;
	item: {
		event: Signal | 'back';
		incident_id: string;
		/** Empty: these share nothing. */
		cause: Factor[];
		affected: number;
		sharing: number;
		endpoint_ids: number[];
		/** ISO date and time. */
		since: string;
	};
}

/** Kills the process of n8n; what n8n has stored until then is what the next one begins with. */
export interface Kill {
	at: number;
	/** Between two polls, in a poll before its items are told, or right after n8n has stored their run. */
	moment: 'between' | 'reading' | 'told';
}

export interface PlayOptions {
	from: number;
	until: number;
	pollMinutes: number;
	gatherMinutes: number;
	hours: { tag: string; hours: number }[];
	/** Of devices without one of those tags. */
	defaultHours: number;
	/** Which alerts are on; back goes with silent. */
	signals: Signal[];
	kills: Kill[];
	/** To be called for each kill that was carried out. */
	killed: (kill: Kill) => void;
	/** To be called after each day that was played, counted from 1, with the items told so far. */
	playedDay: (day: number, told: number) => void;
}

/** Runs the trigger over the time of a fleet, and gives what it has told in the order of its telling. */
export type Play = (fleet: Fleet, options: PlayOptions) => Promise<Told[]> | Told[];

/** What is right after an hour is late. */
const IN_TIME = HOUR;
const MOST_TELLINGS = 2;
/** So much of the devices that are due has a right cause, and so much of what it names is of the incident. */
const SAME = 0.9;

export interface IncidentResult {
	incident: Incident;
	isTold: boolean;
	isInTime: boolean;
	isCauseRight: boolean;
	/** Runs that told it. */
	tellings: number;
	backs: number;
	/** Runs that told of its refused devices that they are silent. */
	asSilent: number;
	/** Minutes after it could be known; negative: before. */
	minutes?: number;
	cause?: string;
	/** Devices told of it, of those that could be known. */
	named: number;
	faults: string[];
}

export interface Result {
	incidents: IncidentResult[];
	found: number;
	right: number;
	lost: number;
	falseIncidents: number;
	falseAMonth: number;
	overTold: number;
	/** What was told again without news: each in words. */
	doubled: string[];
	/** Tellings whose content does not hold: each in words. */
	wrong: string[];
	/** Items of devices that share nothing, and the devices in them. */
	loose: { items: number; devices: number };
	/** Devices told alone first, and with their cause later. */
	movedIn: number;
	/** Tellings that count those who share the cause otherwise, by more than a tenth. */
	otherSharing: number;
	/** Runs of the workflow altogether. */
	runs: number;
}

interface Episode {
	key: string;
	due: number;
	last: number;
	back: number;
}

/** What each device was, by its number of the outage. */
class Truth {
	private readonly silences = new Map<number, Silence[]>();

	constructor(private readonly planted: Planted) {
		const { fleet } = planted;
		for (const silence of [...fleet.silences(), ...fleet.silencesByRefusal()]) {
			const of = this.silences.get(silence.device.id) ?? [];
			of.push(silence);
			this.silences.set(silence.device.id, of);
		}
		for (const of of this.silences.values()) of.sort((a, b) => a.due - b.due);
	}

	/** The incident of refusals because of which most of the named devices are silent, and at least half of them. */
	refusing(ids: number[], at: number, incidents: Incident[]): Incident | undefined {
		const counts = incidents
			.filter(({ signal }) => signal !== 'silent')
			.map((incident) => ({
				incident,
				count: ids.filter((id) => this.isOf(id, incident, at)).length,
			}))
			.sort((a, b) => b.count - a.count);
		const [most] = counts;
		return most && most.count > 0 && most.count * 2 >= ids.length ? most.incident : undefined;
	}

	private isOf(id: number, { number }: Incident, at: number): boolean {
		const last = this.silences.get(id)?.findLast(({ due }) => due <= at + MINUTE);
		return last?.incident === number;
	}

	/** What a device was in when it was told: its last one that had begun. */
	episode(id: number, signal: Signal, at: number): Episode | undefined {
		if (signal === 'silent') {
			const found = this.silences.get(id)?.filter(({ due }) => due <= at + MINUTE);
			const last = found?.at(-1);
			return last && { key: `${id} ${last.due}`, due: last.due, last: last.last, back: last.back };
		}
		const refused = this.planted.fleet
			.device(id)
			?.outages.filter(({ how, from }) => how === signal && from <= at);
		const last: Outage | undefined = refused?.at(-1);
		return (
			last && {
				key: `${id} ${last.from} refused`,
				due: last.from,
				last: last.from,
				back: last.until,
			}
		);
	}
}

export function judged(planted: Planted, told: Told[], options: PlayOptions): Result {
	const truth = new Truth(planted);
	const { fleet, incidents } = planted;
	const gather = options.gatherMinutes * MINUTE;
	// An alert that is not on cannot tell its incidents.
	const asked = incidents.filter(({ signal }) => options.signals.includes(signal));
	const results = new Map(asked.map((each) => [each, emptyResult(each)]));
	const namedOf = new Map(asked.map((each) => [each, new Set<number>()]));
	const doubled: string[] = [];
	const wrong: string[] = [];
	const falseIds = new Set<string>();
	/** Incident ids by what they were told for. */
	const idOf = new Map<string, Incident | 'false'>();
	/** Where a device's episode was told, back apart. */
	const toldIn = new Map<string, string>();
	const idsTold = new Map<string, Set<number>>();
	const backTold = new Set<string>();
	const runsOf = new Map<Incident, Set<number>>();
	const backsOf = new Map<Incident, Set<number>>();
	const silentIdOf = new Map<string, Incident>();
	const silentRunsOf = new Map<Incident, Set<number>>();
	const loose = { items: 0, devices: 0 };
	let movedIn = 0;
	let otherSharing = 0;
	const ordered = told.map((each, place) => ({ each, place })).sort(byTime);
	for (const { each } of ordered) {
		const { at, item } = each;
		const word = `${iso(at)} ${item.event} ${item.incident_id} (${wordsOf(item.cause)})`;
		const ids = [...new Set(item.endpoint_ids)];
		if (ids.length < item.endpoint_ids.length) wrong.push(`${word}: a device stands in it twice`);
		if (ids.some((id) => !fleet.device(id))) wrong.push(`${word}: a device that is not there`);
		if (item.event === 'back') {
			const early = ids.filter((id) => {
				const of = truth.episode(id, 'silent', at);
				return !of || of.back > at + MINUTE;
			});
			if (early.length > 0) wrong.push(`${word}: ${early.length} told back that are silent`);
			const again = ids.filter((id) => {
				const key = truth.episode(id, 'silent', at)?.key ?? `${id}`;
				const isAgain = backTold.has(key);
				backTold.add(key);
				return isAgain;
			});
			if (again.length > 0) doubled.push(`${word}: ${again.length} told back twice`);
			const of = idOf.get(item.incident_id);
			const isKnown = of !== undefined || silentIdOf.has(item.incident_id);
			if (item.cause.length > 0 && !isKnown)
				wrong.push(`${word}: back from an incident that was not told`);
			if (of && of !== 'false') setOf(backsOf, of).add(at);
			continue;
		}
		const signal = item.event;
		if (item.affected > item.sharing && item.cause.length > 0)
			wrong.push(`${word}: ${item.affected} affected of ${item.sharing}`);
		if (item.affected < ids.length) wrong.push(`${word}: fewer affected than named`);
		const episodes = ids.map((id) => truth.episode(id, signal, at));
		const stale = episodes.filter(
			(of) => !of || of.back < at - gather - 2 * options.pollMinutes * MINUTE - 15 * MINUTE,
		);
		if (stale.length > 0) wrong.push(`${word}: ${stale.length} of ${ids.length} are not ${signal}`);
		const lasts = episodes.flatMap((of) => (of ? [of.last] : []));
		const since = Date.parse(item.since);
		if (!(since <= at && since >= Math.min(...lasts) - MINUTE))
			wrong.push(`${word}: since ${item.since}`);
		const known = setOf(idsTold, item.incident_id);
		const isNews = ids.some((id) => !known.has(id));
		const isFirst = known.size === 0;
		if (!isNews && !isFirst) doubled.push(`${word}: told again without news`);
		for (const id of ids) known.add(id);
		let again = 0;
		episodes.forEach((of) => {
			if (!of) return;
			const before = toldIn.get(of.key);
			const place = item.cause.length === 0 ? '' : item.incident_id;
			if (before === '' && place !== '') movedIn += 1;
			else if (before !== undefined && before !== place) again += 1;
			else if (before === '' && place === '') again += 1;
			toldIn.set(of.key, place);
		});
		if (again > 0) doubled.push(`${word}: ${again} devices told before`);
		if (item.cause.length === 0) {
			loose.items += 1;
			loose.devices += ids.length;
			for (const incident of asked)
				if (incident.cause.length === 0)
					for (const id of ids)
						if (incident.known.some(({ device, due }) => device.id === id && due <= at + MINUTE))
							namedOf.get(incident)!.add(id);
			continue;
		}
		const refusing = signal === 'silent' ? truth.refusing(ids, at, asked) : undefined;
		if (refusing) {
			silentIdOf.set(item.incident_id, refusing);
			setOf(silentRunsOf, refusing).add(at);
			continue;
		}
		const incident = incidentOf(ids, signal, at, asked);
		const former = idOf.get(item.incident_id);
		if (!incident || incident.cause.length === 0) {
			falseIds.add(item.incident_id);
			if (incident) results.get(incident)!.faults.push(`told as ${wordsOf(item.cause)}`);
			if (former === undefined) idOf.set(item.incident_id, 'false');
			continue;
		}
		if (former !== undefined && former !== incident)
			wrong.push(`${word}: its id belongs to ${former === 'false' ? 'none' : former.name}`);
		idOf.set(item.incident_id, incident);
		setOf(runsOf, incident).add(at);
		for (const id of ids) namedOf.get(incident)!.add(id);
		if (isSharingOther(fleet, each)) otherSharing += 1;
		const result = results.get(incident)!;
		if (result.isTold) {
			const isSplit = [...idOf].some(([id, of]) => of === incident && id !== item.incident_id);
			if (isSplit && former === undefined)
				doubled.push(`${word}: ${incident.name} has an id already`);
			continue;
		}
		result.isTold = true;
		result.minutes = Math.round((at - incident.knowable - gather) / MINUTE);
		result.isInTime = at <= incident.knowable + gather + IN_TIME;
		result.cause = wordsOf(item.cause);
		result.isCauseRight = isCauseRight(fleet, incident, item.cause, at, gather);
	}
	for (const [incident, result] of results) {
		const named = namedOf.get(incident)!;
		result.named = incident.known.filter(({ device }) => named.has(device.id)).length;
		result.tellings = runsOf.get(incident)?.size ?? 0;
		result.backs = backsOf.get(incident)?.size ?? 0;
		result.asSilent = silentRunsOf.get(incident)?.size ?? 0;
		if (incident.cause.length === 0) judgeUnrelated(incident, result, told, gather);
		else if (!result.isTold) result.faults.push('not told');
		else {
			if (!result.isInTime) result.faults.push(`told ${result.minutes} minutes late`);
			if (!result.isCauseRight) result.faults.push(`the cause is ${result.cause}`);
		}
		if (result.tellings > MOST_TELLINGS) result.faults.push(`told in ${result.tellings} runs`);
	}
	const list = [...results.values()];
	return {
		incidents: list,
		found: list.filter(({ isInTime }) => isInTime).length,
		right: list.filter((each) => each.isTold && each.isCauseRight).length,
		lost: list.filter(({ isTold }) => !isTold).length,
		falseIncidents: falseIds.size,
		falseAMonth: falseIds.size / ((options.until - options.from) / (30 * DAY)),
		overTold: list.filter(({ tellings }) => tellings > MOST_TELLINGS).length,
		doubled,
		wrong,
		loose,
		movedIn,
		otherSharing,
		runs: new Set(told.map(({ at }) => at)).size,
	};
}

const byTime = (a: { each: Told; place: number }, b: { each: Told; place: number }): number =>
	a.each.at - b.each.at || a.place - b.place;

const wordsOf = (cause: Factor[]): string => cause.map(wordOf).join(' × ') || 'nothing shared';

function setOf<K, V>(of: Map<K, Set<V>>, key: K): Set<V> {
	const set = of.get(key) ?? new Set<V>();
	of.set(key, set);
	return set;
}

const emptyResult = (incident: Incident): IncidentResult => ({
	incident,
	isTold: false,
	isInTime: false,
	isCauseRight: false,
	tellings: 0,
	backs: 0,
	asSilent: 0,
	named: 0,
	faults: [],
});

/**
 * The incident that most of the named devices belong to, and at least half of them; of two with as many, the later one:
 * all devices of a second power cut of a site were in the first, too.
 */
function incidentOf(
	ids: number[],
	signal: Signal,
	at: number,
	incidents: Incident[],
): Incident | undefined {
	const named = new Set(ids);
	const counts = incidents
		.filter((each) => each.signal === signal && each.start <= at && at <= each.end + 4 * DAY)
		.map((incident) => ({
			incident,
			count: incident.known.filter(({ device, due }) => due <= at + MINUTE && named.has(device.id))
				.length,
		}))
		.sort((a, b) => b.count - a.count || b.incident.start - a.incident.start);
	const [most] = counts;
	return most && most.count > 0 && most.count * 2 >= ids.length ? most.incident : undefined;
}

/**
 * A cause is right if it is that of the incident, or if it says no more than was seen: it holds nine of ten of
 * the devices that were due when the trigger gathered, and of the devices that were due or heard since, nine of
 * ten that have it have the incident's cause.
 */
export function isCauseRight(
	fleet: Fleet,
	incident: Incident,
	cause: Factor[],
	at: number,
	gather: number,
): boolean {
	const words = (of: Factor[]): string => of.map(wordOf).sort().join();
	if (words(cause) === words(incident.cause)) return true;
	const dueBy = (moment: number): Device[] =>
		incident.known.filter(({ due }) => due <= moment).map(({ device }) => device);
	const gathered = dueBy(at - gather);
	const due = gathered.length > 0 ? gathered : dueBy(at);
	const holding = due.filter((device) => hasAll(device, cause, at)).length;
	// One more may have died by itself.
	if (holding < Math.min(SAME * due.length, due.length - 1)) return false;
	const isDue = new Set(due);
	const seen = fleet.devices.filter(
		(device) =>
			device.state === 'watched' &&
			(isDue.has(device) || lastGood(device, at) >= incident.start) &&
			hasAll(device, cause, at),
	);
	const inside = seen.filter((device) => isDue.has(device) || hasAll(device, incident.cause, at));
	return inside.length >= SAME * seen.length;
}

/** Whether it counts those that share its cause otherwise. */
function isSharingOther(fleet: Fleet, { at, item }: Told): boolean {
	const sharing = fleet.devices.filter(
		(device) => device.state === 'watched' && hasAll(device, item.cause, at),
	).length;
	return Math.abs(item.sharing - sharing) > Math.max(5, sharing / 10);
}

/** Deaths without a cause: each is told in time, among those that share nothing. */
function judgeUnrelated(
	incident: Incident,
	result: IncidentResult,
	told: Told[],
	gather: number,
): void {
	const inTime = incident.known.filter(({ device, due }) =>
		told.some(
			({ at, item }) =>
				item.event === 'silent' &&
				item.cause.length === 0 &&
				at >= due - MINUTE &&
				at <= due + gather + IN_TIME &&
				item.endpoint_ids.includes(device.id),
		),
	);
	result.isTold = result.named >= SAME * incident.known.length;
	result.isInTime = inTime.length >= SAME * incident.known.length;
	result.isCauseRight = result.faults.length === 0;
	result.cause = 'nothing shared';
	if (!result.isInTime)
		result.faults.push(`${inTime.length} of ${incident.known.length} told alone in time`);
}

/** The figures in lines, and each incident that does not hold. */
export function report(title: string, result: Result): string {
	const { incidents } = result;
	const lines = incidents.map((each) => {
		const { incident, faults, tellings, backs, asSilent, named, minutes } = each;
		const silent = asSilent > 0 ? `+${asSilent} silent` : '';
		const late = minutes === undefined ? '' : `${minutes} min`;
		return [
			`${String(incident.number + 1).padStart(2)} ${incident.name}`.slice(0, 78).padEnd(80),
			`${incident.signal}`.padEnd(20),
			`${named}/${incident.known.length}`.padEnd(10),
			late.padEnd(9),
			`${tellings}+${backs}${silent}`.padEnd(15),
			faults.join('; '),
		].join('');
	});
	return [
		`${title}: ${incidents.length} incidents, ${result.found} found in time, cause right first in ${result.right}, ` +
			`${result.lost} lost, ${result.falseIncidents} false (${result.falseAMonth.toFixed(1)} a month), ` +
			`${result.overTold} told in more than ${MOST_TELLINGS} runs, ${result.doubled.length} told twice, ` +
			`${result.wrong.length} items that do not hold`,
		`${result.loose.items} items of ${result.loose.devices} devices that share nothing, ${result.movedIn} of them ` +
			`told again with a cause; ${result.otherSharing} items count otherwise who shares the cause; ` +
			`${result.runs} runs in ${DAYS} days`,
		...(incidents.length > 0
			? [
					`${'incident'.padEnd(80)}${'alert'.padEnd(20)}${'named'.padEnd(10)}${'after'.padEnd(9)}${'runs'.padEnd(15)}faults`,
				]
			: []),
		...lines,
		...result.doubled.slice(0, 20).map((text) => `- told twice: ${text}`),
		...result.wrong.slice(0, 20).map((text) => `- does not hold: ${text}`),
	].join('\n');
}
