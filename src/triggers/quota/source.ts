import type { Client } from '../../run/client';
import type { Input, Json } from '../../table/define';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getAllEndpoints, getEndpoint } from '../../table/entries/endpoint/endpointRead';
import { getDataQuota } from '../../table/entries/quota/dataQuota';
import { getSmsQuota } from '../../table/entries/quota/smsQuota';
import type { QuotaKind } from './changes';
import { readOrUnreadable, Unreadable } from '../runtime/unreadable';

/** Endpoints to watch: by id, or all that match the filters of the endpoint list. */
export type Scope = { ids: number[] } | { filters: Input };

export type StatusSource = ReturnType<typeof statusSource>;

/** A list as it was read; one that is not complete shows of nothing that it is gone. */
export interface ReadList {
	entries: Json[];
	isComplete: boolean;
}

/** Reads what a status poll needs through the client's lanes; each in one or a few requests. */
export function statusSource(client: Client, scope: Scope, kind: QuotaKind) {
	const getQuota = kind === 'data' ? getDataQuota : getSmsQuota;
	const filters = 'filters' in scope ? scope.filters : {};

	/** Endpoints of the list that match, deleted ones left out. */
	async function matching(more: Input = {}): Promise<ReadList> {
		const input = { ...filters, returnAll: true, simplify: false, ...more };
		let isComplete = true;
		const list = await client.callFor(getAllEndpoints).list(getAllEndpoints, input, undefined, {
			cut: () => (isComplete = false),
		});
		return { entries: list.filter((one) => !isEndpointDeleted(one)), isComplete };
	}

	/** An endpoint by its ID, undefined when it was deleted. */
	async function endpoint(endpointId: number) {
		const read = await readOrUnreadable(
			client.perform(getEndpoint, { endpointId, simplify: false }),
		);
		return read instanceof Unreadable || !read || !isEndpointDeleted(read) ? read : undefined;
	}

	return {
		/** Whether `endpoints` is cheap or needless: the ids are given. */
		picked: 'ids' in scope,
		/** Whether an endpoint may leave the list without being deleted. */
		filtered: Object.keys(filters).length > 0,
		/** Endpoints to watch, deleted ones left out; at least their `id`. */
		endpoints: async (): Promise<ReadList> =>
			'ids' in scope
				? { entries: [...new Set(scope.ids)].map((id) => ({ id })), isComplete: true }
				: await matching(),
		/** The blocked endpoints (denied service) among them. */
		blocked: async () => await matching({ blocked: 'BLOCKED' }),
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
		endpoint,
		/** The first endpoints, as a sample of what a poll would find. */
		first: async (limit: number): Promise<Json[]> => {
			if (!('ids' in scope)) {
				return (await matching({ returnAll: false, limit })).entries;
			}
			const read = await Promise.all(scope.ids.slice(0, limit).map(endpoint));
			return read.flatMap((one) => (one === undefined || one instanceof Unreadable ? [] : [one]));
		},
	};
}
