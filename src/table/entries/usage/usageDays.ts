import { isObject } from '../../../wire';
import type { Json } from '../../define';
import { at } from '../../reading';
import { asNumber, isEmpty, withNumbers } from '../../values';

/*
 * Reads daily statistics: numbers come as text, a word as a date, empty values in many forms.
 * Source: specification (form), public reference (TOTAL, satellite, empty values).
 */

/** Kinds of traffic of a day; the satellite ones only where they apply. */
export const TRAFFIC_KINDS = ['data', 'sms', 'sat_geo_data', 'sat_geo_sms'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];
/** Volumes of a kind of traffic: all of it, and by direction. */
export const VOLUMES = ['volume', 'volume_tx', 'volume_rx'] as const;
const TRAFFIC_NUMBERS = [...VOLUMES, 'traffic_type.id', 'currency.id', 'cost'];

/**
 * Whether data in a unit is in MB. What a KB or a GB of the service has in bytes is documented nowhere, so that
 * volumes in any other unit are unknown. Traffic that names no unit is in MB. Source: public reference.
 */
export const isInMb = (unit: unknown): boolean =>
	isEmpty(unit) || String(unit).trim().toUpperCase() === 'MB';

/** The id of SMS among the types of traffic. Source: specification. */
const SMS_TYPE = 6;

type Volume = (typeof VOLUMES)[number];

/** The unit of data that is not in MB; undefined for all other traffic. */
function foreignUnit(traffic: Json): string | undefined {
	const unit = at(traffic, 'traffic_type.unit');
	const isData = numberIn(at(traffic, 'traffic_type.id')) !== SMS_TYPE;
	const isCount = String(unit).trim().toUpperCase() === 'SMS';
	return isData && !isInMb(unit) && !isCount ? String(unit) : undefined;
}

/** Whether an answer says that there is no traffic of a kind, which is absent, `""`, null or `{}`. */
const isNoTraffic = (traffic: unknown): boolean =>
	!isObject(traffic) || Object.keys(traffic).length === 0;

/** A number, or text that is one. */
const numberIn = (value: unknown): number | null => {
	const read = asNumber(value);
	return typeof read === 'number' && Number.isFinite(read) ? read : null;
};

/**
 * A volume of traffic: MB of data, numbers of SMS; 0 for no traffic, and null where the service does not give it, or
 * not as a number of this unit.
 */
export function volumeOf(traffic: unknown, key: Volume = 'volume'): number | null {
	if (isNoTraffic(traffic)) return 0;
	const read = traffic as Json;
	const volume = numberIn(read[key]);
	if (volume !== null) return volume === 0 || foreignUnit(read) === undefined ? volume : null;
	// Directions of nothing are nothing.
	return key !== 'volume' && numberIn(read.volume) === 0 ? 0 : null;
}

/** A cost, and whether there was traffic that it is for. */
export interface Cost {
	cost: number | null;
	hasTraffic: boolean;
}

/** The cost of traffic; null where the service gives none. */
export const costOf = (traffic: unknown): Cost => ({
	cost: isObject(traffic) ? numberIn(traffic.cost) : null,
	hasTraffic: volumeOf(traffic) !== 0,
});

/** How many costs of traffic are not given. */
export const costsNotGiven = (costs: readonly Cost[]): number =>
	costs.filter(({ cost, hasTraffic }) => cost === null && hasTraffic).length;

/** Costs added up; null where one of them is not given although there was traffic, and where none is given. */
export function costSum(costs: readonly Cost[]): number | null {
	const given = costs.flatMap(({ cost }) => cost ?? []);
	if (given.length === 0 || costsNotGiven(costs) > 0) return null;
	return tidy(given.reduce((all, cost) => all + cost, 0));
}

/** Volumes added up; null where one of them is unknown. */
export const volumeSum = (volumes: ReadonlyArray<number | null>): number | null =>
	volumes.includes(null) ? null : tidy(volumes.reduce<number>((all, volume) => all + volume!, 0));

/** A day or totals, with each kind of traffic that it has read. */
export function withKinds(entity: Json, read: (traffic: Json) => Json): Json {
	const kinds = TRAFFIC_KINDS.filter((kind) => isObject(entity[kind]));
	const all = kinds.map((kind) => [kind, read(entity[kind] as Json)]);
	return { ...entity, ...Object.fromEntries(all) };
}

/** One day as documented, numbers as numbers; the deprecated `cost` only on request. */
const readDay = (day: Json, includeCost: boolean): Json =>
	withKinds(day, (traffic) => {
		const { cost, ...rest } = withNumbers(traffic, TRAFFIC_NUMBERS);
		return includeCost && cost !== undefined ? { ...rest, cost } : rest;
	});

/** Whether the `date` of a row says that it is the total of the days. Source: public reference. */
export const isTotalDate = (date: unknown): boolean =>
	String(date).trim().toUpperCase() === 'TOTAL';

/**
 * Separates the days from the row of their total, which may stand anywhere. Taken for a day, it would double
 * every sum.
 */
export function readDays(list: Json[], includeCost: boolean): { days: Json[]; total?: Json } {
	const isTotal = ({ date }: Json) => isTotalDate(date);
	const total = list.find(isTotal);
	return {
		days: list.filter((day) => !isTotal(day)).map((day) => readDay(day, includeCost)),
		...(total && { total: readDay(total, true) }),
	};
}

/** Removes the noise of binary fractions: volumes have at most six decimals, costs ten. */
export function tidy(n: number): number {
	return Number(n.toFixed(10));
}
/** Numbers of days for which an amount is not given, by its name; undefined where all are given. */
function notGivenIn(entries: readonly unknown[], costs: readonly Cost[]): Json | undefined {
	const counts: Array<[string, number]> = VOLUMES.map((key) => [
		key,
		entries.filter((entry) => volumeOf(entry, key) === null).length,
	]);
	counts.push(['cost', costsNotGiven(costs)]);
	const missing = counts.filter(([, count]) => count > 0);
	return missing.length > 0 ? (Object.fromEntries(missing) as Json) : undefined;
}

/** The sums of one kind of traffic. Costs of different currencies are not added up. */
function sum(days: Json[], kind: string, includeCost: boolean): Json {
	const entries = days.map((day) => day[kind]).filter(isObject);
	const volumes = Object.fromEntries(
		VOLUMES.map((key) => [key, volumeSum(entries.map((entry) => volumeOf(entry, key)))]),
	);
	const costs = includeCost ? entries.map(costOf) : [];
	const notGiven = notGivenIn(entries, costs);
	const sums = { ...volumes, ...(notGiven && { not_given: notGiven }) };
	if (!includeCost) return sums;
	const currencies = new Map<unknown, Json>();
	for (const { currency } of entries)
		if (isObject(currency)) currencies.set(currency.code, currency);
	const [currency, ...others] = currencies.values();
	if (others.length === 0) {
		return { ...sums, cost: costSum(costs), ...(currency && { currency }) };
	}
	const byCurrency = [...currencies.values()].map((paidIn) => {
		const own = entries.filter((entry) => at(entry, 'currency.code') === paidIn.code);
		return { cost: costSum(own.map(costOf)), currency: paidIn };
	});
	return { ...sums, cost: null, costs: byCurrency };
}

/** Whether sums agree with the service's own, as far as both are known, within the rounding of each day. */
function agree(days: Json[], sums: Json, total: Json): boolean {
	const tolerance = 1e-6 * (days.length + 1);
	return TRAFFIC_KINDS.every((kind) =>
		VOLUMES.every((key) => {
			const own = isObject(total[kind]) ? volumeOf(total[kind], key) : null;
			const added = volumeOf(sums[kind], key);
			return own === null || added === null || Math.abs(added - own) <= tolerance;
		}),
	);
}

/**
 * The totals of a span of days. Where the service gives a total too, `matches_total` says whether the
 * two agree, and `service_total` has the service's when they do not.
 */
export function totalsOf(
	{ days, total }: { days: Json[]; total?: Json },
	includeCost: boolean,
): Json {
	const dates = days.map((day) => String(day.date)).sort();
	const kinds = TRAFFIC_KINDS.filter(
		(kind) => !kind.startsWith('sat') || days.some((day) => day[kind]),
	);
	const sums = Object.fromEntries(kinds.map((kind) => [kind, sum(days, kind, includeCost)]));
	const matches = total && agree(days, sums, total);
	return {
		from: dates[0] ?? null,
		to: dates.at(-1) ?? null,
		days: days.length,
		...sums,
		...(matches !== undefined && { matches_total: matches }),
		...(matches === false && { service_total: total }),
	};
}
