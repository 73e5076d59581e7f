import { listIn } from '../../../wire';
import type { Call, Input, Json, ReadBackResult, Since } from '../../define';
import { entityId } from '../../readBack';
import { ENDPOINTS_IN_PAGE, getAllEndpoints, readEndpoint } from './endpointRead';

/* Finds the endpoints of a create whose answer never came. Source: public reference. */

/** Most pages read: more than two full bulk calls of other clients in between. */
const MOST_ENDPOINTS_IN_PAGES = 6;

/** Endpoints made in the time of a call, the newest first. */
async function endpointsMade(call: Call, since: Since): Promise<Json[]> {
	const { timeOf } = await import('../../moments');
	const made: Json[] = [];
	for (let page = 1; page <= MOST_ENDPOINTS_IN_PAGES; page++) {
		const query = { sort: '-id', page, per_page: ENDPOINTS_IN_PAGE };
		const answer = await call.other(getAllEndpoints, {}, { query });
		const list = listIn(answer.body) ?? [];
		// The specification calls the date optional. Without it, an old endpoint looks like a new one.
		if (list.some((e) => Number.isNaN(timeOf(e.created)))) {
			throw new Error('endpoints without a date of creation');
		}
		const start = since.start(answer);
		const end = since.end(answer);
		const isInTime = (e: Json) => timeOf(e.created) >= start && timeOf(e.created) <= end;
		const own = list.filter((e) => isInTime(e) && since.isFree(entityId(e)));
		made.push(...own.map(readEndpoint));
		const oldest = list.at(-1);
		if (list.length < ENDPOINTS_IN_PAGE || (oldest && timeOf(oldest.created) < start)) return made;
	}
	throw new Error('too many endpoints were created meanwhile');
}

/**
 * The endpoints that a create has made, one answer for each input: found by SIM, which belongs to
 * one endpoint at most, else by name where as many were made as were asked for.
 */
export async function findCreated(
	call: Call,
	inputs: Input[],
	since: Since,
): Promise<Array<ReadBackResult<Json>>> {
	const made = await endpointsMade(call, since);
	const unnamed = (input: Input) => input.simId === undefined && input.name !== undefined;
	const byName = (name: unknown) => made.filter((e) => e.name === name && !e.sim);
	const used = new Map<unknown, number>();
	return inputs.map((input): ReadBackResult<Json> => {
		// Endpoints of a sub-organisation need not be in this list.
		const absent = input.organisationId === undefined ? 'notDone' : 'unclear';
		if (input.simId !== undefined) {
			const found = made.find((e) => Number((e.sim as Json | null)?.id) === input.simId);
			if (!found) return absent;
			return input.name === undefined || found.name === input.name ? { done: found } : 'unclear';
		}
		if (!unnamed(input)) return 'unclear';
		const found = byName(input.name);
		if (found.length === 0) return absent;
		const asked = inputs.filter((other) => unnamed(other) && other.name === input.name).length;
		const taken = used.get(input.name) ?? 0;
		used.set(input.name, taken + 1);
		// The newest come first, the inputs in order.
		const mine = found[found.length - 1 - taken];
		return found.length === asked && mine && !since.mayBeAnother ? { done: mine } : 'unclear';
	});
}
