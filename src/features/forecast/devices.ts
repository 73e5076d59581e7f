import { InputError } from '../../errors';
import type { Endpoint } from '../../fleet/endpoint';
import { EndpointStatus } from '../../fleet/statuses';
import { endpointIn } from '../../readers/endpoints';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import { answerList, objectIn } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { getAllEndpoints, getEndpoint } from '../../table/entries/endpoint/endpointRead';
import { getDailyUsage } from '../../table/entries/usage/usageReports';
import { inParallel } from '../../table/inParallel';
import { at } from '../../table/reading';
import { asNumber, describeValue } from '../../table/values';
import { readWhole } from '../../table/whole';
import type { ForecastInput } from './form';
import { type Calendar, dayText, RECENT_DAYS, seriesOf, SeriesSum } from './series';

/* The endpoints that a forecast is about, and the days of each. */

/** Endpoints that are read at a time; the lane decides how fast. */
const READ_AT_A_TIME = 25;

/** An endpoint with the moment at which it was created, NaN where that is not known. */
export interface FoundEndpoint extends Endpoint {
	created: number;
	/** Whether it is of a child organisation, as far as the list shows it. */
	isOfChild: boolean;
}

const foundEndpoint = (entity: Json, own: number | undefined): FoundEndpoint => {
	const organisation = asNumber(at(entity, 'organisation.id') ?? entity.organisation_id);
	const isKnown = typeof organisation === 'number' && own !== undefined;
	return {
		...endpointIn(entity),
		created: Date.parse(String(entity.created)),
		isOfChild: isKnown && organisation !== own,
	};
};

/** An endpoint with its newest days; undefined where they could not be read. */
export interface EndpointDays {
	state: FoundEndpoint;
	/** MB of data, the last of them today. */
	recent: number[] | undefined;
}

/** The endpoints that a forecast is about. */
export async function endpointsOf(
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

/** The days of each endpoint, and of all; a read that fails alone leaves its endpoint without. */
export async function daysOfEach(
	client: Client,
	call: Call,
	endpoints: FoundEndpoint[],
	{ calendar, from }: { calendar: Calendar; from: number },
): Promise<{ each: EndpointDays[]; total: SeriesSum }> {
	const span = { startDate: dayText(from), endDate: dayText(calendar.today) };
	const each: EndpointDays[] = [];
	const total = new SeriesSum();
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
		each.push({ state, recent });
		client.ports.report?.progress(each.length, endpoints.length, 'requests');
	});
	each.sort((a, b) => a.state.id - b.state.id);
	return { each, total };
}
