import { DateTime } from 'luxon';
import type { Client } from '../../run/client';
import { isOnlineIn } from '../../readers/connectivity';
import { eventTime } from '../../readers/events';
import { failsAlone } from '../../run/failsAlone';
import type { Json } from '../../table/define';
import { getConnectivity } from '../../table/entries/endpoint/connectivity';
import { at } from '../../table/reading';
import { getUsageSummary } from '../../table/entries/usage/usageReports';
import { series } from '../../table/entries/usage/usageFields';
import { DAY_MS, MINUTE_MS } from '../../times';

/** Traffic of both kinds and ways, in both months that the summary holds. */
const MONTHLY_TRAFFIC = [
	'last_month.data',
	'last_month.sms',
	'current_month.data',
	'current_month.sms',
];
const HOURLY_TRAFFIC = ['data.rx', 'data.tx', 'sms.rx', 'sms.tx'];
/** Minutes in which traffic must show in the last hour, too; the rest allows for late figures. */
const SURE_MINUTES = 50;

/** The newest traffic of the last hour, which is one pair a minute, the oldest first. */
function inLastHour(summary: Json, now: number): number | undefined {
	const times = HOURLY_TRAFFIC.flatMap((kind) => {
		const hour = series(at(summary, `last_hour.${kind}`));
		const newest = hour.findLastIndex(([, amount]) => (amount ?? 0) > 0);
		return newest < 0 ? [] : [now - (hour.length - 1 - newest) * MINUTE_MS];
	});
	return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * The time of the newest traffic, by the months' `last_updated`. The meaning of that time is not
 * documented. If a month was updated long after its end, or minutes ago without traffic in the last hour,
 * the time is that of a computation and says nothing about the device.
 */
function inMonths(summary: Json, now: number, newest: number | undefined): number | undefined {
	const times = MONTHLY_TRAFFIC.flatMap((name) => {
		const time = eventTime({ timestamp: at(summary, `${name}.last_updated`) });
		return Number.isNaN(time) ? [] : [{ time, month: String(at(summary, `${name}.month`) ?? '') }];
	});
	const isComputed = times.some(({ time, month }) => {
		const first = DateTime.fromISO(month.slice(0, 10), { zone: 'utc' });
		if (first.isValid && time > first.endOf('month').toMillis() + DAY_MS) return true;
		return newest === undefined && time > now - SURE_MINUTES * MINUTE_MS;
	});
	return isComputed || times.length === 0 ? undefined : Math.max(...times.map(({ time }) => time));
}

/** The newest traffic in a usage summary. */
function trafficIn(summary: Json, now: number): number | undefined {
	const hour = inLastHour(summary, now);
	const month = inMonths(summary, now, hour);
	return hour === undefined ? month : Math.max(hour, month ?? hour);
}

/** The last sign of life of an endpoint. */
export interface SignOfLife {
	/** When it last lived, in milliseconds since 1970; undefined for never. */
	at: number | undefined;
	/** The error because of which a sign could not be read. */
	unread?: unknown;
}

/**
 * When an endpoint last showed a sign of life beside its events: traffic, by its usage summary (one call);
 * with `session`, an open data session counts as a sign of this moment (a second call).
 */
export async function signOfLife(
	client: Client,
	endpointId: number,
	{ session, now }: { session: boolean; now: number },
): Promise<SignOfLife> {
	let traffic: number | undefined;
	try {
		const input = { endpointId, simplify: false };
		traffic = trafficIn((await client.perform(getUsageSummary, input)) as Json, now);
		if (!session || (traffic !== undefined && traffic > now - MINUTE_MS)) return { at: traffic };
		const connectivity = (await client.perform(getConnectivity, input)) as Json;
		return { at: isOnlineIn(connectivity) ? now : traffic };
	} catch (error) {
		if (failsAlone(error)) return { at: traffic, unread: error };
		throw error;
	}
}
