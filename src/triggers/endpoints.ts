import type { Client } from '../client/client';
import type { Input, Json } from '../operations/define';
import { getAllEndpoints } from '../operations/endpointRead';

/* The endpoints that triggers watch. */

export const isDeleted = (endpoint: Json): boolean =>
	Number((endpoint.status as Json | undefined)?.id) === 2;

/** Endpoints of the list that match, deleted ones left out. */
export async function endpointsOf(
	client: Client,
	filters: Input,
	more: Input = {},
): Promise<Json[]> {
	const input = { ...filters, returnAll: true, simplify: false, ...more };
	return ((await client.perform(getAllEndpoints, input)) as Json[]).filter((e) => !isDeleted(e));
}
