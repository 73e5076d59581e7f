import type { Client } from '../../client/client';
import { ForbiddenError, NotFoundError } from '../../http/errors';
import { entityOf } from '../../operations/answers';
import type { Input, Json } from '../../operations/define';
import { getAllEndpoints, getEndpoint, readEndpoint } from '../../operations/endpoint';
import { endpointFilters } from '../../operations/endpointFilters';
import { getAllEvents } from '../../operations/event';
import { queryOf } from '../../operations/filters';
import { getSmsQuota, readQuota } from '../../operations/smsQuota';
import type { StatusSource } from './status';

/** Endpoints to watch: by id, or all that match the filters of the endpoint list. */
export type Scope = { ids: number[] } | { filters: Input };

/** The only value the service accepts. Source: specification, List endpoints. */
const BLOCKED = 'connectivity_status:BLOCKED';
/** Source: specification and public reference: the service clamps to 1,000. */
const PER_PAGE = 1000;
/** Source: public reference, Events feed. */
const EVENTS_PER_PAGE = 100;

const isDeleted = (endpoint: Json) => Number((endpoint.status as Json | undefined)?.id) === 2;

/** Reads what a status poll needs through the client's lanes. */
export function statusSource(client: Client, scope: Scope): StatusSource {
	const list = client.callFor(getAllEndpoints);
	const quotas = client.callFor(getSmsQuota);
	const endpoints = client.callFor(getEndpoint);
	const filter =
		'filters' in scope ? queryOf({ fields: endpointFilters }, scope.filters) : undefined;
	const read = async (q: string | undefined): Promise<Json[]> => {
		const query = q === undefined ? {} : { q };
		const all = await list.list(
			{ method: 'GET', path: '/api/v1/endpoint', query },
			{ perPage: PER_PAGE },
		);
		return all.map(readEndpoint).filter((endpoint) => !isDeleted(endpoint));
	};
	return {
		picked: 'ids' in scope,
		endpoints: async () =>
			'ids' in scope ? [...new Set(scope.ids)].map((id) => ({ id })) : await read(filter),
		blocked: async () => await read(filter === undefined ? BLOCKED : `${filter},${BLOCKED}`),
		quota: async (id) => {
			try {
				const path = `/api/v1/endpoint/${id}/quota/sms`;
				return readQuota(entityOf(await quotas.send({ method: 'GET', path })));
			} catch (error) {
				// What the service answers when none is set is not documented; 404 is likely.
				if (error instanceof NotFoundError) return null;
				if (error instanceof ForbiddenError) return 'unreadable';
				throw error;
			}
		},
		endpoint: async (id) => {
			try {
				const answer = await endpoints.send({ method: 'GET', path: `/api/v1/endpoint/${id}` });
				const endpoint = readEndpoint(entityOf(answer));
				return isDeleted(endpoint) ? undefined : endpoint;
			} catch (error) {
				if (error instanceof NotFoundError) return undefined;
				throw error;
			}
		},
	};
}

/** The first endpoints of a scope, as a sample of what a poll would find. */
export async function sampleEndpoints(
	client: Client,
	scope: Scope,
	limit: number,
): Promise<Json[]> {
	if ('ids' in scope) {
		const source = statusSource(client, scope);
		const found = await Promise.all(scope.ids.slice(0, limit).map((id) => source.endpoint(id)));
		return found.filter((endpoint) => endpoint !== undefined);
	}
	const q = queryOf({ fields: endpointFilters }, scope.filters);
	const list = await client
		.callFor(getAllEndpoints)
		.list(
			{ method: 'GET', path: '/api/v1/endpoint', query: q === undefined ? {} : { q } },
			{ perPage: limit, limit },
		);
	return list.map(readEndpoint).filter((endpoint) => !isDeleted(endpoint));
}

/** Reads events of a filter, all of them or the newest `limit`. */
export async function readEvents(client: Client, q: string, limit?: number): Promise<Json[]> {
	return await client.callFor(getAllEvents).list(
		{ method: 'GET', path: '/api/v1/event', query: { q } },
		{
			perPage: Math.min(EVENTS_PER_PAGE, limit ?? EVENTS_PER_PAGE),
			...(limit !== undefined && { limit }),
		},
	);
}
