import type { Client } from '../../client/client';
import { NotFoundError, RateLimitError, ServiceError, UnauthorisedError } from '../../http/errors';
import type { Input, Json } from '../../operations/define';
import { getAllEndpoints, getEndpoint } from '../../operations/endpointRead';
import { getSim } from '../../operations/sim';
import { getSmsQuota } from '../../operations/smsQuota';

/** Endpoints to watch: by id, or all that match the filters of the endpoint list. */
export type Scope = { ids: number[] } | { filters: Input };

const isDeleted = (endpoint: Json) => Number((endpoint.status as Json | undefined)?.id) === 2;

/** What an entry of the table gives of one thing; undefined where the service has none (404). */
async function found(job: Promise<Json | Json[]>): Promise<Json | undefined> {
	try {
		return (await job) as Json;
	} catch (error) {
		if (error instanceof NotFoundError) return undefined;
		throw error;
	}
}

/** Endpoints of the list that match, deleted ones left out. */
export async function endpointsOf(
	client: Client,
	filters: Input,
	more: Input = {},
): Promise<Json[]> {
	const input = { ...filters, returnAll: true, simplify: false, ...more };
	return ((await client.perform(getAllEndpoints, input)) as Json[]).filter((e) => !isDeleted(e));
}

const endpointOf = async (client: Client, endpointId: number): Promise<Json | undefined> => {
	const endpoint = await found(client.perform(getEndpoint, { endpointId, simplify: false }));
	return endpoint === undefined || isDeleted(endpoint) ? undefined : endpoint;
};

/** The service refused to give one quota, or failed at it: others may still be read. */
export class Unreadable {
	constructor(
		readonly error: Error,
		readonly status: number,
	) {}
}

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
		/** Those of them that are denied service. */
		blocked: async () => await endpointsOf(client, { ...filters, blocked: 'BLOCKED' }),
		/** The quota of an endpoint; null: none. */
		quota: async (endpointId: number): Promise<Json | null | Unreadable> => {
			try {
				const quota = await found(client.perform(getSmsQuota, { endpointId }));
				// What the service answers when none is set is not documented; 404 is likely.
				if (quota === undefined) return null;
				const own = { ...quota };
				delete own.endpoint_id;
				return own;
			} catch (error) {
				const isOwn = error instanceof ServiceError;
				const isGeneral = error instanceof UnauthorisedError || error instanceof RateLimitError;
				if (!isOwn || isGeneral) throw error;
				return new Unreadable(error, error.status);
			}
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
	return (await Promise.all(all)).filter((endpoint) => endpoint !== undefined);
}

/** Fills in the endpoint of events that name only their SIM. */
export async function withEndpoints(client: Client, events: Json[]): Promise<Json[]> {
	const all = events.map(async (event) => {
		const simId = Number((event.sim as Json | null | undefined)?.id);
		if (event.endpoint || !Number.isInteger(simId)) return event;
		const sim = await found(client.perform(getSim, { simId, simplify: false }));
		const endpoint = sim?.endpoint as Json | null | undefined;
		return endpoint ? { ...event, endpoint: { id: endpoint.id, name: endpoint.name } } : event;
	});
	return await Promise.all(all);
}
