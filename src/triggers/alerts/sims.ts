import { STEP_TYPES, typeOf } from '../../fleet/events';
import { EndpointStatus, SimStatus } from '../../fleet/statuses';
import { eventTime } from '../../readers/events';
import { SAMPLE_ENDPOINT } from '../../sample';
import type { Json } from '../../table/define';
import { at, flat } from '../../table/reading';
import { asNumber } from '../../table/values';
import { type StoredMap, storedMap } from '../runtime/storedForm';

/* The memory that alerts have of each SIM, and the SIM of an event. */

/** An event that is about a SIM. */
export interface SimEvent {
	simId: number;
	/** Milliseconds since 1970. */
	at: number;
	event: Json;
}

/** The attaches in events, in their order; those without a SIM or a time are left out. */
export const simEvents = (events: Json[]): SimEvent[] =>
	events.flatMap((event) => {
		if (!STEP_TYPES.includes(typeOf(event))) return [];
		const simId = asNumber(at(event, 'sim.id'));
		const when = eventTime(event);
		return Number.isSafeInteger(simId) && !Number.isNaN(when)
			? [{ simId: simId as number, at: when, event }]
			: [];
	});

/** Only enabled endpoints with an activated SIM are expected to be seen; by an endpoint as Simplify shows it. */
export function isExpected({ status_id, sim_id, sim_status_id }: Json): boolean {
	const isActivated = sim_status_id === null || sim_status_id === SimStatus.Activated;
	return status_id === EndpointStatus.Enabled && sim_id !== null && isActivated;
}

/** The device that an event or a record is about, with the names of simplified events. */
export const whoIn = flat(
	'endpoint_id=endpoint.id',
	'endpoint_name=endpoint.name',
	'sim_id=sim.id',
	'iccid=sim.iccid',
);

/** The device of samples. */
export const SAMPLE = whoIn({ endpoint: SAMPLE_ENDPOINT, sim: SAMPLE_ENDPOINT.sim });

/**
 * Stores in the memory of SIMs what attaches show (`seenIn`), and gives each attach that follows an
 * earlier one of its SIM, with both. The first attach of a SIM is only remembered, and a late event
 * changes nothing. Events of one poll are in order, even those of one moment.
 */
export function noteAttaches<T extends { at: number }>(
	sims: Map<number, T>,
	events: Json[],
	seenIn: (attach: SimEvent) => T | undefined,
): Array<{ attach: SimEvent; before: T; now: T }> {
	const noted = new Set<number>();
	return simEvents(events).flatMap((attach) => {
		const { simId } = attach;
		const now = seenIn(attach);
		const before = sims.get(simId);
		if (!now) return [];
		const isLate = before && (noted.has(simId) ? now.at < before.at : now.at <= before.at);
		if (isLate) return [];
		noted.add(simId);
		sims.set(simId, now);
		return before ? [{ attach, before, now }] : [];
	});
}

/** Most SIMs a rule remembers; the ones with the oldest events are forgotten first. */
const MOST_SIMS = 50_000;

/** The memory that a rule has of each SIM, as it is written. */
export const storedSims = <T extends { at: number }>(sims: ReadonlyMap<number, T>): StoredMap<T> =>
	storedMap(new Map([...sims].sort(([, a], [, b]) => b.at - a.at).slice(0, MOST_SIMS)));
