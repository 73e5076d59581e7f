import type { Endpoint } from '../../fleet/endpoint';
import { SimStatus } from '../../fleet/statuses';
import type { Client } from '../../run/client';
import type { Call, Json } from '../../table/define';
import { tidy } from '../../table/entries/usage/usageDays';
import { toId } from '../../table/values';
import { DAY_MS } from '../../times';
import { basisOf, notKnownOf } from './basis';
import { forecastChart } from './chart';
import { changedDevices, contributorsOf } from './contributors';
import { daysOfEach, endpointsOf, type FoundEndpoint } from './devices';
import { type ForecastInput, MOST_ENDPOINTS } from './form';
import { costCells, inclusivePool, simFees } from './money';
import { existsSince, monthCells, monthOf, satelliteCells, usedUpOn } from './month';
import { daysOfOrganisation, ownDays } from './organisationDays';
import { calendarAt, dayText } from './series';

/* Usage: Forecast. Reads days of usage, and says what the month will be, by what, and what is not known. */

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
	const { fees, unknown: unknownFees } = await simFees(call, endpoints);
	const isActive = ({ sim, isOfChild }: FoundEndpoint) =>
		sim?.status === SimStatus.Activated && !isOfChild;
	const active = endpoints.filter(isActive).length;
	const { pool, unknown: unknownPool } = isWhole
		? await inclusivePool(call, active)
		: { unknown: [] };
	unknown.push(...unknownFees, ...unknownPool);
	const from = isWhole ? calendar.recentFrom : calendar.from;
	const { each, total } = await daysOfEach(client, call, reads ? endpoints : [], {
		calendar,
		from,
	});
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
	const costs = costCells(
		input,
		{ data, sms, satelliteMb: monthOf(series, 'satelliteMb', calendar, since) },
		fees,
	);
	const biggest = contributorsOf(each, calendar, {
		most: contributors,
		whole: ownData?.soFar ?? null,
	});
	unknown.push(...costs.unknown, ...biggest.unknown);
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
		...costs.cells,
		inclusive_mb: pool ? tidy(pool.mb) : null,
		inclusive_used_up_on: pool && own && ownData ? usedUpOn(pool.mb, own, ownData, calendar) : null,
		sim_fees: fees,
		contributors: biggest.contributors,
		changed: changedDevices(each, calendar),
		basis: basisOf(data, { today: calendar.today, from: series.from, since }),
		not_known: unknown,
		...(await forecastChart(title, series, data, calendar)),
	};
}
