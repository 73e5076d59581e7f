import type { Client } from '../../client/client';
import type { Input, Json } from '../../operations/define';
import { getSmsQuota } from '../../operations/smsQuota';
import { endpointOf, endpointsOf, readOne, Unreadable } from '../fleet';

/** Endpoints to watch: by id, or all that match the filters of the endpoint list. */
export type Scope = { ids: number[] } | { filters: Input };

export type StatusSource = ReturnType<typeof statusSource>;

/** Reads what a status poll needs through the client's lanes; each in one or a few requests. */
export function statusSource(client: Client, scope: Scope) {
	const filters = 'filters' in scope ? scope.filters : {};
	return {
		/** Whether `endpoints` is cheap or needless: the ids are given. */
		picked: 'ids' in scope,
		/** Whether an endpoint may leave the list without being deleted. */
		filtered: Object.keys(filters).length > 0,
		/** Endpoints to watch, deleted ones left out; at least their `id`. */
		endpoints: async (): Promise<Json[]> =>
			'ids' in scope
				? [...new Set(scope.ids)].map((id) => ({ id }))
				: await endpointsOf(client, filters),
		/** The blocked endpoints (denied service) among them. */
		blocked: async () => await endpointsOf(client, { ...filters, blocked: 'BLOCKED' }),
		/** The quota of an endpoint; null: none. */
		quota: async (endpointId: number): Promise<Json | null | Unreadable> => {
			const read = await readOne(client.perform(getSmsQuota, { endpointId }));
			if (read instanceof Unreadable) return read;
			const quota = { ...read } as Json;
			const hasQuota = quota.has_quota === true;
			delete quota.endpoint_id;
			delete quota.has_quota;
			return hasQuota ? quota : null;
		},
		/** An endpoint by id, undefined when it was deleted. */
		endpoint: async (id: number) => await endpointOf(client, id),
	};
}

/** The first endpoints of a scope, as a sample of what a poll would find. */
export async function sampleEndpoints(
	client: Client,
	scope: Scope,
	limit: number,
): Promise<Json[]> {
	if (!('ids' in scope)) {
		return await endpointsOf(client, scope.filters, { returnAll: false, limit });
	}
	const all = scope.ids.slice(0, limit).map(async (id) => await endpointOf(client, id));
	const read = await Promise.all(all);
	return read.flatMap((one) => (one === undefined || one instanceof Unreadable ? [] : [one]));
}
