import { EventType } from '../../fleet/events';
import type { Client } from '../../run/client';
import type { Call } from '../../table/define';
import { resetConnectivity } from '../../table/entries/endpoint/connectivity';
import { inParallel } from '../../table/inParallel';
import { eventsAbout } from '../../readers/events';

/* Resets the devices of a wave after their change, so that each must open a new session. */

/** Resets that are ordered at a time; the lane spaces them. */
const RESET_AT_A_TIME = 10;

/** Those of some endpoints of which no reset is known since a moment. Milliseconds since 1970. */
async function notResetSince(call: Call, ids: readonly number[], sinceMs: number) {
	const resets = await eventsAbout(call, [...ids], [EventType.ConnectivityReset], sinceMs);
	if (resets === 'refused') return [...ids];
	return ids.filter((id) => {
		const own = resets.get(id) ?? [];
		return 'error' in own || own.length === 0;
	});
}

/**
 * Orders the reset of endpoints; gives the errors of those for which it failed. Without an answer a reset may have
 * been ordered all the same: it is not sent again.
 * @throws the reason of an abort
 */
export async function resetDevices(
	{ client, call }: { client: Client; call: Call },
	ids: readonly number[],
	{ since, isAgain }: { since: string; isAgain: boolean },
): Promise<Map<number, unknown>> {
	const errors = new Map<number, unknown>();
	// A run that was killed has reset some of them, of which their events tell.
	const todo = isAgain ? await notResetSince(call, ids, Date.parse(since)) : [...ids];
	await inParallel(todo, RESET_AT_A_TIME, async (endpointId) => {
		client.ports.signal?.throwIfAborted();
		try {
			await client.perform(resetConnectivity, { endpointId, reset: 'both' });
		} catch (error) {
			errors.set(endpointId, error);
		}
	});
	client.ports.signal?.throwIfAborted();
	return errors;
}
