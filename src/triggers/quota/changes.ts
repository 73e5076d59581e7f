import { DateTime } from 'luxon';
import { QuotaStatus } from '../../fleet/statuses';
import type { Json } from '../../table/define';
import { asNumber } from '../../table/values';
import type { QuotaWord, SeenQuota } from './state';

/** The kinds of quotas: of SMS, and of data in MB. */
export type QuotaKind = 'sms' | 'data';

/** Changes that a person can choose, with their names, whatever shows them. */
export const CHANGE_NAMES = {
	statusChanged: 'Any Status Change',
	blocked: 'Endpoint Blocked',
	unblocked: 'Endpoint Unblocked',
	activeAgain: 'Quota Active Again',
	exhausted: 'Quota Exhausted',
	expired: 'Quota Expired',
	thresholdReached: 'Quota Threshold Reached',
};
export type QuotaEvent = keyof typeof CHANGE_NAMES;

/** Changes for which no quota has to be read. */
export const BLOCK_EVENTS: readonly QuotaEvent[] = ['blocked', 'unblocked'];

/** One change of one endpoint; each change is one item. */
export interface EndpointQuotaChange {
	event: QuotaEvent;
	endpointId: number;
	previousStatus: string | null;
	status: string | null;
	/** The reason for a person. */
	reason: string;
	quota: Json | null;
}

/** A change as an item. `source`: where it was seen; `observedAt`: when, in milliseconds since 1970. */
export const changeItem = (
	change: Omit<EndpointQuotaChange, 'endpointId'> & { endpoint: Json },
	source: string,
	kind: QuotaKind,
	observedAt: number,
): Json => ({
	event: change.event,
	quota_type: kind,
	reason: change.reason,
	endpoint_id: change.endpoint.id ?? null,
	endpoint: change.endpoint,
	previous_status: change.previousStatus,
	status: change.status,
	quota: change.quota,
	observed_at: new Date(observedAt).toISOString(),
	source,
});

const STATUS_BY_ID: Record<number, QuotaWord> = {
	[QuotaStatus.Active]: 'ACTIVE',
	[QuotaStatus.Exhausted]: 'EXHAUSTED',
	[QuotaStatus.Expired]: 'EXPIRED',
};

const optionalNumber = (v: unknown): number | undefined => {
	const n = asNumber(v);
	return typeof n === 'number' ? n : undefined;
};

/**
 * The volume at which the threshold is reached: `threshold_volume` where the service gives it, else
 * `threshold_percentage` of `last_volume_added`, else of the largest volume seen (`top`). Undefined
 * when none is known or it is zero.
 */
function thresholdOf(quota: Json, top?: number): number | undefined {
	const percentage = optionalNumber(quota.threshold_percentage);
	const full = optionalNumber(quota.last_volume_added) ?? top;
	const limit =
		optionalNumber(quota.threshold_volume) ??
		(percentage !== undefined && full !== undefined ? (full * percentage) / 100 : undefined);
	return limit !== undefined && limit > 0 ? limit : undefined;
}

/** How a quota's threshold is known: by its own fields, by the volumes seen of it, or not at all. */
export function thresholdKind(quota: Json): 'own' | 'seen' | 'none' {
	if (thresholdOf(quota) !== undefined) return 'own';
	const percentage = optionalNumber(quota.threshold_percentage);
	const names = optionalNumber(quota.threshold_volume) ?? optionalNumber(quota.last_volume_added);
	// A threshold of zero is a choice.
	if (names !== undefined || percentage === 0) return 'own';
	return percentage === undefined ? 'none' : 'seen';
}

/** The largest volume since it last rose, where the quota does not say what was added. */
function topOf(quota: Json, volume: number | undefined, before: SeenQuota | undefined) {
	if (volume === undefined || thresholdKind(quota) !== 'seen') return undefined;
	return Math.max(volume, before?.top ?? 0);
}

/** A quota as a poll sees it; null: the endpoint has none. `before` supplies what a quota lacks. */
export function observe(quota: Json | null, before: SeenQuota | undefined): SeenQuota {
	const blocked = before?.blocked ?? false;
	if (quota === null) return { status: 'NONE', reached: false, blocked };
	const id = optionalNumber((quota.status as Json | null | undefined)?.id);
	// An unknown status does not replace the one before.
	const status = STATUS_BY_ID[id ?? 0] ?? before?.status ?? 'UNREAD';
	const volume = optionalNumber(quota.volume);
	const top = topOf(quota, volume, before);
	const limit = thresholdOf(quota, top);
	// Expiry uses nothing up, so the threshold stays as it was.
	const reached =
		status === 'EXPIRED'
			? (before?.reached ?? false)
			: volume !== undefined && limit !== undefined && volume <= limit;
	const date = DateTime.fromISO(String(quota.last_status_change_date ?? ''), { zone: 'utc' });
	const dated = isUsedUp(status) && date.isValid;
	return {
		status,
		reached,
		blocked,
		...(dated && { since: Math.floor(date.toMillis() / 1000) }),
		...(top !== undefined && { top }),
	};
}

/** The name of a status as items carry it. */
const statusName = (status: QuotaWord | undefined): string | null =>
	status === undefined || status === 'NONE' || status === 'UNREAD' ? null : status;

/** The change that a status means when a quota reaches it. */
const EVENT_BY_STATUS: Partial<Record<QuotaWord, QuotaEvent>> = {
	EXHAUSTED: 'exhausted',
	EXPIRED: 'expired',
};
const isUsedUp = (status: QuotaWord) => EVENT_BY_STATUS[status] !== undefined;

/** The most specific chosen name of a change of status, or undefined. */
function statusEvent(
	before: QuotaWord,
	after: QuotaWord,
	chosen: ReadonlySet<QuotaEvent>,
): QuotaEvent | undefined {
	const own = after === 'ACTIVE' && isUsedUp(before) ? 'activeAgain' : EVENT_BY_STATUS[after];
	if (own && chosen.has(own)) return own;
	return chosen.has('statusChanged') ? 'statusChanged' : undefined;
}

/** Makes the changes of an endpoint; without `previous` if that is unknown or the same. */
const changesOf =
	(endpointId: number, quota: Json | null, status: QuotaWord | undefined) =>
	(event: QuotaEvent, previous: QuotaWord | undefined, reason: string): EndpointQuotaChange => ({
		event,
		endpointId,
		previousStatus: statusName(previous),
		status: statusName(status),
		reason,
		quota,
	});

const words = (status: QuotaWord) => statusName(status) ?? 'no quota';

/**
 * Compares two observations of an endpoint's quota and gives the chosen changes: at most one of its
 * status and one of its threshold. An endpoint never seen before is no change.
 */
export function compareQuota(
	endpointId: number,
	quota: Json | null,
	before: SeenQuota | undefined,
	after: SeenQuota,
	chosen: ReadonlySet<QuotaEvent>,
): EndpointQuotaChange[] {
	if (!before || before.status === 'UNREAD' || after.status === 'UNREAD') return [];
	const changeOf = changesOf(endpointId, quota, after.status);
	const changes: EndpointQuotaChange[] = [];
	if (after.reached && !before.reached && chosen.has('thresholdReached')) {
		const limit = quota && thresholdOf(quota, after.top);
		const volume = quota && optionalNumber(quota.volume);
		const reason = `Volume ${volume} is at or below the threshold ${limit}`;
		changes.push(changeOf('thresholdReached', before.status, reason));
	}
	// The same status with a later date: it was renewed and used up again since the last look.
	const again =
		before.since !== undefined && after.since !== undefined && after.since > before.since;
	const isSame = before.status === after.status;
	const event = !isSame || again ? statusEvent(before.status, after.status, chosen) : undefined;
	if (event) {
		const reason = isSame
			? `Quota is ${words(after.status)} again, since ${new Date(after.since! * 1000).toISOString()}`
			: `Quota status changed from ${words(before.status)} to ${words(after.status)}`;
		changes.push(changeOf(event, isSame ? undefined : before.status, reason));
	}
	return changes;
}

/** The changes that "Emit Current State" makes of an endpoint seen for the first time. */
export function currentState(
	endpointId: number,
	quota: Json | null,
	now: SeenQuota,
	chosen: ReadonlySet<QuotaEvent>,
): EndpointQuotaChange[] {
	const names: QuotaEvent[] = [];
	if (now.reached && chosen.has('thresholdReached')) names.push('thresholdReached');
	const name =
		statusName(now.status) === null ? undefined : statusEvent('NONE', now.status, chosen);
	if (name) names.push(name);
	const changeOf = changesOf(endpointId, quota, now.status);
	const reason = 'Current state when the workflow was published';
	return names.map((event) => changeOf(event, undefined, reason));
}

/** A change of an endpoint's block, if it was chosen. */
export function compareBlock(
	endpointId: number,
	before: SeenQuota | undefined,
	blocked: boolean,
	chosen: ReadonlySet<QuotaEvent>,
): EndpointQuotaChange[] {
	const event = blocked ? 'blocked' : 'unblocked';
	if ((before?.blocked ?? false) === blocked || !chosen.has(event)) return [];
	const status = before?.status;
	const reason = blocked ? 'Endpoint is denied service' : 'Endpoint is no longer denied service';
	return [changesOf(endpointId, null, status)(event, status, reason)];
}
