import { TrafficType } from '../../fleet/traffic';
import type { Json } from '../../table/define';
import { bareIccid } from '../../readings/iccid';
import { at } from '../../table/reading';
import { HOUR_MS } from '../../times';
import type { Alert } from '../alerts/alert';
import { whoIn } from '../alerts/sims';
import { recordVolumes, type StreamRecord } from './record';
import {
	forgetBefore,
	type KeySums,
	type UsageSpan,
	startOf,
	sumsOf,
	unpackSums,
	type UsageState,
	windowAt,
} from './usageSums';

/*
 * Usage above a limit, usage spikes and SMS loops: one alert a window, from running sums of the records that a
 * data stream pushes. Each record must be given once, in any order: a late one counts into its own
 * window.
 */

/** Whose usage a rule adds up. */
export type Per = 'endpoint' | 'iccid' | 'tag';

interface Common {
	/** Whose usage is added up. */
	per: Per;
	/** IANA name of the zone whose days and months count, such as `UTC` or `Europe/Berlin`. */
	zone: string;
}

/** More than `limit` MB in an hour, a day or a month of the calendar. */
interface LimitRule extends Common {
	event: 'usageAboveLimit';
	span: UsageSpan;
	limit: number;
}

/** A day with `minimum` MB or more, and more than `factor` times the mean of the `days` before. */
interface SpikeRule extends Common {
	event: 'usageSpike';
	factor: number;
	days: number;
	minimum: number;
}

/** `limit` or more SMS that a device has sent in an hour of the calendar. */
interface SmsRule extends Common {
	event: 'smsLoop';
	span: 'hour';
	limit: number;
}

export type UsageRule = LimitRule | SpikeRule | SmsRule;

const BYTES = 1_000_000;

interface UsedData {
	/** Milliseconds since 1970. */
	at: number;
	/** Millionths of a megabyte, as the service counts, negative where it takes some back; or messages. */
	bytes: number;
	record: Json;
}

/**
 * What a rule counts of a record: data, or SMS that the device has sent; undefined for other records and for an event.
 * It counts at the end of the record: a record that ends at midnight belongs to the day before.
 */
function usedIn({ kind, entity, moment }: StreamRecord, rule: UsageRule): UsedData | undefined {
	const counted = rule.event === 'smsLoop' ? TrafficType.Sms : TrafficType.Data;
	if (kind !== 'usage' || Number(at(entity, 'traffic_type.id')) !== counted) return undefined;
	const volumes = recordVolumes(entity);
	const bytes =
		rule.event === 'smsLoop' ? (volumes?.sent ?? 0) : Math.round((volumes?.volume ?? 0) * BYTES);
	return bytes !== 0 ? { at: Date.parse(moment) - 1, bytes, record: entity } : undefined;
}

const usageTags = (tags: unknown): string[] =>
	typeof tags === 'string'
		? [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean)
		: [];

/** The keys under which a record counts: an endpoint without tags counts under none. */
function usageKeys(record: Json, per: Per): string[] {
	if (per === 'tag') return usageTags(at(record, 'endpoint.tags'));
	const value = at(record, per === 'endpoint' ? 'endpoint.id' : 'sim.iccid');
	const text = String(value ?? '');
	if (text === '') return [];
	// With or without its check digit: the same SIM.
	return [per === 'iccid' ? bareIccid(text) : text];
}

/** Bytes as megabytes. */
const megabytes = (bytes: number): number => Math.round(bytes) / BYTES;

const HOURS_A_DAY = 24;
/** Number of windows that are remembered with the newest, for late records. Older ones do not count. */
const KEPT_WINDOWS: Record<UsageSpan, number> = { hour: 6, day: 4, month: 2 };
/**
 * A record further ahead than this counts in its own window and closes no others: either it is wrong, or
 * the clock of this n8n is. A record that is still further ahead does not count.
 */
const AHEAD_MS = HOUR_MS;
const TOO_FAR_MS = 31 * HOURS_A_DAY * HOUR_MS;
/** Part of a day that has to be known before there is a mean. */
const LEAST_DAYS = 0.9;

/** The windows of a rule. */
export const ruleSpan = (rule: UsageRule): UsageSpan =>
	rule.event === 'usageSpike' ? 'day' : rule.span;

/** How many windows are remembered. */
const keptBy = (rule: UsageRule): number =>
	// Yesterday is examined, too, with as many days before it.
	rule.event === 'usageSpike' ? rule.days + 2 : KEPT_WINDOWS[rule.span];

/** The label of the sums: with another one they mean nothing. */
const sumsLabel = (rule: UsageRule): string =>
	JSON.stringify([
		rule.per,
		ruleSpan(rule),
		rule.zone,
		keptBy(rule),
		...(rule.event === 'smsLoop' ? ['sms'] : []),
	]);

/** The threshold for alerts. */
const levelOf = (rule: UsageRule): string =>
	JSON.stringify(rule.event === 'usageSpike' ? [rule.factor, rule.minimum] : [rule.limit]);

/** Bytes of a key's mean day before a window; undefined where too little is known. */
function meanBefore({ first, windows }: KeySums, day: number, rule: SpikeRule): number | undefined {
	const until = startOf(day, 'day', rule.zone) / HOUR_MS;
	const from = startOf(day - rule.days, 'day', rule.zone) / HOUR_MS;
	const known = (until - Math.max(first, from)) / HOURS_A_DAY;
	if (known < LEAST_DAYS) return undefined;
	const before = [...windows].filter(([window]) => window < day && window >= day - rule.days);
	return before.reduce((all, [, { bytes }]) => all + bytes, 0) / known;
}

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits));

/** The reason for an alert of a window, with its fields; undefined for none. */
function verdict(rule: UsageRule, sums: KeySums, window: number, newest: number) {
	const bytes = sums.windows.get(window)?.bytes ?? 0;
	if (rule.event === 'smsLoop') {
		if (bytes < rule.limit) return undefined;
		const reason = `${bytes} SMS sent in this hour, ${rule.limit} or more are a loop`;
		return { reason, fields: { count: bytes, limit: rule.limit } };
	}
	const volume = megabytes(bytes);
	if (rule.event === 'usageAboveLimit') {
		if (bytes <= rule.limit * 1e6) return undefined;
		const reason = `${volume} MB in this ${rule.span}, more than ${rule.limit}`;
		return { reason, fields: { volume, limit: rule.limit } };
	}
	// For days before yesterday not all earlier days are known.
	if (volume < rule.minimum || window < newest - 1) return undefined;
	const mean = meanBefore(sums, window, rule);
	if (mean === undefined || bytes <= rule.factor * mean || mean <= 0) return undefined;
	const times = roundTo(bytes / mean, 1);
	const reason = `${volume} MB in a day, ${times} times the mean of the days before`;
	return { reason, fields: { volume, mean: roundTo(mean / 1e6, 6), times, factor: rule.factor } };
}

/** The fields of an alert beside its verdict. */
function fieldsOf(rule: UsageRule, key: string, { record }: UsedData, window: number): Json {
	const span = ruleSpan(rule);
	const moment = (number: number) => new Date(startOf(number, span, rule.zone)).toISOString();
	return {
		...(rule.per === 'tag' ? { tag: key } : whoIn(record)),
		window: span,
		window_start: moment(window),
		window_end: moment(window + 1),
		record_id: record.id ?? null,
	};
}

/**
 * The sums of a rule, from the text that {@link packSums} gave, or none. They continue when only the
 * limit changes; usage above the new one makes new alerts, whatever the old one made.
 */
export const unpackUsage = (
	packed: string | undefined,
	rule: UsageRule,
	log?: (message: string) => void,
): UsageState => unpackSums(packed, sumsLabel(rule), levelOf(rule), log);

/**
 * Adds records to the sums, which change in place, and returns the alerts. Events and records of
 * the other kind of traffic count nothing, nor do records of windows that are closed for good. `now`: milliseconds since
 * 1970, by a clock that may be wrong.
 */
export function watchUsage(
	state: UsageState,
	records: StreamRecord[],
	rule: UsageRule,
	now: number,
): Alert[] {
	const span = ruleSpan(rule);
	const alerts: Alert[] = [];
	const newestBefore = state.newest;
	for (const record of records) {
		const used = usedIn(record, rule);
		if (!used || used.at > now + TOO_FAR_MS) continue;
		const window = windowAt(used.at, span, rule.zone);
		if (used.at <= now + AHEAD_MS) state.newest = Math.max(state.newest, window);
		if (window <= state.newest - keptBy(rule)) continue;
		for (const key of usageKeys(used.record, rule.per)) add(key, used, window);
	}
	if (state.newest > newestBefore) forgetBefore(state, state.newest - keptBy(rule) + 1);
	return alerts;

	function add(key: string, used: UsedData, window: number): void {
		const hour = rule.event === 'usageSpike' ? Math.floor(used.at / HOUR_MS) : 0;
		const sums = sumsOf(state, key, hour);
		if (!sums) {
			state.left += 1;
			return;
		}
		sums.first = Math.min(sums.first, hour);
		const sum = sums.windows.get(window) ?? { bytes: 0, alerted: false };
		sums.windows.set(window, sum);
		// If nothing closes windows, the oldest is dropped.
		if (sums.windows.size > keptBy(rule) + 1) sums.windows.delete(Math.min(...sums.windows.keys()));
		sum.bytes += used.bytes;
		if (sum.alerted) return;
		const found = verdict(rule, sums, window, state.newest);
		if (!found) return;
		sum.alerted = true;
		alerts.push({
			event: rule.event,
			reason: found.reason,
			at: used.at + 1,
			fields: { ...fieldsOf(rule, key, used, window), ...found.fields },
		});
	}
}
