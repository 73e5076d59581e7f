import { EventType } from '../../fleet/events';
import { timeOf } from '../../table/moments';
import { DAY_MS, MINUTE_MS } from '../../times';
import type { DeviceEvent } from './facts/deviceEvents';
import { type Evidence, evidence, ofEvent } from './evidence';
import { type Facts, isThisMonth } from './facts/facts';
import { isUsual, PATIENCE, silenceOf } from './silence';
import { isTime } from './facts/words';

/*
 * Whether a refusal or a rejection is still the state of things: how old it is, and what was changed since. The
 * service announces changes of a profile, a tariff or a lock by no event; only the endpoint's `last_updated` shows
 * that something was changed.
 */

/** A refusal counts as new for this long: a device that is on tries again. */
const FRESH_MS = 2 * DAY_MS;
/** After this time a refusal is history. */
const HISTORY_MS = 7 * DAY_MS;

/** Types of events that may take the cause of a refusal away. */
const REMEDIES: readonly number[] = [
	EventType.SimActivated,
	EventType.EndpointEnabled,
	EventType.SimInTest,
	EventType.SimAssigned,
	EventType.DataQuotaAssigned,
];
/**
 * A reset of the connectivity was logged as suspension and activation, disabling and enabling within moments. Source:
 * public reference, an older edition.
 */
const RESETS: Record<number, number> = {
	[EventType.SimActivated]: EventType.SimSuspended,
	[EventType.EndpointEnabled]: EventType.EndpointDisabled,
};
const ONE_RESET_MS = 2 * MINUTE_MS;

/** Whether an event is a part of a reset, which changes nothing. */
function isOfReset({ type, at }: DeviceEvent, events: readonly DeviceEvent[]): boolean {
	const before = RESETS[type];
	if (before === undefined) return false;
	return events.some((other) => other.type === before && Math.abs(other.at - at) <= ONE_RESET_MS);
}

/** The newest event that may have taken the cause of a refusal away, later than a moment. */
const remedySince = ({ events = [] }: Facts, moment: number): DeviceEvent | undefined =>
	events.find(
		(event) => REMEDIES.includes(event.type) && event.at > moment && !isOfReset(event, events),
	);

/** When something of the endpoint was changed, if that was later than a moment. */
export function changedAfter({ endpoint, now }: Facts, moment: number): number | undefined {
	const changed = timeOf(endpoint?.last_updated);
	return isTime(changed) && changed > moment ? Math.min(changed, now) : undefined;
}

/** Why changes since a moment cannot be excluded, in words; undefined where they can, or are seen. */
export const changesUnseen = ({ endpoint }: Facts): string | undefined =>
	isTime(timeOf(endpoint?.last_updated))
		? undefined
		: 'when its endpoint was last changed is not known';

/** What was changed since a moment, as facts. */
export function changesSince(facts: Facts, moment: number): Evidence[] {
	const changed = changedAfter(facts, moment);
	return [
		...ofEvent(remedySince(facts, moment), 'changed since'),
		...(changed === undefined
			? []
			: [evidence('endpoint', 'endpoint changed since', true, changed)]),
	];
}

/** A span, or what a device may pause for if that is longer: it cannot try again before. */
const orItsPause = (facts: Facts, spanMs: number): number => {
	const { usualMs = 0 } = silenceOf(facts);
	return Math.max(spanMs, usualMs * PATIENCE);
};

/**
 * Whether something that limits may have caused lies in an earlier month, in which they were others. Just after the end
 * of a month it may still be so: states of the service lag.
 */
export const isOfEarlierMonth = (at: number, now: number): boolean =>
	!isThisMonth(at, now) && now - at > FRESH_MS;

/**
 * Whether a refusal or a rejection may still stand: not one that is a week old and longer ago than the device
 * usually pauses, nor one after which its cause was taken away, nor one after whose change the device has been silent
 * for days. `byPolicy`: limits and cost limits begin anew each month, so one of an earlier month is history too.
 */
export function mayStand(facts: Facts, { at }: DeviceEvent, byPolicy: boolean): boolean {
	const { now } = facts;
	const age = now - at;
	if (age > orItsPause(facts, HISTORY_MS) || remedySince(facts, at)) return false;
	if (byPolicy && isOfEarlierMonth(at, now)) return false;
	const changed = changedAfter(facts, at);
	return changed === undefined || now - changed <= FRESH_MS || isUsual(silenceOf(facts));
}

/** Why a refusal that may still apply does not count as new, in words; undefined where it does. */
export function agedInWords(
	facts: Facts,
	{ at }: DeviceEvent,
	byPolicy: boolean,
): string | undefined {
	const { now } = facts;
	if (byPolicy && !isThisMonth(at, now)) return 'it is of an earlier month, and limits begin anew';
	return now - at > orItsPause(facts, FRESH_MS)
		? 'the device has not tried again since'
		: undefined;
}
