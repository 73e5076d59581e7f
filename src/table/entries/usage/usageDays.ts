import type { Json } from '../../define';
import { withNumbers } from '../../values';

/*
 * Reads daily statistics: numbers come as text, a word as a date, empty values in many forms.
 * Source: specification (form), public reference (TOTAL, satellite, empty values).
 */

/** Kinds of traffic of a day; the satellite ones only where they apply. */
export const TRAFFIC_KINDS = ['data', 'sms', 'sat_geo_data', 'sat_geo_sms'] as const;
/** Volumes of a kind of traffic: all of it, and by direction. */
export const VOLUMES = ['volume', 'volume_tx', 'volume_rx'] as const;
const TRAFFIC_NUMBERS = [...VOLUMES, 'traffic_type.id', 'currency.id', 'cost'];

/**
 * MB in a unit of data. Volumes have six decimals of a MB, so that a MB is a million bytes. Source: public reference
 * (samples).
 */
const MB_IN_UNIT: Record<string, number> = {
	B: 1e-6,
	BYTE: 1e-6,
	BYTES: 1e-6,
	OCTET: 1e-6,
	OCTETS: 1e-6,
	KB: 1e-3,
	MB: 1,
	GB: 1e3,
	TB: 1e6,
};

/** Whether volumes of data in a unit can be given in MB. */
export const isKnownUnit = (unit: unknown): boolean =>
	MB_IN_UNIT[String(unit).trim().toUpperCase()] !== undefined;

/** Traffic whose numbers are numbers, with volumes of data in MB, whatever unit its type names. */
export function inMb(traffic: Json): Json {
	const { traffic_type: type } = traffic;
	const unit = isObjectOrList(type)
		? String(type.unit ?? '')
				.trim()
				.toUpperCase()
		: '';
	const factor = MB_IN_UNIT[unit];
	if (factor === undefined || factor === 1) return traffic;
	const volumes = VOLUMES.filter((key) => typeof traffic[key] === 'number').map((key) => [
		key,
		tidy((traffic[key] as number) * factor),
	]);
	return {
		...traffic,
		...Object.fromEntries(volumes),
		traffic_type: { ...(type as Json), unit: 'MB' },
	};
}

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
		const { cost, ...rest } = inMb(withNumbers(traffic, TRAFFIC_NUMBERS));
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
export function tidy(n: number): number {
	return Number(n.toFixed(10));
}
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
	const costs = [...currencies.values()].map((paidIn) => {
		const own = entries.filter(
			(e) => isObjectOrList(e.currency) && e.currency.code === paidIn.code,
		);
		return { cost: total('cost', own), currency: paidIn };
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
