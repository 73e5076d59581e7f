import { isObject } from '../wire';
import { listOf } from './answers';
import type { Answer, Group, Json, Rule } from './define';
import * as f from './fields';
import { at, flat } from './reading';
import { rule } from './rules';
import { withNumbers } from './values';
import { KINDS, readDays, totalsOf, withKinds } from './usageDays';

/*
 * Usage and cost as they are read: numbers as numbers, directions from the device's side. Volumes are
 * MB of data and numbers of SMS. Source: public reference.
 */

/** Traffic of one kind: what the device sent and received, and its cost with the currency. */
export const simpleTraffic = (traffic: unknown): Json =>
	flat(
		...['volume', 'sent=volume_tx', 'received=volume_rx', 'cost', 'currency=currency.code'],
		'unit=traffic_type.unit',
	)(readTraffic(traffic));

/** Traffic of one kind with everything the service gives. `""` and `{}` mean no traffic. */
export function readTraffic(traffic: unknown): Json {
	if (!isObject(traffic)) return { volume: 0, volume_tx: 0, volume_rx: 0 };
	const keys = ['volume', 'volume_tx', 'volume_rx', 'cost', 'traffic_type_id', 'currency_id'];
	const read = withNumbers(traffic, [...keys, 'traffic_type.id', 'currency.id']);
	for (const key of ['currency', 'traffic_type']) if (read[key] === '') delete read[key];
	return { ...read, sent: read.volume_tx ?? 0, received: read.volume_rx ?? 0 };
}

/** A month of an endpoint, a SIM or an organisation; without traffic its kinds are left out. */
export function readMonth(month: unknown, simplify: boolean): Json {
	const read = simplify ? simpleTraffic : readTraffic;
	const kinds = ['data', 'sms'].map((kind) => [kind, read(at(month, kind))]);
	const of = at(month, 'data.month') ?? at(month, 'sms.month');
	return { ...(of !== undefined && { month: of }), ...Object.fromEntries(kinds) };
}

/** The months of a summary side by side, for a table: data in MB, numbers of SMS, and their cost. */
export const flatMonths = (months: Record<string, Json>): Json =>
	Object.fromEntries(
		Object.entries(months).flatMap(([name, month]) => {
			const [data, sms] = [at(month, 'data.volume'), at(month, 'sms.volume')];
			const costs = ['data', 'sms'].map((kind) => Number(at(month, `${kind}.cost`) ?? 0));
			const currency = at(month, 'data.currency') ?? at(month, 'sms.currency') ?? null;
			return [
				[`${name}_data_mb`, data ?? 0],
				[`${name}_sms`, sms ?? 0],
				[`${name}_cost`, Number(costs.reduce((sum, cost) => sum + cost, 0).toFixed(10))],
				[`${name}_currency`, currency],
			];
		}),
	);

/** Every kind of traffic side by side in one flat object, as a table shows it. */
function cells(entity: Json, withCost: boolean): Json {
	const kinds = KINDS.filter((kind) => !kind.startsWith('sat') || isObject(entity[kind]));
	const values = kinds.flatMap((kind) => {
		const { volume, sent, received, cost } = simpleTraffic(entity[kind]);
		const own = {
			...(kind === 'data' && { mb: volume }),
			volume,
			sent: sent ?? 0,
			received: received ?? 0,
			...(withCost && { cost }),
		};
		return Object.entries(own).map(([name, value]) => [`${kind}_${name}`, value]);
	});
	const currencies = kinds.map((kind) => at(entity[kind], 'currency.code'));
	const currency = currencies.find((code) => code !== undefined) ?? null;
	return { ...Object.fromEntries(values), ...(withCost && { currency }) };
}

/** Days in flat objects, or their totals in one. */
export function simpleDays(
	of: Json,
	answer: Answer,
	{ output, withCost }: { output: 'days' | 'totals'; withCost: boolean },
): Json | Json[] {
	const read = readDays(listOf(answer), true);
	if (output === 'days') {
		return read.days.map((day) => ({ ...of, date: day.date, ...cells(day, withCost) }));
	}
	const { from, to, days, matches_total: matches, ...sums } = totalsOf(read, true);
	return {
		...of,
		...{ from, to, days },
		...cells(sums, withCost),
		...(matches !== undefined && { matches_total: matches }),
	};
}

interface DaysInput {
	output: 'days' | 'totals';
	simplify: boolean;
}

/** The days of an answer, or their totals; the service's own TOTAL row is neither day nor summed. */
export function daysOf(of: Json, answer: Answer, { output, simplify }: DaysInput): Json | Json[] {
	if (simplify) return simpleDays(of, answer, { output, withCost: true });
	const read = readDays(listOf(answer), true);
	if (output === 'totals') return { ...of, ...withKinds(totalsOf(read, true), readTraffic) };
	return read.days.map((day) => ({ ...of, ...withKinds(day, readTraffic) }));
}

export const output = f.choice(
	{ label: 'Output', hint: 'One item per day, or one with the totals', default: 'days' },
	[
		{ name: 'Per Day', value: 'days' },
		{ name: 'Totals', value: 'totals' },
	],
);

/** First and last day; whether the last one counts differs. */
export const span = (endHint: string, group: Group = 'options') =>
	f.inGroup(group, {
		startDate: f.query('start_date', f.date({ label: 'Start Date', hint: 'First day' })),
		endDate: f.query('end_date', f.date({ label: 'End Date', hint: endHint })),
	});

/** The organisation of the login unless another is named. */
export const organisation = f.inGroup('options', {
	organisationId: f.path(
		f.id({
			label: 'Organisation ID',
			hint: 'A child organisation, instead of that of the login',
		}),
		'my',
	),
});

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
				const kept = `must lie within the ${HISTORY_MONTHS} months that are kept`;
				return { field, rule: `${kept}, got ${String(date)}` };
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
	Number(pairs.reduce((sum, [, amount]) => sum + amount, 0).toFixed(10));
