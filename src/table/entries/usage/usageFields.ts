import { isObject } from '../../../wire';
import { answerList } from '../../answers';
import type { Answer, Json, Rule } from '../../define';
import * as f from '../../fields';
import { at, flat } from '../../reading';
import { rule } from '../../rules';
import { withNumbers } from '../../values';
import { TRAFFIC_KINDS, readDays, tidy, totalsOf, withKinds } from './usageDays';

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
	return { ...read, sent: read.volume_tx ?? 0, received: read.volume_rx ?? 0 };
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
	const currencies = kinds.map((kind) => at(entity[kind], 'currency.code'));
	const currency = currencies.find((code) => code !== undefined) ?? null;
	return { ...Object.fromEntries(values), ...(withCost && { currency }) };
}

/** A month of a summary in the cells of a table, each under the month's name; the month as `YYYY-MM-DD`. */
export function monthCells(name: string, month: unknown): Json {
	const own = cells(isObject(month) ? month : {}, true);
	const costs = Object.keys(own).filter((key) => key.endsWith('_cost'));
	const cost = costs.reduce((sum, key) => sum + (Number(own[key]) || 0), 0);
	const all = { ...own, cost: tidy(cost) };
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

/** The sum of a series, without the noise of binary fractions. */
export const total = (pairs: Array<[string, number]>): number =>
	tidy(pairs.reduce((sum, [, amount]) => sum + amount, 0));
