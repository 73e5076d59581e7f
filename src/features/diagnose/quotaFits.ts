import { EventType } from '../../fleet/events';
import { QuotaStatus } from '../../fleet/statuses';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import type { Json } from '../../wire';
import type { Fit } from './certainty';
import { isRefillDue } from './denials';
import type { DeviceEvent } from './facts/deviceEvents';
import {
	evidence,
	type Evidence,
	ofEvent,
	recentSession,
	sessionAfter,
	statusOf,
} from './evidence';
import { type Facts, isOnline, newestOf } from './facts/facts';
import { isTime, momentInWords } from './facts/words';

/* Quotas that a service profile asks for: one that is missing, used up or expired denies its service. */

const THROTTLE = 2;

interface QuotaKind {
	source: 'dataQuota' | 'smsQuota';
	operations: { set: string; topUp: string };
	applies: string;
	usedUp: number;
	assigned: number;
	deleted: number;
	expired: number;
	/** Whether a session shows that the service is not denied. */
	isOfSessions: boolean;
}

const DATA: QuotaKind = {
	source: 'dataQuota',
	operations: { set: 'Data Quota: Set', topUp: 'Data Quota: Top Up' },
	applies: 'apply_data_quota',
	usedUp: EventType.DataQuotaUsedUp,
	assigned: EventType.DataQuotaAssigned,
	deleted: EventType.DataQuotaDeleted,
	expired: EventType.DataQuotaExpired,
	isOfSessions: true,
};
const SMS: QuotaKind = {
	source: 'smsQuota',
	operations: { set: 'SMS Quota: Set', topUp: 'SMS Quota: Top Up' },
	applies: 'apply_sms_quota',
	usedUp: EventType.SmsQuotaUsedUp,
	assigned: EventType.SmsQuotaAssigned,
	deleted: EventType.SmsQuotaDeleted,
	expired: EventType.SmsQuotaExpired,
	isOfSessions: false,
};

/** What is wrong with a quota. */
interface Flaw {
	kind: 'none' | 'usedUp' | 'expired';
	/** In words. */
	cause: string;
	/** Why it may be wrong, in words; undefined where the service states it. */
	concluded?: string;
	/** When the quota changed to what it is; NaN where it does not say. */
	since: number;
}

const NO_QUOTA = 'it has no quota, and its service profile asks for one';

/** What is wrong with a quota that was read; undefined for nothing. */
function flawOf(quota: Json, now: number): Flaw | undefined {
	if (quota.has_quota === false) return { kind: 'none', cause: NO_QUOTA, since: NaN };
	const status = Number(at(quota, 'status.id') ?? NaN);
	const until = timeOf(quota.expiry_date);
	const since = timeOf(quota.last_status_change_date);
	if (until <= now) {
		const cause = `its quota expired on ${momentInWords(until)}`;
		// From its date on the service is denied, whatever is left. Source: public reference, Data quota.
		return { kind: 'expired', cause, since: until };
	}
	if (status === QuotaStatus.Expired) {
		const concluded = isTime(until) ? 'its expiry date lies ahead' : undefined;
		const flaw: Flaw = { kind: 'expired', cause: 'its quota has expired', since };
		return concluded === undefined ? flaw : { ...flaw, concluded };
	}
	const volume = Number(quota.volume ?? NaN);
	const flaw: Flaw = { kind: 'usedUp', cause: 'its quota is used up', since };
	if (status === QuotaStatus.Exhausted) {
		const isThrottled = Number(at(quota, 'action_on_exhaustion.id') ?? NaN) === THROTTLE;
		if (isThrottled)
			return { ...flaw, concluded: 'its action is Throttle, which is out of service' };
		if (isRefillDue(quota, since, now))
			return { ...flaw, concluded: 'it is refilled daily, and was due since' };
		return volume > 0 ? { ...flaw, concluded: 'some volume is left on it' } : flaw;
	}
	return volume <= 0 ? { ...flaw, concluded: 'its status is not Exhausted' } : undefined;
}

const CAUSES_BY_EVENT = {
	usedUp: 'its quota is used up',
	none: 'its quota was deleted',
	expired: 'its quota has expired',
};

/** The newest event about a quota. */
const newestAbout = (
	facts: Facts,
	{ usedUp, assigned, deleted, expired }: QuotaKind,
): DeviceEvent | undefined => newestOf(facts, usedUp, assigned, deleted, expired);

/** The newest event about a quota, where it says that the service is denied. */
function denialOf(
	facts: Facts,
	quotaKind: QuotaKind,
): { event: DeviceEvent; kind: Flaw['kind'] } | undefined {
	const { usedUp, deleted, expired } = quotaKind;
	const event = newestAbout(facts, quotaKind);
	const kinds = new Map<number | undefined, Flaw['kind']>([
		[usedUp, 'usedUp'],
		[deleted, 'none'],
		[expired, 'expired'],
	]);
	const kind = kinds.get(event?.type);
	return event && kind ? { event, kind } : undefined;
}

/** The flaw that only an event shows, where the quota could not be read and no session came later. */
function flawByEvent(facts: Facts, kind: QuotaKind): Flaw | undefined {
	const denial = denialOf(facts, kind);
	if (!denial || (kind.isOfSessions && sessionAfter(facts, denial.event))) return undefined;
	const { event, kind: flawKind } = denial;
	const concluded = 'the quota was not read, only an event about it';
	return { kind: flawKind, cause: CAUSES_BY_EVENT[flawKind], concluded, since: event.at };
}

function quotaEvidence(facts: Facts, kind: QuotaKind): Evidence[] {
	const { profile, now } = facts;
	const quota = facts[kind.source];
	const ofQuota = quota
		? [evidence(kind.source, 'quota', quota.has_quota === true ? statusOf(quota) : 'none', now)]
		: [];
	const ofVolume =
		quota?.has_quota === true
			? [
					evidence(kind.source, 'volume left', quota.volume),
					evidence(kind.source, 'expires', quota.expiry_date),
				]
			: [];
	const ofProfile = profile ? [evidence('profile', kind.applies, profile[kind.applies])] : [];
	return [...ofQuota, ...ofVolume, ...ofProfile];
}

/** What helps: a volume is added only to a quota that lasts. */
const stepsFor = ({ kind }: Flaw, { operations: { set, topUp } }: QuotaKind): string[] =>
	kind === 'usedUp' ? [topUp, set] : [set];

/** A quota that was assigned later than the flaw of the one that was read. */
function assignedSince(facts: Facts, kind: QuotaKind, { since }: Flaw): Evidence[] {
	const newest = newestAbout(facts, kind);
	const isNewer = newest?.type === kind.assigned && !(since >= newest.at);
	return isNewer ? ofEvent(newest, 'contradicts: newest event about it') : [];
}

/** Evidence against a denial whose beginning is not known. */
const againstDenial = (facts: Facts, session: DeviceEvent | undefined): Evidence[] =>
	session ? ofEvent(session, 'contradicts: session accepted later') : recentSession(facts);

function quotaFit(facts: Facts, kind: QuotaKind): Fit | undefined {
	const { profile, now } = facts;
	if (profile?.[kind.applies] === false) return undefined;
	const quota = facts[kind.source];
	const flaw = quota ? flawOf(quota, now) : flawByEvent(facts, kind);
	if (!flaw) return undefined;
	const applies = profile?.[kind.applies] === true;
	// Where the profile is not known to ask for quotas, having none says nothing.
	if (!applies && quota?.has_quota === false) return undefined;
	const denial = denialOf(facts, kind);
	const session = denial && kind.isOfSessions ? sessionAfter(facts, denial.event) : undefined;
	const since = denial?.kind === flaw.kind && !session ? denial.event.at : flaw.since;
	const asked = applies ? undefined : 'whether its service profile asks for a quota is not known';
	// A quota that denies only SMS does not take a device offline.
	const isBesides = !kind.isOfSessions && !isOnline(facts);
	const elsewhere = isBesides ? 'an SMS quota keeps no device offline' : undefined;
	return {
		concluded: flaw.concluded ?? asked ?? elsewhere,
		since: isTime(since) ? since : undefined,
		words: { cause: flaw.cause },
		steps: stepsFor(flaw, kind),
		against: [
			...assignedSince(facts, kind, flaw),
			...(kind.isOfSessions && !isTime(since) ? againstDenial(facts, session) : []),
		],
		evidence: [...quotaEvidence(facts, kind), ...ofEvent(denial?.event, 'quota event')],
	};
}

export const dataQuotaFit = (facts: Facts): Fit | undefined => quotaFit(facts, DATA);
export const smsQuotaFit = (facts: Facts): Fit | undefined => quotaFit(facts, SMS);
