import { EVENT_DAYS, EventType, typeOf } from '../../fleet/events';
import { EVENTS_PER_PAGE, type EventQuery, eventsPage } from '../../readers/events';
import type { Call, Json } from '../../table/define';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { groupedBy, toId } from '../../table/values';
import { failsAlone } from '../../run/failsAlone';
import { DAY_MS } from '../../times';
import { knownOf } from '../../errors';
import type { Drift } from './drift';

/*
 * Who brought a difference about: the newest event about what its column shows, and only if that event leads to what
 * is there now. Events exist for statuses of endpoints and for SIMs that were put on and taken off; names, tags,
 * profiles, IMEIs and quotas are changed without an event that names somebody. The service keeps events for 30 days,
 * and names a user where a person was logged in: an application token is nobody. Source: public reference, Events.
 */

/** Types of events that bring about what a column shows. */
const TYPES = [
	EventType.EndpointEnabled,
	EventType.EndpointDisabled,
	EventType.SimReleased,
	EventType.SimAssigned,
];
/** Most pages of the feed that are read. */
const MOST_PAGES = 20;
/** So few endpoints are asked for one by one. */
const FEW = 2;
/**
 * A reset logs that the endpoint was disabled and enabled, within seconds, and leads to what was before.
 * Source: older edition of the public reference, Events.
 */
const RESET_MS = 10_000;

/** Who did something and when, as far as an event says. */
interface Author {
	/** The name of the user; null for an application token and for the service itself. */
	by: string | null;
	when: string;
}

/** An event that may be about a difference. */
interface ReportedEvent {
	event: Json;
	type: number;
	/** Milliseconds since 1970. */
	time: number;
	endpointId: number | undefined;
	simId: number | undefined;
}

const reported = (event: Json, endpointId?: number): ReportedEvent => ({
	event,
	type: typeOf(event),
	time: timeOf(event.timestamp),
	endpointId: toId(at(event, 'endpoint.id')) ?? endpointId,
	simId: toId(at(event, 'sim.id')),
});

/** The newest first, by its own time; events of one time by their IDs. */
const newestFirst = (a: ReportedEvent, b: ReportedEvent): number =>
	b.time - a.time || Number(b.event.id) - Number(a.event.id);

/** Whether differences of this kind have events at all. */
const isInEvents = ({ column }: Drift): boolean => column === 'status' || column === 'iccid';

/** Whether an event is about the status, or the SIM, of the endpoint of a difference. */
function isAbout(
	{ type, endpointId, simId }: ReportedEvent,
	{ column, state, is }: Drift,
): boolean {
	const { id, sim } = state!;
	if (column === 'status') {
		return (
			endpointId === id &&
			(type === EventType.EndpointEnabled || type === EventType.EndpointDisabled)
		);
	}
	if (type !== EventType.SimAssigned && type !== EventType.SimReleased) return false;
	// An exchange logs the former SIM, too: where there is a SIM, only its own events count.
	if (is !== null) return simId === sim?.id && (endpointId ?? id) === id;
	return endpointId === id;
}

/** The type of the event that leads to what is there. */
function typeFor({ column, is }: Drift): number {
	if (column === 'status')
		return is === 'Disabled' ? EventType.EndpointDisabled : EventType.EndpointEnabled;
	return is === null ? EventType.SimReleased : EventType.SimAssigned;
}

/** Events without those of resets; the newest first. */
const withoutResets = (events: ReportedEvent[]): ReportedEvent[] =>
	events.filter((event, i) => {
		const isPair = (later: ReportedEvent | undefined, earlier: ReportedEvent | undefined) =>
			later?.type === EventType.EndpointEnabled &&
			earlier?.type === EventType.EndpointDisabled &&
			later.time - earlier.time <= RESET_MS;
		return !isPair(event, events[i + 1]) && !isPair(events[i - 1], event);
	});

/** What was read of the events, and how far that goes. */
interface ReadEvents {
	/** Events by the endpoint and by the SIM that they are about. */
	byEndpoint: Map<number | undefined, ReportedEvent[]>;
	bySim: Map<number | undefined, ReportedEvent[]>;
	/** Whether what was not read is older: all was read, or it came with the newest first. */
	hasNewest: boolean;
}

const indexed = (events: ReportedEvent[], hasNewest: boolean): ReadEvents => ({
	byEndpoint: groupedBy(events, ({ endpointId }) => endpointId),
	bySim: groupedBy(events, ({ simId }) => simId),
	hasNewest,
});

/** The newest event about a difference; undefined where none is. */
function newestAbout(drift: Drift, { byEndpoint, bySim }: ReadEvents): ReportedEvent | undefined {
	const { id, sim } = drift.state!;
	const some = [...(byEndpoint.get(id) ?? []), ...((sim && bySim.get(sim.id)) ?? [])];
	const own = [...new Set(some)].filter((event) => isAbout(event, drift));
	return withoutResets(own.sort(newestFirst))[0];
}

const authorIn = (event: Json): Author => ({
	by: (at(event, 'user.username') ?? at(event, 'user.name') ?? null) as string | null,
	when: String(event.timestamp),
});

/** Reads events until `isEnough`, or until {@link MOST_PAGES}. */
async function readEvents(
	call: Call,
	which: EventQuery,
	isEnough: (read: ReadEvents) => boolean,
): Promise<ReadEvents & { isCut: boolean }> {
	const all: ReportedEvent[] = [];
	let read = indexed(all, true);
	for (let page = 1; page <= MOST_PAGES; page++) {
		const { events, isLast: isWhole } = await eventsPage(call, { ...which, types: TYPES }, page);
		all.push(...events.map((event) => reported(event, which.endpointId)));
		const isInOrder = all.every(({ time }, i) => i === 0 || time <= all[i - 1]!.time);
		read = indexed(all, isWhole || isInOrder);
		if (isWhole || isEnough(read)) return { ...read, isCut: false };
	}
	return { ...read, isCut: true };
}

/**
 * The authors of differences, where an event shows them. A feed that cannot be read, or is longer than what is read
 * of it, is noted; the others are found all the same.
 */
export async function authorsOf(call: Call, drifts: Drift[]): Promise<Map<Drift, Author>> {
	const found = new Map<Drift, Author>();
	const open = drifts.filter(isInEvents);
	const take = (own: Drift[], read: ReadEvents) => {
		for (const drift of read.hasNewest ? own : []) {
			const newest = newestAbout(drift, read);
			if (newest?.type === typeFor(drift)) found.set(drift, authorIn(newest.event));
		}
	};
	try {
		const endpoints = new Set(open.map(({ state }) => state!.id));
		if (endpoints.size <= FEW) {
			for (const endpointId of endpoints) {
				const own = open.filter(({ state }) => state!.id === endpointId);
				const isEnough = () => true;
				take(own, await readEvents(call, { endpointId }, isEnough));
			}
			return found;
		}
		const fromMs = call.env.now - EVENT_DAYS * DAY_MS;
		const isEnough = (read: ReadEvents) =>
			read.hasNewest && open.every((drift) => newestAbout(drift, read) !== undefined);
		const read = await readEvents(call, { fromMs }, isEnough);
		take(open, read);
		if (read.isCut) {
			const count = (MOST_PAGES * EVENTS_PER_PAGE).toLocaleString('en');
			call.note(`Who did it was looked for in the newest ${count} events of such changes alone`);
		}
	} catch (error) {
		if (!failsAlone(error)) throw error;
		call.note(`Who did it is not known, as events cannot be read: ${knownOf(error).message}`);
	}
	return found;
}
