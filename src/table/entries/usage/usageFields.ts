import { isObject } from '../../../wire';
import { answerList } from '../../answers';
import type { Answer, Json, Rule } from '../../define';
import * as f from '../../fields';
import { at, listAt } from '../../reading';
import { rule } from '../../rules';
import { asNumber, isEmpty, withNumbers } from '../../values';
import { DAY_MS, MINUTE_MS } from '../../../times';
import {
	costOf,
	costsNotGiven,
	costSum,
	readDays,
	totalsOf,
	TRAFFIC_KINDS,
	type TrafficKind,
	volumeOf,
	volumeSum,
	withKinds,
} from './usageDays';

/*
 * Usage and cost as they are read: numbers as numbers, directions from the device's side. Volumes are
 * MB of data and numbers of SMS. Source: public reference.
 */

/** Kinds of traffic in words. */
const KIND_WORDS: Record<TrafficKind, string> = {
	data: 'data',
	sms: 'SMS',
	sat_geo_data: 'satellite data',
	sat_geo_sms: 'satellite SMS',
};

/** Traffic of one kind with everything the service gives. `""` and `{}` mean no traffic. */
export function readTraffic(traffic: unknown): Json {
	if (!isObject(traffic)) return { volume: 0, volume_tx: 0, volume_rx: 0 };
	const keys = ['volume', 'volume_tx', 'volume_rx', 'cost', 'traffic_type_id', 'currency_id'];
	const read = withNumbers(traffic, [...keys, 'traffic_type.id', 'currency.id']);
	for (const key of ['currency', 'traffic_type']) if (read[key] === '') delete read[key];
	return { ...read, sent: volumeOf(read, 'volume_tx'), received: volumeOf(read, 'volume_rx') };
}

/** A month of an endpoint, a SIM or an organisation as the service gives it, numbers as numbers. */
export function readMonth(month: unknown): Json {
	const kinds = ['data', 'sms'].map((kind) => [kind, readTraffic(at(month, kind))]);
	const of = at(month, 'data.month') ?? at(month, 'sms.month');
	return { ...(of !== undefined && { month: of }), ...Object.fromEntries(kinds) };
}

const daysText = (count: number) => (count === 1 ? 'one day' : `${count} days`);

/** What a sum of days lacks of one kind of traffic, in words. */
function lacksOf(kind: TrafficKind, traffic: unknown): string[] {
	const notGiven = at(traffic, 'not_given');
	const unit = at(traffic, 'traffic_type.unit');
	const isForeign = isObject(traffic) && volumeOf(traffic) === null && !isEmpty(unit);
	const lacks = isForeign ? [`${KIND_WORDS[kind]} is in ${String(unit)}, not in MB`] : [];
	if (!isObject(notGiven)) return lacks;
	const { cost, ...volumes } = notGiven;
	const count = Math.max(0, ...Object.values(volumes).map(Number));
	if (count > 0) lacks.push(`the volume or direction of ${KIND_WORDS[kind]} on ${daysText(count)}`);
	if (cost !== undefined)
		lacks.push(`the cost of ${KIND_WORDS[kind]} on ${daysText(Number(cost))}`);
	return lacks;
}

/**
 * Every kind of traffic side by side in one flat object, as a table shows it: data in MB, numbers of
 * SMS, and their cost; null where the service does not give them, with what lacks in `not_given`.
 */
export function cells(entity: Json, withCost: boolean): Json {
	const kinds = TRAFFIC_KINDS.filter((kind) => !kind.startsWith('sat') || isObject(entity[kind]));
	const values = kinds.flatMap((kind) => {
		const traffic = entity[kind];
		const unit = kind.endsWith('data') ? '_mb' : '';
		return [
			[`${kind}${unit}`, volumeOf(traffic)],
			[`${kind}_sent${unit}`, volumeOf(traffic, 'volume_tx')],
			[`${kind}_received${unit}`, volumeOf(traffic, 'volume_rx')],
			...(withCost ? [[`${kind}_cost`, costOf(traffic).cost]] : []),
		];
	});
	const lacks = kinds.flatMap((kind) => lacksOf(kind, entity[kind]));
	const notGiven = lacks.length > 0 && { not_given: lacks.join('; ') };
	if (!withCost) return { ...Object.fromEntries(values), ...notGiven } as Json;
	const currencies = currenciesIn(kinds.map((kind) => entity[kind]));
	return { ...Object.fromEntries(values), ...currencyCells(currencies), ...notGiven };
}

/** The codes of the currencies in which the costs of traffic are, each once. */
function currenciesIn(traffics: unknown[]): string[] {
	const codes = traffics.flatMap((traffic) => [
		at(traffic, 'currency.code'),
		...listAt(traffic, 'costs').map((cost) => at(cost, 'currency.code')),
	]);
	return [...new Set(codes.filter((code) => typeof code === 'string' && code !== ''))] as string[];
}

/** The currency of costs; of several, none, and a note instead: costs of different currencies are not added up. */
export const currencyCells = (currencies: string[]): Json =>
	currencies.length > 1
		? {
				currency: null,
				cost_note: `Costs are in ${currencies.slice(0, -1).join(', ')} and ${currencies.at(-1)}, and are not added up`,
			}
		: { currency: currencies[0] ?? null };

/**
 * A month of a summary in the cells of a table, each under the month's name; the month as `YYYY-MM-DD`. The cost of
 * all kinds of traffic is null where one of them is not given, and where none is.
 */
export function monthCells(name: string, month: unknown): Json {
	const traffics = isObject(month) ? month : {};
	const own = cells(traffics, true);
	const lacks = own.not_given === undefined ? [] : [String(own.not_given)];
	for (const kind of TRAFFIC_KINDS) {
		if (costsNotGiven([costOf(traffics[kind])]) > 0) lacks.push(`the cost of ${KIND_WORDS[kind]}`);
	}
	const cost = costSum(TRAFFIC_KINDS.map((kind) => costOf(traffics[kind])));
	const all = {
		...own,
		cost: own.cost_note === undefined ? cost : null,
		...(lacks.length > 0 && { not_given: lacks.join('; ') }),
	};
	return {
		[name]: at(month, 'data.month') ?? at(month, 'sms.month') ?? null,
		...Object.fromEntries(Object.entries(all).map(([key, value]) => [`${name}_${key}`, value])),
	};
}

interface DaysInput {
	output: 'days' | 'totals';
	simplify: boolean;
	includeCost?: boolean;
}

/**
 * The days of an answer, or their totals; the service's own TOTAL row is neither day nor summed.
 * Simplified, each is one flat object; else its kinds of traffic are as `read` gives them.
 */
export function usageByDay(
	of: Json,
	answer: Answer,
	{ output, simplify, includeCost = true }: DaysInput,
	read: (traffic: Json) => Json = readTraffic,
): Json | Json[] {
	const all = readDays(answerList(answer), includeCost);
	if (output === 'days') {
		return all.days.map((day) => {
			if (!simplify) return { ...of, ...withKinds(day, read) };
			return { ...of, date: day.date, ...cells(day, includeCost) };
		});
	}
	const totals = totalsOf(all, includeCost);
	if (!simplify) return { ...of, ...withKinds(totals, read) };
	const { from, to, days, matches_total: matches } = totals;
	return {
		...of,
		from,
		to,
		days,
		...cells(totals, includeCost),
		...(matches !== undefined && { matches_total: matches }),
	};
}

export const usageOutput = f.choice(
	{ label: 'Output', hint: 'One item per day, or one with the totals', default: 'days' },
	{ 'Per Day': 'days', Totals: 'totals' },
);

/** First and last day. Whether the last day counts differs between the reports. */
export const span = (endHint: string) =>
	f.inGroup('options', {
		startDate: f.query.date('start_date', { label: 'Start Date', hint: 'First day' }),
		endDate: f.query.date('end_date', { label: 'End Date', hint: endHint }),
	});

/** The organisation of the login unless another is named. */
export const organisation = f.inGroup('options', {
	organisationId: f.path(
		f.organisationId({
			label: 'Organisation ID',
			hint: 'A child organisation, instead of that of the login',
		}),
		'my',
	),
});

/** The refusal of an organisation's statistics. */
export const NOT_OURS = {
	422: 'It is not this organisation or a child of it, or the dates are not valid.',
};

/** Months the service keeps. Source: specification, Limits; for the others inferred. */
const HISTORY_MONTHS = 13;

/** The first day that is kept, as `YYYY-MM-DD`. */
function oldestDay(now: number): string {
	const today = new Date(now);
	const day = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - HISTORY_MONTHS);
	return new Date(day).toISOString().slice(0, 10);
}

/** Dates must lie in the kept months and in order; both fields are named in the rule's words. */
export const datesRule = (start: string, end: string): Rule =>
	rule(
		`dates lie within the ${HISTORY_MONTHS} months that are kept; ${start} is not after ${end}`,
		({ startDate, endDate }, { now }) => {
			const oldest = oldestDay(now);
			const early = Object.entries({ startDate, endDate }).find(
				([, date]) => date !== undefined && String(date) < oldest,
			);
			if (early) {
				const [field, date] = early;
				const inHistory = `must lie within the ${HISTORY_MONTHS} months that are kept`;
				return { field, rule: `${inHistory}, got ${String(date)}` };
			}
			const given = startDate !== undefined && endDate !== undefined;
			return given && String(startDate) > String(endDate)
				? { field: 'startDate', rule: `must not be after ${end}, got ${String(startDate)}` }
				: undefined;
		},
	);
export const spanRule = datesRule('Start Date', 'End Date');

/** The end of a span needs its start. */
export const endNeedsStart: Rule = rule('End Date needs Start Date', ({ startDate, endDate }) =>
	endDate !== undefined && startDate === undefined
		? { field: 'startDate', rule: 'must be given too when End Date is given' }
		: undefined,
);

/** A series of `["HH:mm", number]`; null for what is no number. */
export const series = (value: unknown): Array<[string, number | null]> =>
	Array.isArray(value)
		? value
				.filter((pair): pair is unknown[] => Array.isArray(pair))
				.map(([time, amount]) => {
					const read = asNumber(amount);
					return [String(time), typeof read === 'number' ? read : null];
				})
		: [];

const MINUTES_IN_DAY = 24 * 60;
const TIME_OF_DAY = /^([01]\d|2[0-4]):([0-5]\d)/;
/** The minute of a day that `HH:mm` is; undefined for any other text. */
function minuteOf(time: string): number | undefined {
	const [, hours, minutes] = TIME_OF_DAY.exec(time) ?? [];
	return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/**
 * The whole times of a series of `HH:mm` in UTC, which carries no date: they begin at the first time of day from a
 * moment on, and go on to the next day where the time of day goes back. ISO 8601; undefined for a series with other
 * forms of a time, of which none is documented.
 */
export function timesOfSeries(times: string[], fromMs: number): string[] | undefined {
	const read = times.map(minuteOf);
	if (read.includes(undefined)) return undefined;
	const minutes = read as number[];
	const midnight = Math.floor(fromMs / DAY_MS) * DAY_MS;
	const begins = Math.floor((fromMs - midnight) / MINUTE_MS);
	// The first hour may have begun before the moment.
	const isNextDay = (minutes[0] ?? 0) + MINUTES_IN_DAY / 2 < begins;
	let day = isNextDay ? midnight + DAY_MS : midnight;
	return minutes.map((minute, index) => {
		const before = minutes[index - 1];
		if (before !== undefined && minute <= before) day += DAY_MS;
		return new Date(day + minute * MINUTE_MS).toISOString();
	});
}

/** The sum of a series; null where one of its amounts is unknown. */
export const total = (pairs: Array<[string, number | null]>): number | null =>
	volumeSum(pairs.map(([, amount]) => amount));
