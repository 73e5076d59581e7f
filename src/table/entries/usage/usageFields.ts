import { isObject } from '../../../wire';
import { answerList } from '../../answers';
import type { Answer, Json, Rule } from '../../define';
import * as f from '../../fields';
import { at, flat, listAt } from '../../reading';
import { rule } from '../../rules';
import { withNumbers } from '../../values';
import { DAY_MS, MINUTE_MS } from '../../../times';
import { inMb, TRAFFIC_KINDS, readDays, tidy, totalsOf, withKinds } from './usageDays';

/*
 * Usage and cost as they are read: numbers as numbers, directions from the device's side. Volumes are
 * MB of data and numbers of SMS. Source: public reference.
 */

/** Traffic of one kind: what the device sent and received, and its cost. */
const simpleTraffic = (traffic: unknown): Json =>
	flat('volume sent=volume_tx received=volume_rx cost')(readTraffic(traffic));

/** Traffic of one kind with everything the service gives. `""` and `{}` mean no traffic. */
export function readTraffic(traffic: unknown): Json {
	if (!isObject(traffic)) return { volume: 0, volume_tx: 0, volume_rx: 0 };
	const keys = ['volume', 'volume_tx', 'volume_rx', 'cost', 'traffic_type_id', 'currency_id'];
	const read = withNumbers(traffic, [...keys, 'traffic_type.id', 'currency.id']);
	for (const key of ['currency', 'traffic_type']) if (read[key] === '') delete read[key];
	const shown = inMb(read);
	return { ...shown, sent: shown.volume_tx ?? 0, received: shown.volume_rx ?? 0 };
}

/** A month of an endpoint, a SIM or an organisation as the service gives it, numbers as numbers. */
export function readMonth(month: unknown): Json {
	const kinds = ['data', 'sms'].map((kind) => [kind, readTraffic(at(month, kind))]);
	const of = at(month, 'data.month') ?? at(month, 'sms.month');
	return { ...(of !== undefined && { month: of }), ...Object.fromEntries(kinds) };
}

/**
 * Every kind of traffic side by side in one flat object, as a table shows it: data in MB, numbers of
 * SMS, and their cost.
 */
export function cells(entity: Json, withCost: boolean): Json {
	const kinds = TRAFFIC_KINDS.filter((kind) => !kind.startsWith('sat') || isObject(entity[kind]));
	const values = kinds.flatMap((kind) => {
		const { volume, sent, received, cost } = simpleTraffic(entity[kind]);
		const unit = kind.endsWith('data') ? '_mb' : '';
		return [
			[`${kind}${unit}`, volume],
			[`${kind}_sent${unit}`, sent ?? 0],
			[`${kind}_received${unit}`, received ?? 0],
			...(withCost ? [[`${kind}_cost`, cost]] : []),
		];
	});
	if (!withCost) return Object.fromEntries(values) as Json;
	const currencies = currenciesIn(kinds.map((kind) => entity[kind]));
	return { ...Object.fromEntries(values), ...currencyCells(currencies) };
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

/** A month of a summary in the cells of a table, each under the month's name; the month as `YYYY-MM-DD`. */
export function monthCells(name: string, month: unknown): Json {
	const own = cells(isObject(month) ? month : {}, true);
	const costs = Object.keys(own).filter((key) => key.endsWith('_cost'));
	const cost = costs.reduce((sum, key) => sum + (Number(own[key]) || 0), 0);
	const all = { ...own, cost: own.cost_note === undefined ? tidy(cost) : null };
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

/** A series of `["HH:mm", number]`. */
export const series = (value: unknown): Array<[string, number]> =>
	Array.isArray(value)
		? value
				.filter((pair): pair is unknown[] => Array.isArray(pair))
				.map(([time, amount]) => [String(time), Number(amount) || 0])
		: [];

const MINUTES_IN_DAY = 24 * 60;
const minuteOf = (time: string): number => {
	const [hours = 0, minutes = 0] = time.split(':').map(Number);
	return hours * 60 + minutes;
};

/**
 * The whole times of a series of `HH:mm` in UTC, which carries no date: they begin at the first time of day from a
 * moment on, and go on to the next day where the time of day goes back. ISO 8601.
 */
export function timesOfSeries(times: string[], fromMs: number): string[] {
	const midnight = Math.floor(fromMs / DAY_MS) * DAY_MS;
	const begins = Math.floor((fromMs - midnight) / MINUTE_MS);
	const [first = '00:00'] = times;
	// The first hour may have begun before the moment.
	const isNextDay = minuteOf(first) + MINUTES_IN_DAY / 2 < begins;
	let day = isNextDay ? midnight + DAY_MS : midnight;
	return times.map((time, index) => {
		const before = times[index - 1];
		if (before !== undefined && minuteOf(time) <= minuteOf(before)) day += DAY_MS;
		return new Date(day + minuteOf(time) * MINUTE_MS).toISOString();
	});
}

/** The sum of a series, without the noise of binary fractions. */
export const total = (pairs: Array<[string, number]>): number =>
	tidy(pairs.reduce((sum, [, amount]) => sum + amount, 0));
