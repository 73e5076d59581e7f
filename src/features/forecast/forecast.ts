import { InputError } from '../../errors';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import { answerList, objectIn } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { getAllEndpoints, getEndpoint } from '../../table/entries/endpoint/endpointRead';
import { tidy } from '../../table/entries/usage/usageDays';
import { getDailyUsage, getOrganisationDailyUsage } from '../../table/entries/usage/usageReports';
import { inParallel } from '../../table/inParallel';
import { describeValue } from '../../table/values';
import { readWhole } from '../../table/whole';
import { DAY_MS } from '../../times';
import { ENDPOINT_DELETED, endpointState, type EndpointState } from '../applyTable/tableState';
import { changesIn } from './changes';
import { forecastChart } from './chart';
import { type ForecastInput, MOST_ENDPOINTS } from './form';
import { inclusivePool, simFees } from './money';
import { forecastSum, type SumForecast } from './model';
import { type Calendar, calendarAt, combined, dayText, type Series, seriesOf } from './series';

/* Usage: Forecast. Reads days of usage, and says what the month will be, by what, and what is not known. */

/** Endpoints that are read at a time; the lane decides how fast. */
const READ_AT_A_TIME = 25;

/** An endpoint with its days; undefined where they could not be read. */
interface EndpointDays {
	state: EndpointState;
	series: Series | undefined;
}

/** The endpoints that a forecast is about. */
async function endpointsOf(call: Call, input: ForecastInput): Promise<EndpointState[]> {
	const { of, endpointId, tag, tariffProfileId } = input;
	if (of === 'endpoint') {
		return [endpointState(objectIn(await call.other(getEndpoint, { endpointId })))];
	}
	const all: EndpointState[] = [];
	const tags = new Set<string>();
	const keep = (entity: Json): undefined => {
		const state = endpointState(entity);
		for (const name of state.tags ?? []) tags.add(name);
		if (state.status !== ENDPOINT_DELETED) all.push(state);
		return undefined;
	};
	await readWhole(call, 'endpoints', getAllEndpoints, { returnAll: true }, { keep });
	if (of === 'organisation') return all;
	if (of === 'tariff') {
		return all.filter(({ profiles }) => profiles.tariffProfileId.id === tariffProfileId);
	}
	const name = tag.trim();
	if (!tags.has(name)) {
		const known = [...tags].sort().slice(0, 10).map(describeValue).join(', ');
		const fault = `must be the name of a tag that an endpoint has; none has ${describeValue(name)}, they have ${known || 'none'}`;
		throw new InputError('tag', fault, 'Tag');
	}
	return all.filter((state) => state.tags?.includes(name));
}

/** The days of each endpoint; a read that fails alone leaves its endpoint without. */
async function daysOfEach(
	client: Client,
	call: Call,
	endpoints: EndpointState[],
	calendar: Calendar,
): Promise<EndpointDays[]> {
	const span = { startDate: dayText(calendar.from), endDate: dayText(calendar.today) };
	const all: EndpointDays[] = [];
	await inParallel(endpoints, READ_AT_A_TIME, async (state) => {
		let series: Series | undefined;
		try {
			const answer = await call.other(getDailyUsage, { endpointId: state.id, ...span });
			series = seriesOf(answerList(answer), calendar);
		} catch (error) {
			if (!failsAlone(error)) throw error;
		}
		all.push({ state, series });
		client.ports.report?.progress(all.length, endpoints.length, 'requests');
	});
	return all.sort((a, b) => a.state.id - b.state.id);
}

/** The days of the organisation with its children. */
async function daysOfOrganisation(call: Call, calendar: Calendar): Promise<Series> {
	const answer = await call.other(getOrganisationDailyUsage, {
		startDate: dayText(calendar.from),
		// The day after the last one.
		endDate: dayText(calendar.today + DAY_MS),
	});
	return seriesOf(answerList(answer), calendar);
}

/** A month of one kind of traffic: what is used, what will be, and what was. */
interface Month extends SumForecast {
	soFar: number;
	last: number;
	/** Complete days of the month. */
	complete: number;
}

function monthOf(amounts: readonly number[], calendar: Calendar): Month {
	const at = (ms: number) => (ms - calendar.from) / DAY_MS;
	const [first, open] = [at(calendar.month), at(calendar.open)];
	const sum = (from: number, to?: number) =>
		amounts.slice(Math.max(from, 0), to).reduce((all, amount) => all + amount, 0);
	const lastMonth = new Date(calendar.month);
	lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1);
	const rest = forecastSum({
		history: amounts.slice(0, open),
		weekday: new Date(calendar.from).getUTCDay(),
		left: (calendar.nextMonth - calendar.open) / DAY_MS,
		today: amounts[open] ?? 0,
	});
	const complete = sum(first, open);
	return {
		...rest,
		low: complete + rest.low,
		middle: complete + rest.middle,
		high: complete + rest.high,
		soFar: sum(first),
		last: sum(at(lastMonth.getTime()), first),
		complete,
	};
}

/** Numbers of an answer with the digits that they deserve. */
const shown = (amount: number) => Number(amount.toFixed(3));

const monthCells = (name: string, unit: string, month: Month): Json => ({
	[`${name}_so_far${unit}`]: tidy(month.soFar),
	[`${name}_month_end_low${unit}`]: shown(month.low),
	[`${name}_month_end${unit}`]: shown(month.middle),
	[`${name}_month_end_high${unit}`]: shown(month.high),
	[`${name}_last_month${unit}`]: tidy(month.last),
});

/** The cost of a forecast at prices that were typed in. */
function costCells({ pricePerMb, pricePerSms, currency }: ForecastInput, data: Month, sms: Month) {
	if (pricePerMb === undefined && pricePerSms === undefined) return {};
	const at = (end: 'low' | 'middle' | 'high' | 'soFar') =>
		shown((pricePerMb ?? 0) * data[end] + (pricePerSms ?? 0) * sms[end]);
	return {
		cost_so_far: at('soFar'),
		cost_month_end_low: at('low'),
		cost_month_end: at('middle'),
		cost_month_end_high: at('high'),
		cost_currency: currency ?? null,
	};
}

/** The day on which a volume is used up as the middle of the forecast has it; null for none this month. */
function usedUpOn(mb: number, data: Month, amounts: readonly number[], calendar: Calendar) {
	let used = 0;
	for (let day = calendar.month; day < calendar.nextMonth; day += DAY_MS) {
		const ahead = (day - calendar.open) / DAY_MS;
		const own = amounts[(day - calendar.from) / DAY_MS] ?? 0;
		used += ahead < 0 ? own : data.days[ahead]!.middle;
		if (used > mb) return dayText(day);
	}
	return null;
}

/** The biggest contributors of the month, beside what they used in the same weeks before. */
function contributorsOf(all: EndpointDays[], calendar: Calendar, most: number): Json[] {
	const first = (calendar.month - calendar.from) / DAY_MS;
	const open = (calendar.open - calendar.from) / DAY_MS;
	const sum = (of: readonly number[]) => of.reduce((whole, amount) => whole + amount, 0);
	const used = all.flatMap(({ state, series }) => {
		if (!series) return [];
		const week = sum(series.dataMb.slice(Math.max(0, open - 7), open));
		const before = sum(series.dataMb.slice(Math.max(0, open - 28), open - 7)) / 3;
		return [{ state, mb: sum(series.dataMb.slice(first)), week, before }];
	});
	const total = sum(used.map(({ mb }) => mb));
	return used
		.sort((a, b) => b.mb - a.mb)
		.slice(0, most)
		.filter(({ mb }) => mb > 0)
		.map(({ state, mb, week, before }) => ({
			endpoint_id: state.id,
			endpoint: state.name,
			data_so_far_mb: tidy(mb),
			share_percent: shown((100 * mb) / total),
			last_7_days_mb: tidy(week),
			usual_7_days_mb: shown(before),
		}));
}

/** The devices that use far more than they did. */
function changedDevices(all: EndpointDays[], calendar: Calendar): Json[] {
	const known = all.flatMap(({ state, series }) =>
		series ? [{ device: state, days: series.dataMb }] : [],
	);
	return changesIn(known).map(({ device, since, amount, usual, times }) => ({
		endpoint_id: device.id,
		endpoint: device.name,
		since: dayText(calendar.from + since * DAY_MS),
		day_mb: tidy(amount),
		usual_mb: shown(usual),
		times: shown(times),
	}));
}

/** What the forecast is made of, in sentences. */
function basisOf(data: Month, calendar: Calendar): string[] {
	const facts = [
		data.basis === 0
			? 'No usage in the last ten weeks'
			: `${data.basis} complete days up to ${dayText(calendar.open - DAY_MS)} (UTC); today counts as unfinished`,
	];
	if (data.hasWeekdays) facts.push('Weekdays differ, and are taken from the weeks before');
	if (Math.abs(data.trendPercent) >= 1)
		facts.push(`A trend of ${data.trendPercent.toFixed(1)} % a week, which is taken to fade`);
	const days = data.outliers.map((day) => dayText(calendar.from + day * DAY_MS));
	if (days.length > 0) facts.push(`Left out as exceptions: ${days.slice(-5).join(', ')}`);
	return facts;
}

const OF_WORDS = {
	endpoint: 'endpoint',
	organisation: 'organisation',
	tag: 'tag',
	tariff: 'tariff profile',
};

function nameOf({ of, tag }: ForecastInput, endpoints: EndpointState[]): string | null {
	if (of === 'tag') return tag;
	if (of === 'endpoint') return endpoints[0]?.name ?? null;
	if (of === 'tariff') return endpoints[0]?.profiles.tariffProfileId.name ?? null;
	return null;
}

/** Forecasts the month of an organisation, a tag, a tariff profile or an endpoint. */
export async function forecast(client: Client, call: Call, input: ForecastInput): Promise<Json> {
	const calendar = calendarAt(call.env.now);
	const { of, contributors = 5, mostEndpoints = MOST_ENDPOINTS } = input;
	const unknown: string[] = [];
	const endpoints = await endpointsOf(call, input);
	const isWhole = of === 'organisation';
	const reads = !isWhole || (contributors > 0 && endpoints.length <= mostEndpoints);
	if (!reads && contributors > 0) {
		unknown.push(
			`Contributors and what changed: there are ${endpoints.length} endpoints, and ${mostEndpoints} may be read ("Endpoints to Read")`,
		);
	}
	const fees = await simFees(call, endpoints, unknown);
	const active = endpoints.filter(({ sim }) => sim?.status === 1).length;
	const pool = isWhole ? await inclusivePool(call, active, unknown) : undefined;
	const each = reads ? await daysOfEach(client, call, endpoints, calendar) : [];
	const unread = each.filter(({ series }) => !series).length;
	if (unread > 0)
		unknown.push(
			isWhole
				? `Usage of ${unread} endpoints by itself: it could not be read`
				: `Usage of ${unread} endpoints: it could not be read, and is not in the sums`,
		);
	const series = isWhole
		? await daysOfOrganisation(call, calendar)
		: combined(
				each.flatMap((endpoint) => endpoint.series ?? []),
				calendar,
			);
	const data = monthOf(series.dataMb, calendar);
	const sms = monthOf(series.sms, calendar);
	if (input.pricePerMb === undefined)
		unknown.push('Cost of data: no answer of the service has a price per MB; type it in');
	if (isWhole) {
		unknown.push('Fees of SIMs without an endpoint, and of SIMs of child organisations');
	}
	unknown.push(
		'Whether the statistics count volume of factory tests, and whether the invoice rounds sessions up',
	);
	const name = nameOf(input, endpoints);
	const month = dayText(calendar.month).slice(0, 7);
	const title = `Data in ${month}${isWhole ? '' : `, ${OF_WORDS[of]} ${name ?? ''}`}`;
	return {
		of: OF_WORDS[of],
		name,
		...(of === 'endpoint' && { endpoint_id: input.endpointId }),
		month,
		as_of: new Date(call.env.now).toISOString(),
		days_left: (calendar.nextMonth - calendar.today) / DAY_MS,
		endpoints: endpoints.length,
		...monthCells('data', '_mb', data),
		...monthCells('sms', '', sms),
		...costCells(input, data, sms),
		inclusive_mb: pool ? tidy(pool.mb) : null,
		inclusive_used_up_on: pool ? usedUpOn(pool.mb, data, series.dataMb, calendar) : null,
		sim_fees: fees,
		contributors: contributorsOf(each, calendar, contributors),
		changed: changedDevices(each, calendar),
		basis: basisOf(data, calendar),
		not_known: unknown,
		svg: forecastChart(title, series.dataMb, data, calendar),
	};
}
