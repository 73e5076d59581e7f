import { at } from '../../table/reading';
import { DAY_MS } from '../../times';
import type { DeviceEvent } from './facts/deviceEvents';
import type { Facts } from './facts/facts';
import { type Source, SOURCES } from './facts/sources';
import { isoOf } from './facts/words';

/* The facts that a report names for a verdict. */

/** A fact that speaks for or against a verdict. */
export interface Evidence {
	fact: string;
	value: unknown;
	/** ISO 8601; null where the service gives no time. */
	time: string | null;
	source: string;
}

/** A fact, with its time in milliseconds since 1970 where it has one. */
export const evidence = (
	source: Source,
	fact: string,
	value: unknown,
	time?: number,
): Evidence => ({
	fact,
	value: value ?? null,
	time: isoOf(time),
	source: SOURCES[source],
});

/** An event as a fact; none where there is no event. */
export const ofEvent = (event: DeviceEvent | undefined, fact: string): Evidence[] =>
	event ? [evidence('events', fact, event.text, event.at)] : [];

/** The state that the service reports now. */
export function statusEvidence({ connectivity, isListedBlocked, now }: Facts): Evidence[] {
	if (connectivity) return [evidence('connectivity', 'status', connectivity.status, now)];
	return isListedBlocked ? [evidence('connectivity', 'status', 'BLOCKED', now)] : [];
}

/** A session so short ago speaks against a denial of which nothing says since when it is. */
const RECENT_MS = 2 * DAY_MS;

/** The last session, if it was accepted so short ago that it speaks against a denial without a beginning. */
export function recentSession({ signals, now }: Facts): Evidence[] {
	const { opened } = signals;
	const isRecent = opened !== undefined && now - opened.at <= RECENT_MS;
	return isRecent ? ofEvent(opened, 'contradicts: session accepted') : [];
}

/** The last session, if it was accepted after an event. */
export const sessionAfter = (
	{ signals: { opened } }: Facts,
	{ at: moment }: DeviceEvent,
): DeviceEvent | undefined => (opened && opened.at > moment ? opened : undefined);

/** The status of a thing, in words where it has some. */
export const statusOf = (thing: unknown): unknown =>
	at(thing, 'status.description') ?? at(thing, 'status.id');
