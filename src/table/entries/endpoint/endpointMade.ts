import { isObject } from '../../../wire';
import { entityOf, answerList } from '../../answers';
import type { Call, Input, Json } from '../../define';
import * as f from '../../fields';
import { VALUES_IN_FILTER } from '../../filterValues';
import { shownEntity } from '../../reading';
import {
	endpointKind,
	ENDPOINTS_IN_PAGE,
	getAllEndpoints,
	getEndpoint,
	readEndpoint,
} from './endpointRead';

/* Endpoints that a create has made, as Get gives them: read where the answer says less. */

/** Keys that every endpoint has. Source: specification, Endpoint. */
const ALWAYS = ['status', 'service_profile', 'tariff_profile'];
const isWhole = (endpoint: Json): boolean => ALWAYS.every((key) => isObject(endpoint[key]));

/** Simplify of a create. Operations that create on their way leave it out, and get all of the endpoint. */
export const simplifyMade = {
	simplify: f.checkedBy(f.simplify, (s) => f.simplify.schema(s).optional()),
};

/** An endpoint as Get gives it, simplified if the item says so; one of which little is known as it is, with its IDs. */
export const asGet = (endpoint: Json, { simplify }: Input): Json =>
	shownEntity(endpointKind, endpoint, simplify === true && isWhole(endpoint));

const unread = (made: Json, why: string): Json => ({
	...made,
	note: `It was created, but could not be read: ${why}`,
});
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One endpoint in full; one more request where the answer contains only its ID. */
export async function wholeEndpoint(call: Call, made: Json): Promise<Json> {
	if (isWhole(made)) return made;
	try {
		const endpoint = entityOf(await call.other(getEndpoint, { endpointId: made.id }));
		return isWhole(endpoint) ? readEndpoint(endpoint) : made;
	} catch (error) {
		return unread(made, reason(error));
	}
}

/** Finds endpoints of a call among the newest of the list: three requests for 2,000. */
async function amongNewest(call: Call, ids: Set<number>, found: Map<number, Json>): Promise<void> {
	const most = Math.ceil(ids.size / ENDPOINTS_IN_PAGE) + 1;
	for (let page = 1; page <= most && found.size < ids.size; page++) {
		const query = { sort: '-id', page, per_page: ENDPOINTS_IN_PAGE };
		const list = answerList(await call.other(getAllEndpoints, {}, { query }));
		for (const endpoint of list.map(readEndpoint)) {
			if (ids.has(Number(endpoint.id))) found.set(Number(endpoint.id), endpoint);
		}
		if (list.length < ENDPOINTS_IN_PAGE) return;
	}
}

/** Many endpoints in full; read from a few lists where the answer contains only their IDs. */
export async function wholeEndpoints(call: Call, made: Json[]): Promise<Json[]> {
	const lacks = (endpoint: Json) => endpoint.id !== undefined && !isWhole(endpoint);
	const ids = new Set(made.filter(lacks).map(({ id }) => Number(id)));
	const found = new Map<number, Json>();
	let why = 'the list does not hold it.';
	try {
		if (ids.size > VALUES_IN_FILTER) await amongNewest(call, ids, found);
		const rest = [...ids].filter((id) => !found.has(id));
		for (const [id, endpoint] of rest.length > 0 ? await call.endpoints(rest) : [])
			found.set(id, endpoint);
	} catch (error) {
		why = reason(error);
	}
	return made.map((shown) => {
		if (!lacks(shown)) return shown;
		const endpoint = found.get(Number(shown.id));
		return endpoint && isWhole(endpoint) ? readEndpoint(endpoint) : unread(shown, why);
	});
}
