import { InputError } from '../../errors';
import type { Endpoint } from '../../fleet/endpoint';
import { EndpointStatus, SimStatus } from '../../fleet/statuses';
import { endpointIn } from '../../readers/endpoints';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import { answerList, objectIn } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { getAllEndpoints, getEndpoint } from '../../table/entries/endpoint/endpointRead';
import { tidy, volumeSum } from '../../table/entries/usage/usageDays';
import {
	getDailyUsage,
	getOrganisationDailyUsage,
	getWorkspacesDailyUsage,
} from '../../table/entries/usage/usageReports';
import { inParallel } from '../../table/inParallel';
import { at, listAt, listOrOne } from '../../table/reading';
import { asNumber, describeValue, toId } from '../../table/values';
import { readWhole } from '../../table/whole';
import { DAY_MS } from '../../times';
import { changesIn } from './changes';
import { forecastChart } from './chart';
import { type ForecastInput, MOST_ENDPOINTS } from './form';
import { costCells, inclusivePool, shown, simFees } from './money';
import { forecastMonth, LATE_DAYS, type MonthForecast } from './model';
import {
	type AmountName,
	type Calendar,
	calendarAt,
	dayText,
	knownSum,
	RECENT_DAYS,
	type Series,
	seriesOf,
	SeriesSum,
	workspaceDay,
} from './series';

/* Usage: Forecast. Reads days of usage, and says what the month will be, by what, and what is not known. */

/** Endpoints that are read at a time; the lane decides how fast. */
const READ_AT_A_TIME = 25;

/** An endpoint with the moment at which it was created, NaN where that is not told. */
interface FoundEndpoint extends Endpoint {
	created: number;
	/** Whether it is of a child organisation, as far as the list tells. */
	isOfChild: boolean;
}

const foundEndpoint = (entity: Json, own: number | undefined): FoundEndpoint => {
	const organisation = asNumber(at(entity, 'organisation.id') ?? entity.organisation_id);
	const isTold = typeof organisation === 'number' && own !== undefined;
	return {
		...endpointIn(entity),
		created: Date.parse(String(entity.created)),
		isOfChild: isTold && organisation !== own,
	};
};

/** An endpoint with its newest days; undefined where they could not be read. */
interface EndpointDays {
	state: FoundEndpoint;
	/** MB of data, the last of them today. */
	recent: number[] | undefined;
}

/** The endpoints that a forecast is about. */
async function endpointsOf(
	call: Call,
	input: ForecastInput,
	own: number | undefined,
): Promise<FoundEndpoint[]> {
	const { of, endpointId, tag, tariffProfileId } = input;
	if (of === 'endpoint') {
		return [foundEndpoint(objectIn(await call.other(getEndpoint, { endpointId })), own)];
	}
	const all: FoundEndpoint[] = [];
	const tags = new Set<string>();
	const keep = (entity: Json): undefined => {
		const state = foundEndpoint(entity, own);
		for (const name of state.tags ?? []) tags.add(name);
		if (state.status !== EndpointStatus.Deleted) all.push(state);
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

/** The days of each endpoint, added up in `total`; a read that fails alone leaves its endpoint without. */
async function daysOfEach(
	client: Client,
	call: Call,
	endpoints: FoundEndpoint[],
	{ calendar, from, total }: { calendar: Calendar; from: number; total: SeriesSum },
): Promise<EndpointDays[]> {
	const span = { startDate: dayText(from), endDate: dayText(calendar.today) };
	const all: EndpointDays[] = [];
	await inParallel(endpoints, READ_AT_A_TIME, async (state) => {
		let recent: number[] | undefined;
		try {
			const answer = await call.other(getDailyUsage, { endpointId: state.id, ...span });
			const series = seriesOf(answerList(answer), calendar, from);
			total.add(series, calendar);
			recent = series.dataMb.slice(-RECENT_DAYS).map((amount) => amount ?? 0);
		} catch (error) {
			if (!failsAlone(error)) throw error;
		}
		all.push({ state, recent });
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
	return seriesOf(answerList(answer), calendar, calendar.from);
}

/** The days of the organisation without its children; undefined where they cannot be told. */
async function ownDays(
	call: Call,
	own: number | undefined,
	calendar: Calendar,
): Promise<Series | undefined> {
	if (own === undefined) return undefined;
	try {
		const answer = await call.other(getWorkspacesDailyUsage, {
			workspaceIds: String(own),
			startDate: dayText(calendar.from),
			endDate: dayText(calendar.today),
		});
		const entry = listOrOne(answer).find(({ id }) => asNumber(id) === own);
		const days = entry && listAt(entry, 'days');
		return days && seriesOf(days.map(workspaceDay), calendar, calendar.from);
	} catch (error) {
		if (!failsAlone(error)) throw error;
		return undefined;
	}
}

/** A month of one kind of traffic: what will be used, and what was in the month before. */
interface Month extends MonthForecast {
	/** null where a day of it is not known. */
	last: number | null;
	/** Whether no day at all is known. */
	isUnknown: boolean;
	/** Whether nothing is known of its end: there was no use yet, and too little time for any. */
	isOpen: boolean;
}

/**
 * Since when there can have been usage: the creation of the oldest endpoint, or an earlier use; undefined where neither
 * is known.
 */
function existsSince(endpoints: FoundEndpoint[], { from, dataMb, sms }: Series) {
	const created = endpoints.map((endpoint) => endpoint.created).filter(Number.isFinite);
	const used = [dataMb, sms]
		.map((amounts) => amounts.findIndex((amount) => amount !== null && amount > 0))
		.filter((day) => day >= 0)
		.map((day) => from + day * DAY_MS);
	const all = [...created, ...used];
	return all.length > 0 ? all.reduce((a, b) => Math.min(a, b)) : undefined;
}

function monthOf(
	series: Series,
	name: AmountName,
	calendar: Calendar,
	since: number | undefined,
): Month {
	const { from } = series;
	const amounts = series[name];
	const place = (ms: number) => Math.max(0, (ms - from) / DAY_MS);
	const month = forecastMonth({ amounts, from, now: calendar.now, since });
	return {
		...month,
		last: volumeSum(amounts.slice(place(calendar.lastMonth), place(calendar.month))),
		isUnknown: amounts.every((amount) => amount === null || amount === 0) && series.unreadable > 0,
		isOpen: month.isEarly && month.high === 0,
	};
}

/** The cells of a month under a name; null where no day of it is known, or nothing of its end. */
const monthCells = (name: string, unit: string, month: Month | undefined): Json => {
	const known = month?.isUnknown === true ? undefined : month;
	// What is used so far has more digits: no end may be rounded below it.
	const shownEnd = (amount: number) => Math.max(tidy(known?.soFar ?? 0), shown(amount));
	return {
		[`${name}_so_far${unit}`]: known ? tidy(known.soFar) : null,
		[`${name}_month_end_low${unit}`]: known ? shownEnd(known.low) : null,
		[`${name}_month_end${unit}`]: known && !known.isOpen ? shownEnd(known.middle) : null,
		[`${name}_month_end_high${unit}`]: known && !known.isOpen ? shownEnd(known.high) : null,
		[`${name}_last_month${unit}`]: month?.last ?? null,
	};
};

/** The day on which a volume is used up as the middle of the forecast has it; null for none this month. */
function usedUpOn(mb: number, { dataMb, from }: Series, data: Month, calendar: Calendar) {
	let used = 0;
	for (let ms = calendar.month; ms < calendar.nextMonth; ms += DAY_MS) {
		const day = (ms - from) / DAY_MS;
		used += data.days.find((band) => band.day === day)?.middle ?? dataMb[day] ?? 0;
		if (used > mb) return dayText(ms);
	}
	return null;
}

/** Endpoints may have so much more than their organisation by rounding. */
const ROUNDED = 1.01;

/**
 * The biggest contributors of the month, beside what they used in the same weeks before. Their share is that of
 * `whole`, null where that is not known.
 */
function contributorsOf(
	all: EndpointDays[],
	{ month, today }: Calendar,
	{ most, whole, unknown }: { most: number; whole: number | null; unknown: string[] },
): Json[] {
	const sum = (of: readonly number[]) => of.reduce((added, amount) => added + amount, 0);
	const daysOfMonth = (today - month) / DAY_MS + 1;
	const used = all.flatMap(({ state, recent }) => {
		if (!recent) return [];
		const before = sum(recent.slice(-29, -8)) / 3;
		return [
			{ state, mb: sum(recent.slice(-daysOfMonth)), week: sum(recent.slice(-8, -1)), before },
		];
	});
	const isWithin = whole !== null && sum(used.map(({ mb }) => mb)) <= ROUNDED * whole;
	if (whole !== null && !isWithin) {
		unknown.push(
			"Shares: the endpoints have used more than the organisation's own statistics have",
		);
	}
	return used
		.sort((a, b) => b.mb - a.mb)
		.slice(0, most)
		.filter(({ mb }) => mb > 0)
		.map(({ state, mb, week, before }) => ({
			endpoint_id: state.id,
			endpoint: state.name,
			data_so_far_mb: tidy(mb),
			share_percent: isWithin && !state.isOfChild ? shown((100 * mb) / whole) : null,
			last_7_days_mb: tidy(week),
			usual_7_days_mb: shown(before),
		}));
}

/** The devices that use far more than they did. */
function changedDevices(all: EndpointDays[], { recentFrom }: Calendar): Json[] {
	const known = all.flatMap(({ state, recent }) => {
		const created = Math.floor((state.created - recentFrom) / DAY_MS);
		return recent ? [{ device: state, days: recent, ...(created > 0 && { created }) }] : [];
	});
	return changesIn(known).map(({ device, since, amount, usual, times }) => ({
		endpoint_id: device.id,
		endpoint: device.name,
		since: dayText(recentFrom + since * DAY_MS),
		day_mb: tidy(amount),
		usual_mb: shown(usual),
		times: times === null ? null : shown(times),
	}));
}

const NEWS_WORDS = {
	more: 'The newest days have more than any before: the range holds that they go on, and that they do not',
	less: 'The newest days have less than was expected: they may be incomplete, or the fleet uses less',
};

/** What no usage before today stands on. */
function noUsage({ from, since }: { from: number; since: number | undefined }): string {
	if (since === undefined)
		return 'No usage before today in the statistics, and nothing tells for how long there could have been any';
	return since > from
		? `No usage before today: there has been an endpoint since ${dayText(since)}, as far as is known`
		: 'No usage in the twelve months before today';
}

/** What the forecast is made of, in sentences. */
function basisOf(
	data: Month,
	{ today, from, since }: { today: number; from: number; since: number | undefined },
): string[] {
	const yesterday = dayText(today - DAY_MS);
	const facts = [
		data.basis === 0
			? noUsage({ from, since })
			: `${data.basis} days since the first use, up to ${yesterday} (UTC); today counts as unfinished, and the ${LATE_DAYS} days before may be incomplete`,
	];
	if (data.isEarly)
		facts.unshift(
			data.isOpen
				? 'Too early to say: there is no usage yet, and no endpoint is known to have existed for two weeks'
				: 'Too early to say: there are fewer than two weeks of usage',
		);
	if (data.news) facts.push(NEWS_WORDS[data.news]);
	if (data.shiftedOn !== undefined) {
		const shiftedOn = dayText(from + data.shiftedOn * DAY_MS);
		facts.push(`Since ${shiftedOn} the level has been another one: trends are taken from there on`);
	}
	if (data.hasWeekdays) facts.push('Weekdays differ, and are taken from the weeks before');
	if (Math.abs(data.trendPercent) >= 1)
		facts.push(`The last four weeks have a trend of ${data.trendPercent.toFixed(1)} % a week`);
	const peaks = data.peaks.map((day) => dayText(from + day * DAY_MS));
	if (peaks.length > 0)
		facts.push(`More on ${peaks.join(', ')}, as on these days of former months`);
	if (data.missing > 0)
		facts.push(`${data.missing} days are not known, and taken to be as those around them`);
	return facts;
}

const OF_WORDS = {
	endpoint: 'endpoint',
	organisation: 'organisation',
	tag: 'tag',
	tariff: 'tariff profile',
};

function nameOf({ of, tag }: ForecastInput, endpoints: Endpoint[]): string | null {
	if (of === 'tag') return tag;
	if (of === 'endpoint') return endpoints[0]?.name ?? null;
	if (of === 'tariff') return endpoints[0]?.profiles.tariffProfileId.name ?? null;
	return null;
}

/** What cannot be known of the usage that a forecast is made of. */
function notKnownOf(series: Series, lacking: number): string[] {
	const unknown = [
		`What the service has not counted yet: usage is up to ${LATE_DAYS} days late, and the newest days may still grow`,
	];
	if (series.unreadable > 0) {
		unknown.push(
			`Usage of ${series.unreadable} days: the service does not give it as a number of MB or SMS`,
		);
	}
	if (lacking > 0) {
		unknown.push(`Usage of ${lacking} endpoints on days of this month that their statistics lack`);
	}
	const month = knownSum(series.satelliteMb, 0) + knownSum(series.satelliteSms, 0);
	if (month > 0) {
		unknown.push('Prices of satellite traffic, which counts among the data and the SMS');
	}
	return unknown;
}

/** Satellite traffic of the month, where there was any in the days that are read. */
function satelliteCells(series: Series, calendar: Calendar): Json {
	const first = (calendar.month - series.from) / DAY_MS;
	const isUsed = knownSum(series.satelliteMb, 0) + knownSum(series.satelliteSms, 0) > 0;
	if (!isUsed) return {};
	return {
		satellite_data_so_far_mb: tidy(knownSum(series.satelliteMb, first)),
		satellite_sms_so_far: tidy(knownSum(series.satelliteSms, first)),
	};
}

/** Forecasts the month of an organisation, a tag, a tariff profile or an endpoint. */
export async function forecast(client: Client, call: Call, input: ForecastInput): Promise<Json> {
	const calendar = calendarAt(call.env.now);
	const { of, contributors = 5, mostEndpoints = MOST_ENDPOINTS } = input;
	const unknown: string[] = [];
	const isWhole = of === 'organisation';
	const organisation = isWhole ? toId((await call.login.identity()).organisationId) : undefined;
	const endpoints = await endpointsOf(call, input, organisation);
	const reads = !isWhole || (contributors > 0 && endpoints.length <= mostEndpoints);
	if (!reads && contributors > 0) {
		unknown.push(
			`Contributors and what changed: there are ${endpoints.length} endpoints, and ${mostEndpoints} may be read ("Endpoints to Read")`,
		);
	}
	const fees = await simFees(call, endpoints, unknown);
	const isActive = ({ sim, isOfChild }: FoundEndpoint) =>
		sim?.status === SimStatus.Activated && !isOfChild;
	const active = endpoints.filter(isActive).length;
	const pool = isWhole ? await inclusivePool(call, active, unknown) : undefined;
	const total = new SeriesSum();
	const from = isWhole ? calendar.recentFrom : calendar.from;
	const each = reads ? await daysOfEach(client, call, endpoints, { calendar, from, total }) : [];
	const unread = each.filter(({ recent }) => !recent).length;
	if (unread > 0)
		unknown.push(
			isWhole
				? `Usage of ${unread} endpoints by itself: it could not be read`
				: `Usage of ${unread} endpoints: it could not be read, and is not in the sums`,
		);
	const ofOwn = isWhole ? await ownDays(call, organisation, calendar) : undefined;
	const series = isWhole ? await daysOfOrganisation(call, calendar) : total.whole(calendar);
	const own = isWhole ? ofOwn : series;
	if (!own) {
		unknown.push(
			"What is the organisation's own: the sums include child organisations, and its own statistics could not be read; so are shares, and the day on which the inclusive volume runs out",
		);
	}
	const since = existsSince(endpoints, series);
	const data = monthOf(series, 'dataMb', calendar, since);
	const sms = monthOf(series, 'sms', calendar, since);
	const ownData = own && monthOf(own, 'dataMb', calendar, since);
	unknown.push(...notKnownOf(series, isWhole ? 0 : total.lacking));
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
		too_early_to_say: data.isEarly,
		...monthCells('data', '_mb', data),
		...monthCells('sms', '', sms),
		...(isWhole && {
			...monthCells('own_data', '_mb', ownData),
			...monthCells('own_sms', '', own && monthOf(own, 'sms', calendar, since)),
		}),
		...satelliteCells(series, calendar),
		...costCells(
			input,
			{ data, sms, satelliteMb: monthOf(series, 'satelliteMb', calendar, since) },
			{ fees, unknown },
		),
		inclusive_mb: pool ? tidy(pool.mb) : null,
		inclusive_used_up_on: pool && own && ownData ? usedUpOn(pool.mb, own, ownData, calendar) : null,
		sim_fees: fees,
		contributors: contributorsOf(each, calendar, {
			most: contributors,
			whole: ownData?.soFar ?? null,
			unknown,
		}),
		changed: changedDevices(each, calendar),
		basis: basisOf(data, { today: calendar.today, from: series.from, since }),
		not_known: unknown,
		svg: forecastChart(title, series, data, calendar),
	};
}
