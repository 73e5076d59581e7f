import { answerList } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import {
	EVENT_DAYS,
	INFO,
	SESSION_ENDED,
	SESSION_OPENED,
} from '../../table/entries/event/eventFacts';
import { allEvents } from '../../table/entries/event/eventLists';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { buildRequest } from '../../table/request';
import { readWhole } from '../../table/whole';
import { DAY_MS, HOUR_MS } from '../../times';

/*
 * One pass of the event feed: when each SIM last showed a sign of life. The feed is read as a whole, since a SIM
 * is named because no event is about it. Source: public reference, Events feed.
 */

/** The oldest events are left out, since they vanish while the feed is read. */
const MARGIN_MS = HOUR_MS;
/** Events of one reading; a longer span is read in halves. */
const MOST_EVENTS = 400_000;
const EVENTS_PER_PAGE = 100;

const SIM_ACTIVATED = 8;
const SIM_ASSIGNED = 51;
/** Registrations, sessions, and what begins the life of a SIM: as many types as a filter takes. */
const TYPES = [1, 2, SESSION_OPENED, SESSION_ENDED, SIM_ACTIVATED, SIM_ASSIGNED];

/** What the feed shows of a SIM. Milliseconds since 1970. */
export interface SimSigns {
	/** The newest registration or session. */
	heardAt?: number;
	/** When it was last activated or assigned: before, it could not be heard. */
	beganAt?: number;
	/** When the last session was opened, and when one ended. */
	openedAt?: number;
	closedAt?: number;
}

const later = (known: number | undefined, time: number): number => Math.max(known ?? time, time);

function noteEvent(signs: SimSigns, event: Json): void {
	const time = timeOf(event.timestamp);
	if (Number.isNaN(time)) return;
	const type = Number(at(event, 'event_type.id'));
	if (type === SIM_ACTIVATED || type === SIM_ASSIGNED) {
		signs.beganAt = later(signs.beganAt, time);
		return;
	}
	signs.heardAt = later(signs.heardAt, time);
	const isInfo = Number(at(event, 'event_severity.id')) === INFO;
	if (type === SESSION_OPENED && isInfo) signs.openedAt = later(signs.openedAt, time);
	if (type === SESSION_ENDED) signs.closedAt = later(signs.closedAt, time);
}

const filterTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Reads the events of a span, the oldest first, so that new ones come at the end. */
async function readSpan(
	call: Call,
	fromMs: number,
	untilMs: number,
	note: (event: Json) => void,
): Promise<void> {
	const input = {
		types: TYPES.join('|'),
		from: filterTime(fromMs),
		until: filterTime(untilMs),
		sort: 'timestamp,id',
		returnAll: true,
	};
	const { query } = buildRequest(allEvents, input);
	const first = await call.other(allEvents, input, {
		query: { ...query, page: 1, per_page: EVENTS_PER_PAGE },
	});
	const counted = Number(first.headers['x-total-count'] || NaN);
	if (counted > MOST_EVENTS && untilMs - fromMs > HOUR_MS) {
		const middle = Math.floor((fromMs + untilMs) / 2);
		await readSpan(call, fromMs, middle, note);
		await readSpan(call, middle, untilMs, note);
		return;
	}
	answerList(first);
	const keep = (event: Json) => {
		note(event);
		return undefined;
	};
	await readWhole(call, 'events', allEvents, input, { keep, first });
}

/**
 * What the kept days of the feed show of each SIM, by its id; SIMs without an event are not in it.
 * @throws IncompleteListError where events may be missing
 */
export async function signsOfSims(
	call: Call,
	now: number,
	simOfEndpoint: ReadonlyMap<number, number>,
): Promise<Map<number, SimSigns>> {
	const signs = new Map<number, SimSigns>();
	const from = now - EVENT_DAYS * DAY_MS + MARGIN_MS;
	// A day beyond now, for a clock of the service that is ahead.
	await readSpan(call, from, now + DAY_MS, (event) => {
		const named = Number(at(event, 'sim.id') ?? NaN);
		const simId = Number.isNaN(named)
			? simOfEndpoint.get(Number(at(event, 'endpoint.id') ?? NaN))
			: named;
		if (simId === undefined) return;
		const known = signs.get(simId) ?? {};
		noteEvent(known, event);
		signs.set(simId, known);
	});
	return signs;
}
