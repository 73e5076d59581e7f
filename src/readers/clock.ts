import { httpDateMs } from '../request/retry';
import type { Client } from '../run/client';
import { getAllEvents } from '../table/entries/event/eventLists';
import type { Answer } from '../wire';

/** When the service answered, by its own clock, in milliseconds since 1970; `otherwise` where the answer does not say. */
export const answeredAt = ({ headers }: Answer, otherwise: number): number =>
	httpDateMs(headers.date) ?? otherwise;

/** `Date` of an answer names the second that has begun. */
const SECOND_MS = 1_000;
/** A smaller difference is explained by the resolution of `Date` and the time that an answer takes. */
const AGREEING_MS = 3_000;

/**
 * Milliseconds by which the service's clock is ahead of ours, from the `Date` of an answer; undefined
 * where it has none. 0 where the two agree.
 */
export async function clockAhead(client: Client, now: () => number): Promise<number | undefined> {
	const query = { page: 1, per_page: 1, sort: '-id' };
	const { headers } = await client.callFor(getAllEvents).own({}, { query });
	const at = httpDateMs(headers.date);
	if (at === undefined) return undefined;
	const ahead = at + SECOND_MS - now();
	return Math.abs(ahead) < AGREEING_MS ? 0 : ahead;
}
