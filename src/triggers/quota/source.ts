import type { Client } from '../../run/client';
import { checkFilterNames, filterNames } from '../../run/names/filterNames';
import type { Input, Json } from '../../table/define';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getAllEndpoints, getEndpoint } from '../../table/entries/endpoint/endpointRead';
import { getDataQuota } from '../../table/entries/quota/dataQuota';
import { getSmsQuota } from '../../table/entries/quota/smsQuota';
import type { QuotaKind } from './changes';
import { readOrUnreadable, Unreadable } from '../runtime/unreadable';
import { together } from '../../together';

/** Endpoints to watch: by id, or all that match the filters of the endpoint list. */
export type Scope = { ids: number[] } | { filters: Input };

/** Endpoints of the list that a test in the editor chooses from: those of one page. */
const MOST_LISTED = 1_000;

export type StatusSource = ReturnType<typeof statusSource>;

/** A list as it was read. If it is not complete, a missing entry proves nothing. */
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
		const given = { ...filters, returnAll: true, simplify: false, ...more };
		const call = client.callFor(getAllEndpoints);
		const [input] = await client.resolve(getAllEndpoints, [given], call);
		if (!input || input instanceof Error) throw input;
		let isComplete = true;
		const list = await call.list(getAllEndpoints, input, undefined, {
			cut: () => (isComplete = false),
		});
		if (list.length === 0) {
			await checkFilterNames(call, filterNames(getAllEndpoints.fields, given));
		}
		return { entries: list.filter((entity) => !isEndpointDeleted(entity)), isComplete };
	}

	/** An endpoint by its ID, undefined when it was deleted. */
	async function endpoint(endpointId: number) {
		const read = await readOrUnreadable(
			client.perform(getEndpoint, { endpointId, simplify: false }),
		);
		return read instanceof Unreadable || !read || !isEndpointDeleted(read) ? read : undefined;
	}

	return {
		/** Whether the ids are given, so that `endpoints` needs no request. */
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
		/** The blocked endpoints that are watched. */
		watchedBlocked: async () => {
			const { entries } = await matching({ blocked: 'BLOCKED' });
			return 'ids' in scope ? entries.filter(({ id }) => scope.ids.includes(Number(id))) : entries;
		},
		/** The quota of an endpoint; null if it has none. */
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
		/** Endpoints that a poll would find: those of `likely` in its order, then the first others. */
		first: async (limit: number, likely: number[]): Promise<Json[]> => {
			const rank = (id: number) => (likely.includes(id) ? likely.indexOf(id) : likely.length);
			if (!('ids' in scope)) {
				const { entries } = await matching({ returnAll: false, limit: MOST_LISTED });
				return entries.sort((a, b) => rank(Number(a.id)) - rank(Number(b.id))).slice(0, limit);
			}
			const ids = [...scope.ids].sort((a, b) => rank(a) - rank(b)).slice(0, limit);
			const read = await together(ids.map(endpoint));
			return read.flatMap((entity) =>
				entity === undefined || entity instanceof Unreadable ? [] : [entity],
			);
		},
	};
}
