import type { Client } from '../../client/client';
import { NotFoundError } from '../../http/errors';
import type { Input, Json } from '../../operations/define';
import { getEndpoint } from '../../operations/endpointRead';
import { getSim } from '../../operations/sim';
import { getSmsQuota } from '../../operations/smsQuota';
import { endpointsOf, isDeleted } from '../endpoints';
import { failsAlone, failureIn } from '../oneThing';

/** Endpoints to watch: by id, or all that match the filters of the endpoint list. */
export type Scope = { ids: number[] } | { filters: Input };

/** What an entry of the table gives of one thing; undefined where the service has none (404). */
async function found(job: Promise<Json | Json[]>): Promise<Json | undefined> {
	try {
		return (await job) as Json;
	} catch (error) {
		if (error instanceof NotFoundError) return undefined;
		throw error;
	}
}

/** The service refused to give one thing, or failed at it: others may still be read. */
export class Unreadable {
	constructor(
		readonly error: unknown,
		readonly why = failureIn(error),
	) {}
}

/** What was asked for, or that it cannot be read while others may. */
async function readable<T>(job: Promise<T>): Promise<T | Unreadable> {
	try {
		return await job;
	} catch (error) {
		if (failsAlone(error)) return new Unreadable(error);
		throw error;
	}
}

const endpointOf = async (client: Client, endpointId: number) => {
	const asked = client.perform(getEndpoint, { endpointId, simplify: false });
	const endpoint = await readable(found(asked));
	if (endpoint === undefined || endpoint instanceof Unreadable) return endpoint;
	return isDeleted(endpoint) ? undefined : endpoint;
};

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
			const read = await readable(client.perform(getSmsQuota, { endpointId }));
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

/** Stands for the endpoint of a SIM that could not be read. */
const UNKNOWN_ENDPOINT: Json = { id: null, name: null };

/** Fills in the endpoint of events that name only their SIM; an unknown one where that cannot be read. */
export async function withEndpoints(
	client: Client,
	events: Json[],
	say: (message: string) => void,
): Promise<Json[]> {
	const all = events.map(async (event) => {
		const simId = Number((event.sim as Json | null | undefined)?.id);
		if (event.endpoint || !Number.isInteger(simId)) return event;
		const sim = await readable(found(client.perform(getSim, { simId, simplify: false })));
		if (sim instanceof Unreadable) {
			say(
				`The SIM ${simId} of event ${String(event.id)} could not be read (${sim.why}): the event is told without its endpoint.`,
			);
			return { ...event, endpoint: UNKNOWN_ENDPOINT };
		}
		const endpoint = sim?.endpoint as Json | null | undefined;
		return endpoint ? { ...event, endpoint: { id: endpoint.id, name: endpoint.name } } : event;
	});
	return await Promise.all(all);
}
