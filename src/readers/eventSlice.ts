import { EventOrder } from '../fleet/events';
import type { Client } from '../run/client';
import type { Input, Json } from '../table/define';
import { MOST_FILTER_VALUES } from '../table/entries/event/eventFields';
import { getAllEvents } from '../table/entries/event/eventLists';
import { piecesOf } from '../table/values';
import { eventInput, eventTime } from './events';

/* The feed in slices, for readers that go on from where they were. Source: public reference, Events feed. */

/** Types in groups of as many as one filter holds. "Any type" is one empty group. */
const groupsOf = (types: readonly number[] | 'any'): Array<readonly number[]> =>
	types === 'any' ? [[]] : piecesOf([...types], MOST_FILTER_VALUES);

/** A choice of events. */
export interface EventChoice {
	/** Any number of types. */
	types: readonly number[] | 'any';
	/** Further filters of the service, as checked input of Get Many of events. */
	filters?: Input;
}

/** A part of the feed. */
export interface EventSlice {
	events: Json[];
	/** If there were more than asked for: the moment before which, or after which, none is missing. */
	cut?: number;
}

/** Which events a slice holds where there are more than its limit. */
export type SliceEnd = 'first' | 'newest';

/**
 * Events from a moment on, the first by time or the newest, at most `limit` a group of six types. Names in the
 * filters are looked up, and secrets in the events are left out, as Get Many of events does.
 */
export async function readSlice(
	client: Client,
	{ types, filters }: EventChoice,
	fromMs: number,
	limit: number,
	which: SliceEnd,
): Promise<EventSlice> {
	const all: Json[] = [];
	const cuts: number[] = [];
	// Of the first by time, events that arrive while pages are read come after them.
	const order = which === 'first' ? EventOrder.OldestFirst : EventOrder.NewestFirst;
	for (const group of groupsOf(types)) {
		const events = (await client.perform(getAllEvents, {
			...eventInput({ types: group, filters, fromMs, order }),
			simplify: false,
			returnAll: false,
			limit,
		})) as Json[];
		for (const event of events) all.push(event);
		if (events.length < limit) continue;
		const last = events.map(eventTime).findLast((time) => !Number.isNaN(time));
		if (last !== undefined) cuts.push(last);
	}
	if (cuts.length === 0) return { events: all };
	if (which === 'newest') return { events: all, cut: Math.max(...cuts) };
	const cut = Math.min(...cuts);
	return { events: all.filter((event) => !(eventTime(event) > cut)), cut };
}
