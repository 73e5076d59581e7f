import { EventOrder, eventFilterTime } from '../fleet/events';
import { ServiceError } from '../request/attempt/errors';
import { answerList } from '../table/answers';
import type { Call, Input, Json } from '../table/define';
import { readEvent } from '../table/entries/event/eventFields';
import { allEvents, eventsOfOne } from '../table/entries/event/eventLists';
import { inParallel } from '../table/inParallel';
import { timeOf } from '../table/moments';
import { at } from '../table/reading';
import { buildRequest } from '../table/request';
import { lacksEntries, readWhole } from '../table/whole';
import { END_OF_TIME, HOUR_MS } from '../times';
import type { Answer } from '../wire';

/*
 * The one reader of events: the feed of the organisation, which holds the events of its children, too, and the list of
 * one endpoint. Source: public reference, Events and Events feed.
 */

/** The usual length of a page; the longest is not documented. Source: public reference, Events feed. */
export const EVENTS_PER_PAGE = 100;
const READS_AT_A_TIME = 10;

const [ofEndpoint] = eventsOfOne;

/** Which events are read. */
export interface EventQuery {
	/** The endpoint whose list is read; the feed of all unless given. An endpoint that is not there has no events. */
	endpointId?: number;
	/** As many types as a filter takes, six; all unless given. */
	types?: readonly number[];
	severity?: number;
	/** The first moment, in milliseconds since 1970 by the clock of the service; fractions of a second are cut off. */
	fromMs?: number;
	/** The last moment; with a first one, the end of time unless given. */
	untilMs?: number;
	/** Pages come with the newest first unless given. */
	order?: EventOrder;
	/** Further filters of the service, as checked input of Get Many of events. */
	filters?: Input | undefined;
}

/** When an event happened, in milliseconds since 1970; NaN where it names no time. */
export const eventTime = (event: Json): number => timeOf(event.timestamp);

/** A query as checked input of the entries that list events. */
export function eventInput({ types, severity, fromMs, untilMs, ...query }: EventQuery): Input {
	const { endpointId, order, filters } = query;
	const input: Input = { ...filters };
	if (order !== undefined) input.sort = order;
	if (endpointId !== undefined) input.endpointId = endpointId;
	if (types !== undefined && types.length > 0) input.types = types.join('|');
	if (severity !== undefined) input.severity = severity;
	if (fromMs !== undefined) {
		input.from = eventFilterTime(fromMs);
		input.until = untilMs === undefined ? END_OF_TIME : eventFilterTime(untilMs);
	}
	return input;
}

const inOrder = (query: EventQuery): EventQuery => ({ order: EventOrder.NewestFirst, ...query });

/** A page of events, and how far it goes. */
interface EventsPage {
	events: Json[];
	answer: Answer;
	/** Whether it is not full, so that none comes after it. */
	isLast: boolean;
	/** Pages after it; Infinity where the answer does not say and there may be more. */
	left: number;
}

/** One page of events. @throws UnreadableAnswer where the answer is no list */
export async function eventsPage(
	call: Call,
	query: EventQuery,
	page = 1,
	size = EVENTS_PER_PAGE,
): Promise<EventsPage> {
	const entry = query.endpointId === undefined ? allEvents : ofEndpoint!;
	const input = eventInput(inOrder(query));
	const { query: filters } = buildRequest(entry, input);
	const answer = await call.other(entry, input, { query: { ...filters, page, per_page: size } });
	const events = answerList(answer);
	const isLast = events.length < size;
	const pages = Number(answer.headers['x-total-pages'] || NaN);
	const leftByDefault = isLast ? 0 : Infinity;
	const left = Number.isNaN(pages) ? leftByDefault : Math.max(0, pages - page);
	return { events, answer, isLast, left };
}

/** The newest event of the feed, and its answer, by which the clock of the service is read. */
export async function newestEvent(
	call: Call,
): Promise<{ event: Json | undefined; answer: Answer }> {
	const { events, answer } = await eventsPage(call, {}, 1, 1);
	return { event: events[0], answer };
}

/** The newest events of a query, up to a page, the newest first; `isWhole` where that is all of them. */
export async function newestEvents(
	call: Call,
	query: EventQuery,
): Promise<{ events: Json[]; isWhole: boolean }> {
	const { events, answer, isLast } = await eventsPage(call, query);
	return { events, isWhole: isLast && !lacksEntries(answer, events) };
}

/**
 * All events of the feed for a query, without secrets and in the order of the service unless the query gives one; a
 * note says where some are missing.
 */
export async function listEvents(call: Call, query: EventQuery): Promise<Json[]> {
	return await call.list(allEvents, { ...eventInput(query), returnAll: true }, readEvent);
}

/** Events of one reading of a whole span; a span with more of them is read in halves. */
const MOST_EVENTS = 400_000;

/**
 * Gives `take` all events of a span, one after the other, for conclusions from what is not there.
 * @throws IncompleteListError where events may be missing
 */
export async function readAllEvents(
	call: Call,
	query: EventQuery & { fromMs: number; untilMs: number },
	take: (event: Json) => void,
): Promise<void> {
	const { fromMs, untilMs } = query;
	const { answer: first } = await eventsPage(call, query);
	const counted = Number(first.headers['x-total-count'] || NaN);
	if (counted > MOST_EVENTS && untilMs - fromMs > HOUR_MS) {
		const middleMs = Math.floor((fromMs + untilMs) / 2);
		await readAllEvents(call, { ...query, untilMs: middleMs }, take);
		await readAllEvents(call, { ...query, fromMs: middleMs }, take);
		return;
	}
	const keep = (event: Json) => {
		take(event);
		return undefined;
	};
	const input = { ...eventInput(inOrder(query)), returnAll: true };
	await readWhole(call, 'events', allEvents, input, { keep, first });
}

/** The events of an endpoint, or why they could not be read. */
export type EventsOf = Json[] | { error: unknown };

/** The events of endpoints, by endpoint; `refused` where the login may not read any. */
export type EventsFound = Map<number, EventsOf> | 'refused';

/** Whether the service does not let the login read something, whatever is asked. */
export const isForbidden = (error: unknown): boolean =>
	error instanceof ServiceError && error.status === 403;

/** The feed of all; undefined where it has more pages than wanted, or is refused. */
async function feed(call: Call, query: EventQuery, mostPages: number): Promise<Json[] | undefined> {
	let first: EventsPage;
	try {
		first = await eventsPage(call, query);
	} catch (error) {
		if (isForbidden(error)) return undefined;
		throw error;
	}
	const pages = 1 + first.left;
	if (pages > mostPages) return undefined;
	const all = [...first.events];
	for (let page = 2; page <= pages; page += 1) {
		all.push(...(await eventsPage(call, query, page)).events);
	}
	return all;
}

/**
 * The events of some types about endpoints since a moment of the service's clock: from the feed of all, where
 * that has no more pages than there are endpoints; else from the list of each, of which the newest hundred count.
 */
export async function eventsAbout(
	call: Call,
	endpointIds: number[],
	types: readonly number[],
	fromMs: number,
): Promise<EventsFound> {
	const query = { types, fromMs };
	const all = endpointIds.length > 1 ? await feed(call, query, endpointIds.length) : undefined;
	if (all) {
		const wanted = new Map<number, Json[]>(endpointIds.map((id) => [id, []]));
		for (const event of all) wanted.get(Number(at(event, 'endpoint.id') ?? NaN))?.push(event);
		return wanted;
	}
	const found = new Map<number, EventsOf>();
	let forbidden = 0;
	await inParallel(endpointIds, READS_AT_A_TIME, async (endpointId) => {
		try {
			found.set(endpointId, (await eventsPage(call, { ...query, endpointId })).events);
		} catch (error) {
			// The others can be read all the same.
			if (isForbidden(error)) forbidden += 1;
			found.set(endpointId, { error });
		}
	});
	return forbidden === endpointIds.length ? 'refused' : found;
}
