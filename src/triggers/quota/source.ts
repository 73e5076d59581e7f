import type { Client } from '../../run/client';
import type { Input, Json } from '../../table/define';
import { getDataQuota } from '../../table/entries/quota/dataQuota';
import { getSmsQuota } from '../../table/entries/quota/smsQuota';
import type { QuotaKind } from './changes';
import {
	readEndpointById,
	matchingEndpoints,
	readOrUnreadable,
	Unreadable,
} from '../runtime/fleet';

/** Endpoints to watch: by id, or all that match the filters of the endpoint list. */
export type Scope = { ids: number[] } | { filters: Input };

export type StatusSource = ReturnType<typeof statusSource>;

/** Reads what a status poll needs through the client's lanes; each in one or a few requests. */
export function statusSource(client: Client, scope: Scope, kind: QuotaKind = 'sms') {
	const getQuota = kind === 'data' ? getDataQuota : getSmsQuota;
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
				: await matchingEndpoints(client, filters),
		/** The blocked endpoints (denied service) among them. */
		blocked: async () => await matchingEndpoints(client, { ...filters, blocked: 'BLOCKED' }),
		/** The quota of an endpoint; null: none. */
		quota: async (endpointId: number): Promise<Json | null | Unreadable> => {
			const read = await readOrUnreadable(client.perform(getQuota, { endpointId }));
			if (read instanceof Unreadable) return read;
			const quota = { ...read } as Json;
			const hasQuota = quota.has_quota === true;
			delete quota.endpoint_id;
			delete quota.has_quota;
			return hasQuota ? quota : null;
		},
		/** An endpoint by id, undefined when it was deleted. */
		endpoint: async (id: number) => await readEndpointById(client, id),
	};
}

/** The first endpoints of a scope, as a sample of what a poll would find. */
export async function sampleEndpoints(
	client: Client,
	scope: Scope,
	limit: number,
): Promise<Json[]> {
	if (!('ids' in scope)) {
		return await matchingEndpoints(client, scope.filters, { returnAll: false, limit });
	}
	const all = scope.ids.slice(0, limit).map(async (id) => await readEndpointById(client, id));
	const read = await Promise.all(all);
	return read.flatMap((one) => (one === undefined || one instanceof Unreadable ? [] : [one]));
}
