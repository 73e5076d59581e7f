import type { Json } from '../../define';
import { withNumbers } from '../../values';

/*
 * Reads daily statistics: numbers come as text, a word as a date, empty values in many forms.
 * Source: specification (form), public reference (TOTAL, satellite, empty values).
 */

/** Kinds of traffic of a day; the satellite ones only where they apply. */
export const TRAFFIC_KINDS = ['data', 'sms', 'sat_geo_data', 'sat_geo_sms'] as const;
const VOLUMES = ['volume', 'volume_tx', 'volume_rx'] as const;
const TRAFFIC_NUMBERS = [...VOLUMES, 'traffic_type.id', 'currency.id', 'cost'];

const isObjectOrList = (v: unknown): v is Json => typeof v === 'object' && v !== null;

/** A day or totals, with each kind of traffic that it has read. */
export function withKinds(entity: Json, read: (traffic: Json) => Json): Json {
	const kinds = TRAFFIC_KINDS.filter((kind) => isObjectOrList(entity[kind]));
	const all = kinds.map((kind) => [kind, read(entity[kind] as Json)]);
	return { ...entity, ...Object.fromEntries(all) };
}

/** One day as documented, numbers as numbers; the deprecated `cost` only on request. */
const readDay = (day: Json, includeCost: boolean): Json =>
	withKinds(day, (traffic) => {
		const { cost, ...rest } = withNumbers(traffic, TRAFFIC_NUMBERS);
		return includeCost && cost !== undefined ? { ...rest, cost } : rest;
	});

/**
 * Separates the days from the row of their total, whose `date` is the word TOTAL and which may stand
 * anywhere. Taken for a day, it would double every sum.
 */
export function readDays(list: Json[], includeCost: boolean): { days: Json[]; total?: Json } {
	const isTotal = ({ date }: Json) => String(date).trim().toUpperCase() === 'TOTAL';
	const total = list.find(isTotal);
	return {
		days: list.filter((day) => !isTotal(day)).map((day) => readDay(day, includeCost)),
		...(total && { total: readDay(total, true) }),
	};
}

/** Removes the noise of binary fractions: volumes have at most six decimals, costs ten. */
export const tidy = (n: number) => Number(n.toFixed(10));
const amountAt = (entry: unknown, key: string) =>
	(isObjectOrList(entry) ? Number(entry[key]) : 0) || 0;

/** The sums of one kind of traffic. Costs of different currencies are not added up. */
function sum(days: Json[], kind: string, includeCost: boolean): Json {
	const entries = days.map((day) => day[kind]).filter(isObjectOrList);
	const total = (key: string, of = entries) =>
		tidy(of.reduce((all, entry) => all + amountAt(entry, key), 0));
	const volumes = Object.fromEntries(VOLUMES.map((key) => [key, total(key)]));
	if (!includeCost) return volumes;
	const currencies = new Map<unknown, Json>();
	for (const { currency } of entries)
		if (isObjectOrList(currency)) currencies.set(currency.code, currency);
	const [currency, ...others] = currencies.values();
	if (others.length === 0)
		return { ...volumes, cost: total('cost'), ...(currency && { currency }) };
	const costs = [...currencies.values()].map((one) => {
		const own = entries.filter((e) => isObjectOrList(e.currency) && e.currency.code === one.code);
		return { cost: total('cost', own), currency: one };
	});
	return { ...volumes, cost: null, costs };
}

/** Whether a sum agrees with the service's own, within the rounding of each day. */
function agree(days: Json[], sums: Json, total: Json): boolean {
	const tolerance = 1e-6 * (days.length + 1);
	return TRAFFIC_KINDS.every((kind) =>
		VOLUMES.every((key) => {
			const own = total[kind];
			if (!isObjectOrList(own) || own[key] === undefined) return true;
			return Math.abs(amountAt(sums[kind], key) - amountAt(own, key)) <= tolerance;
		}),
	);
}

/**
 * The totals of a span of days. Where the service gives a total too, `matches_total` says whether the
 * two agree, and `service_total` holds the service's when they do not.
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
