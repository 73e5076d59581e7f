import { UnreadableAnswer } from '../../../errors';
import type { Client } from '../../../run/client';
import { answerList } from '../../../table/answers';
import type { Answer, Call, Json } from '../../../table/define';
import { readDays, type TrafficKind, volumeOf } from '../../../table/entries/usage/usageDays';
import { getDailyUsage, getUsageSummary } from '../../../table/entries/usage/usageReports';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import { isEmpty } from '../../../table/values';
import { DAY_MS } from '../../../times';
import { type Facts, USAGE_DAYS, type UsageDay } from '../facts/facts';
import { dayOf, isTime } from '../facts/words';
import type { Asked } from './asked';

/* The usage of an endpoint. */

const DAY = /^\d{4}-\d\d-\d\d$/;

/** MB or messages of a kind of traffic. @throws UnreadableAnswer for a volume that is no number: it may be traffic */
function amountOf(day: Json, kind: TrafficKind, answer: Answer): number {
	const traffic = day[kind];
	const amount = isEmpty(at(traffic, 'volume')) ? 0 : volumeOf(traffic);
	if (amount === null) throw new UnreadableAnswer('volumes that are numbers', answer);
	return amount;
}

type UsageFacts = Pick<Facts, 'days' | 'usageFrom'>;

/** The usage of each day since the endpoint was created, thirteen months at most; days that cannot be are left out. */
async function usageDays(
	call: Call,
	{ id, now, endpoint }: Pick<Facts, 'id' | 'now' | 'endpoint'>,
): Promise<UsageFacts> {
	const created = timeOf(endpoint?.created);
	const oldest = now - USAGE_DAYS * DAY_MS;
	const from = isTime(created) ? Math.max(oldest, Math.min(created, now)) : oldest;
	const [startDate, endDate] = [dayOf(from), dayOf(now)];
	const answer = await call.other(getDailyUsage, { endpointId: id, startDate, endDate });
	const days = readDays(answerList(answer), false).days.map(
		(day): UsageDay => ({
			date: String(day.date).slice(0, 10),
			mb: amountOf(day, 'data', answer),
			satelliteMb: amountOf(day, 'sat_geo_data', answer),
			sms: amountOf(day, 'sms', answer) + amountOf(day, 'sat_geo_sms', answer),
		}),
	);
	const isDay = ({ date }: UsageDay) => DAY.test(date) && isTime(Date.parse(date));
	const known = days.filter((day) => isDay(day) && day.date <= endDate);
	return { days: known, usageFrom: Date.parse(startDate) };
}

/** The usage of each day; empty where it could not be read. */
export async function readUsage(
	call: Call,
	asked: Asked,
	known: Pick<Facts, 'id' | 'now' | 'endpoint'>,
): Promise<UsageFacts> {
	return (await asked.for('usage', async () => await usageDays(call, known))) ?? {};
}

/** MB of the last hour; undefined where it could not be read, or the summary has none. */
export async function readLastHour(
	client: Client,
	asked: Asked,
	endpointId: number,
): Promise<number | undefined> {
	return await asked.for('lastHour', async () => {
		const input = { endpointId, simplify: true };
		const summary = (await client.perform(getUsageSummary, input)) as Json;
		const mb = Number(summary.last_hour_data_mb ?? NaN);
		return Number.isNaN(mb) ? undefined : mb;
	});
}
