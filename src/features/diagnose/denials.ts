import { EventType } from '../../fleet/events';
import { QuotaStatus } from '../../fleet/statuses';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import type { Json } from '../../wire';
import type { DeviceEvent } from './facts/deviceEvents';
import { evidence, type Evidence, ofEvent } from './evidence';
import type { Facts } from './facts/facts';
import { dayOf, isTime, momentInWords } from './facts/words';

/*
 * What stops the data of a device, as events tell of it, and whether it may be over. It contradicts a session that is
 * older, and explains a refusal or a silence that is newer.
 */

/** An event after which no data flows, and the events that end that. */
interface Denial {
	type: number;
	endedBy: readonly number[];
	/** It is about a SIM, and counts only for the present one. */
	isOfSim?: true;
	/** It counts only where the service profile does not say that it applies no data quotas. */
	isOfQuota?: true;
}

/** Source: public reference, Events. Some of these states end without an event: a session that is accepted shows it. */
const DENIALS: readonly Denial[] = [
	{
		type: EventType.SimSuspended,
		endedBy: [EventType.SimActivated, EventType.SimInTest],
		isOfSim: true,
	},
	{ type: EventType.SimDeleted, endedBy: [], isOfSim: true },
	{ type: EventType.SimReleased, endedBy: [EventType.SimAssigned], isOfSim: true },
	{ type: EventType.EndpointDisabled, endedBy: [EventType.EndpointEnabled] },
	{ type: EventType.EndpointBlocked, endedBy: [] },
	{ type: EventType.DataQuotaUsedUp, endedBy: [EventType.DataQuotaAssigned], isOfQuota: true },
	{ type: EventType.DataQuotaDeleted, endedBy: [EventType.DataQuotaAssigned], isOfQuota: true },
	{ type: EventType.DataQuotaExpired, endedBy: [EventType.DataQuotaAssigned], isOfQuota: true },
];

/** Whether a quota was to be refilled since a moment: daily at 00:00 UTC. Source: public reference, Data quota. */
export const isRefillDue = ({ auto_refill: refill }: Json, moment: number, now: number): boolean =>
	Number(refill) === 1 && isTime(moment) && dayOf(now) !== dayOf(moment);

/** Whether the data quota that was read shows that it was filled after a moment. */
function isFilledSince({ dataQuota, now }: Facts, moment: number): boolean {
	if (Number(at(dataQuota, 'status.id') ?? NaN) !== QuotaStatus.Active) return false;
	if (dataQuota && isRefillDue(dataQuota, moment, now)) return true;
	return timeOf(dataQuota?.last_status_change_date) > moment;
}

/** The newest event of each kind that stops the data of a device, within a span; those that ended are left out. */
function denialsBetween(facts: Facts, from: number, until: number): DeviceEvent[] {
	const { events = [], profile } = facts;
	const hasQuotas = profile?.apply_data_quota !== false;
	return DENIALS.flatMap(({ type, endedBy, isOfSim, isOfQuota }) => {
		if (isOfQuota && !hasQuotas) return [];
		const denial = events.find(
			(event) =>
				event.type === type &&
				event.at > from &&
				event.at <= until &&
				(!isOfSim || event.isOfPresentSim),
		);
		if (denial === undefined || (isOfQuota && isFilledSince(facts, denial.at))) return [];
		const isOver = events.some((event) => endedBy.includes(event.type) && event.at >= denial.at);
		return isOver ? [] : [denial];
	});
}

/** What has stopped the data of a device after a moment, and nothing shows that it ended. */
export function denialsSince(facts: Facts, moment: number): Evidence[] {
	const { organisationBlockedAt: blockedAt, now } = facts;
	const fact = 'contradicts: newer event';
	const own = denialsBetween(facts, moment, now).flatMap((event) => ofEvent(event, fact));
	if (blockedAt === undefined || blockedAt === null || blockedAt <= moment) return own;
	const blocked = 'organisation blocked (event 12)';
	return [...own, evidence('organisationEvents', fact, blocked, blockedAt)];
}

/**
 * Why the cause of a refusal may be over, in words: something that stopped the data was reported before it, and what was
 * read now does not show it any more.
 */
export function causeOver(facts: Facts, { at: moment }: DeviceEvent): string | undefined {
	const { signals, quotasOffAt, organisationWasBlockedAt: blockedAt } = facts;
	const accepted = signals.opened?.at ?? -Infinity;
	const isBetween = (time: number) => time > accepted && time <= moment;
	if (isTime(blockedAt ?? NaN) && isBetween(blockedAt!) && facts.organisationBlockedAt === null) {
		return 'its organisation was blocked then, and is not any more';
	}
	// The event names its profile in a text alone.
	if (isTime(quotasOffAt ?? NaN) && quotasOffAt! > moment) {
		return `data quotas of a service profile were switched off since, on ${momentInWords(quotasOffAt!)}`;
	}
	if (isFilledSince(facts, moment)) return 'its data quota was filled since';
	const [denial] = denialsBetween(facts, accepted, moment);
	return denial && `what was told before it is not seen any more: ${denial.text}`;
}
