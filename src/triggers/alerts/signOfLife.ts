import type { Client } from '../../client/client';
import { NotFoundError } from '../../http/errors';
import type { Json } from '../../operations/define';
import { getConnectivity } from '../../operations/connectivity';
import { at } from '../../operations/reading';
import { getUsageSummary } from '../../operations/usageReports';
import { series } from '../../operations/usageFields';
import { timeOf } from '../feed';

const MINUTE = 60_000;
/** Traffic of both kinds and ways, in both months that the summary holds. */
const MONTHS = ['last_month.data', 'last_month.sms', 'current_month.data', 'current_month.sms'];
const HOURS = ['data.rx', 'data.tx', 'sms.rx', 'sms.tx'];

/** The newest traffic in a usage summary. The last hour is one pair a minute, the oldest first. */
function trafficIn(summary: Json, now: number): number | undefined {
	const months = MONTHS.map((month) => timeOf({ timestamp: at(summary, `${month}.last_updated`) }));
	const minutes = HOURS.map((kind) => {
		const hour = series(at(summary, `last_hour.${kind}`));
		const newest = hour.findLastIndex(([, amount]) => amount > 0);
		return newest < 0 ? NaN : now - (hour.length - 1 - newest) * MINUTE;
	});
	const known = [...months, ...minutes].filter((time) => !Number.isNaN(time));
	return known.length > 0 ? Math.max(...known) : undefined;
}

/**
 * When an endpoint last showed a sign of life that is in no event, in milliseconds since 1970:
 * traffic, by its usage summary (one call); with `session`, a data session that is open counts as one
 * now (a second call). Undefined when neither is known. That a month's `last_updated` is its newest
 * traffic is inferred.
 */
export async function signOfLife(
	client: Client,
	endpointId: number,
	{ session, now }: { session: boolean; now: number },
): Promise<number | undefined> {
	try {
		const input = { endpointId, simplify: false };
		const traffic = trafficIn((await client.perform(getUsageSummary, input)) as Json, now);
		if (!session || (traffic !== undefined && traffic > now - MINUTE)) return traffic;
		const connectivity = (await client.perform(getConnectivity, input)) as Json;
		return at(connectivity, 'status.description') === 'ONLINE' ? now : traffic;
	} catch (error) {
		// It may have been deleted since the list was read.
		if (error instanceof NotFoundError) return undefined;
		throw error;
	}
}
