import { answerList } from '../../../table/answers';
import type { Call, Input, Json, RequestEntry } from '../../../table/define';
import { allEvents, eventsOfOne } from '../../../table/entries/event/eventLists';
import { ServiceError } from '../../../request/attempt/errors';
import { inParallel } from '../../../table/inParallel';
import { at } from '../../../table/reading';
import { buildRequest } from '../../../table/request';
import { lacksEntries } from '../../../table/whole';
import { END_OF_TIME } from '../../../times';
import type { Answer } from '../../../wire';

/* Events about endpoints since a moment, in the fewest requests. Source: public reference, Events. */

const EVENTS_PER_PAGE = 100;
const READS_AT_A_TIME = 10;

const [ofEndpoint] = eventsOfOne;

/** The events of an endpoint, or why they could not be read. */
export type EventsOf = Json[] | { error: unknown };

/** The events of endpoints, by endpoint; `refused` where the login may not read any. */
export type EventsFound = Map<number, EventsOf> | 'refused';

/** Whether the service does not let the login read something, whatever is asked. */
export const isForbidden = (error: unknown): boolean =>
	error instanceof ServiceError && error.status === 403;

/** A moment as the filters take it, in whole seconds. */
const filterTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

async function page(
	call: Call,
	entry: RequestEntry,
	input: Input,
	number: number,
	size: number,
): Promise<Answer> {
	const { query } = buildRequest(entry, input);
	return await call.other(entry, input, { query: { ...query, page: number, per_page: size } });
}

/** The newest event of the feed, and its answer, by which the clock of the service is read. */
export async function newestEvent(
	call: Call,
): Promise<{ event: Json | undefined; answer: Answer }> {
	const answer = await page(call, allEvents, { sort: '-timestamp,-id' }, 1, 1);
	return { event: answerList(answer)[0], answer };
}

/** The events since a moment, of some types or of all, the newest first. */
function eventsSince(fromMs: number, types?: readonly number[]): Input {
	const span = { from: filterTime(fromMs), until: END_OF_TIME };
	return { ...span, ...(types && { types: types.join('|') }), sort: '-timestamp,-id' };
}

/**
 * The newest events of one endpoint since a moment of the service's clock, up to a page, the newest first;
 * `isWhole` where that is all of them. An endpoint that is not there has none.
 */
export async function newestEventsOf(
	call: Call,
	endpointId: number,
	fromMs: number,
): Promise<{ events: Json[]; isWhole: boolean }> {
	const input = { ...eventsSince(fromMs), endpointId };
	const answer = await page(call, ofEndpoint!, input, 1, EVENTS_PER_PAGE);
	const events = answerList(answer);
	const isWhole = events.length < EVENTS_PER_PAGE && !lacksEntries(answer, events);
	return { events, isWhole };
}

/**
 * The newest events of some types in the feed of the organisation since a moment, up to a page, the newest first;
 * `isWhole` where that is all of them. The feed of a parent has the events of its children, too.
 */
export async function newestOfTypes(
	call: Call,
	types: readonly number[],
	fromMs: number,
	filter: Input = {},
): Promise<{ events: Json[]; isWhole: boolean }> {
	const input = { ...eventsSince(fromMs, types), ...filter };
	const answer = await page(call, allEvents, input, 1, EVENTS_PER_PAGE);
	const events = answerList(answer);
	return { events, isWhole: !lacksEntries(answer, events) && events.length < EVENTS_PER_PAGE };
}

/** Pages of the feed; Infinity where the answer does not say and there may be more. */
function pagesIn({ headers }: Answer, size: number): number {
	const pages = Number(headers['x-total-pages'] || NaN);
	if (!Number.isNaN(pages)) return pages;
	return size < EVENTS_PER_PAGE ? 1 : Infinity;
}

/** The feed of all since a moment; undefined where it has more pages than wanted, or is refused. */
async function feed(call: Call, input: Input, mostPages: number): Promise<Json[] | undefined> {
	let first: Answer;
	try {
		first = await page(call, allEvents, input, 1, EVENTS_PER_PAGE);
	} catch (error) {
		if (isForbidden(error)) return undefined;
		throw error;
	}
	const all = [...answerList(first)];
	const pages = pagesIn(first, all.length);
	if (pages > mostPages) return undefined;
	for (let number = 2; number <= pages; number += 1) {
		all.push(...answerList(await page(call, allEvents, input, number, EVENTS_PER_PAGE)));
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
	const input = eventsSince(fromMs, types);
	const all = endpointIds.length > 1 ? await feed(call, input, endpointIds.length) : undefined;
	if (all) {
		const wanted = new Map<number, Json[]>(endpointIds.map((id) => [id, []]));
		for (const event of all) wanted.get(Number(at(event, 'endpoint.id') ?? NaN))?.push(event);
		return wanted;
	}
	const found = new Map<number, EventsOf>();
	let forbidden = 0;
	await inParallel(endpointIds, READS_AT_A_TIME, async (endpointId) => {
		try {
			const answer = await page(call, ofEndpoint!, { ...input, endpointId }, 1, EVENTS_PER_PAGE);
			found.set(endpointId, answerList(answer));
		} catch (error) {
			// The others can be read all the same.
			if (isForbidden(error)) forbidden += 1;
			found.set(endpointId, { error });
		}
	});
	return forbidden === endpointIds.length ? 'refused' : found;
}
