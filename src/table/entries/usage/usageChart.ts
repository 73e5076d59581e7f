import { answerList } from '../../answers';
import { defineOperation, type Json } from '../../define';
import * as f from '../../fields';
import { at } from '../../reading';
import { barChart, escaped, scaleOf, shortAmount } from './chart';
import { type Cost, costOf, costSum, readDays, volumeOf, volumeSum } from './usageDays';
import { NOT_OURS, organisation, span, spanRule } from './usageFields';
import { getDailyUsage } from './usageReports';

/* Usage to look at: a picture, and a report for mails. Source: public reference, daily statistics. */

const CHART_VALUES = { Cost: 'cost', Data: 'data', SMS: 'sms' } as const;
type ChartValue = (typeof CHART_VALUES)[keyof typeof CHART_VALUES];

/** Amounts of a day; null where the service does not give them. */
interface Day {
	date: string;
	data: number | null;
	sms: number | null;
	cost: number | null;
	/** The costs that {@link cost} adds up. */
	costs: Cost[];
}

/** Days in order, with their data in MB, numbers of SMS and cost. */
const daysIn = (list: Json[]): Day[] =>
	list
		.map((day) => {
			const costs = [costOf(day.data), costOf(day.sms)];
			return {
				date: String(day.date),
				data: volumeOf(day.data),
				sms: volumeOf(day.sms),
				cost: costSum(costs),
				costs,
			};
		})
		.sort((a, b) => a.date.localeCompare(b.date));

/** An amount as it is shown; a dash where it is not known. */
const amountText = (amount: number | null) => (amount === null ? '–' : shortAmount(amount));

/** A table with bars of its own, since mails show no SVG. */
function report(
	title: string,
	days: Day[],
	shown: ChartValue,
	units: Record<ChartValue, string>,
): string {
	const most = Math.max(...days.map((day) => day[shown] ?? 0), 1e-9);
	const titles = Object.entries(CHART_VALUES).map(([name, value]) => `${name} (${units[value]})`);
	const cell = (text: string, more = '') => `<td style="padding:2px 10px;${more}">${text}</td>`;
	const rows = days.map((day) => {
		const bar = `<div style="background:#13807a;height:12px;width:${Math.round(((day[shown] ?? 0) / most) * 240)}px"></div>`;
		const amounts = Object.values(CHART_VALUES).map((value) =>
			cell(amountText(day[value]), 'text-align:right'),
		);
		return `<tr>${cell(escaped(day.date))}${amounts.join('')}${cell(bar)}</tr>`;
	});
	return `<h2>${escaped(title)}</h2>
<table style="border-collapse:collapse;font:14px sans-serif">
<tr>${['Date', ...titles, ''].map((head) => `<th style="padding:2px 10px;text-align:left">${escaped(head)}</th>`).join('')}</tr>
${rows.join('\n')}
</table>
`;
}

export const chartUsage = defineOperation({
	resource: 'organisationUsage',
	name: 'chart',
	action: 'Draw usage chart',
	description:
		'Draw the usage of the organisation or an endpoint per day as a picture (PNG, which the editor shows, and SVG), with an HTML report. Without dates: the current month.',
	request: 'GET /api/v1/organisation/{organisationId}/stats/daily',
	lane: 'list',
	errors: [403, 404, 422],
	explains: NOT_OURS,
	files: [
		// n8n's editor shows a PNG, and offers an SVG for download.
		{ from: 'png', as: 'picture', name: 'usage.png', type: 'image/png' },
		{ from: 'svg', as: 'chart', name: 'usage.svg', type: 'image/svg+xml' },
	],
	fields: {
		show: f.choice(
			{ label: 'Show', hint: 'What the bars stand for', default: 'data' },
			CHART_VALUES,
		),
		of: f.choice(
			{ label: 'Usage Of', hint: 'Whose usage it is', default: 'organisation' },
			{ Endpoint: 'endpoint', Organisation: 'organisation' },
		),
		endpointId: {
			...f.pick(
				{ label: 'Endpoint', hint: 'The endpoint whose usage is drawn', example: 10001 },
				'endpoint',
			),
			showWhen: { of: ['endpoint'] },
		},
		...span('Last day; for an organisation, the day after it'),
		...organisation,
	},
	rules: [spanRule],
	run: async (call, input) => {
		const { show, of, endpointId, startDate, endDate } = input;
		const isEndpoint = of === 'endpoint';
		const answer = isEndpoint
			? await call.other(getDailyUsage, { endpointId, startDate, endDate })
			: await call.own(input);
		const { days: list } = readDays(answerList(answer), true);
		const days = daysIn(list);
		const currency = list
			.map((day) => at(day, 'data.currency.code') ?? at(day, 'sms.currency.code'))
			.find(Boolean);
		const units = { data: 'MB', sms: 'messages', cost: String(currency ?? 'cost') };
		const [name = show] = Object.entries(CHART_VALUES).find(([, value]) => value === show) ?? [];
		const title = `${name} per day${isEndpoint ? `, endpoint ${endpointId}` : ''}`;
		const [from, to] = [days[0]?.date ?? null, days.at(-1)?.date ?? null];
		const total = {
			data_mb: volumeSum(days.map(({ data }) => data)),
			sms: volumeSum(days.map(({ sms }) => sms)),
			cost: costSum(days.flatMap(({ costs }) => costs)),
		};
		const costText =
			total.cost === null ? 'cost not given' : `${shortAmount(total.cost)} ${units.cost}`;
		const about =
			days.length === 0
				? 'No usage in this time'
				: `${from} to ${to}: ${amountText(total.data_mb)} MB, ${amountText(total.sms)} SMS, ${costText}`;
		const { barPicture } = await import('./chartPicture');
		const bars = days.map((day) => ({ date: day.date, amount: day[show] ?? 0 }));
		return {
			...(isEndpoint && { endpoint_id: endpointId }),
			title,
			from,
			to,
			days: days.length,
			...total,
			currency: currency ?? null,
			html: report(title, days, show, units),
			svg: barChart({ title, about, unit: units[show], bars }),
			png: barPicture(bars, scaleOf(bars), show === 'sms' ? 'SMS' : units[show]),
		};
	},
});
