import * as z from 'zod/v4';
import { addMonths, dayOf, parseIso, toIso } from '../clock';
import type { Simulation } from '../context';
import { findOwnEndpoint } from '../endpoints/common';
import { firstProblem, readBody } from '../http/body';
import { malformed, roleForbidden } from '../http/envelopes';
import { ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import type { TrafficLimitExtension } from './entities';

const EXTENSION_VOLUME_RULE = 'volume is required and must be a number above 0';
const EXTENSION = z.object(
	{
		volume: z.number(EXTENSION_VOLUME_RULE).positive(EXTENSION_VOLUME_RULE),
		traffic_limit_id: z.number('traffic_limit_id must be a number').optional(),
	},
	EXTENSION_VOLUME_RULE,
);

const formatExtension = (extension: TrafficLimitExtension) => ({
	id: extension.id,
	endpoint_id: extension.endpointId,
	traffic_limit_id: extension.trafficLimitId,
	volume: extension.volume,
	expiration_date: toIso(extension.expirationDate),
	created_at: toIso(extension.createdAt),
});

/**
 * Traffic limit extensions. Only the roles Administrator and User, and only in the endpoint's own
 * organisation. An extension lasts until the month ends (not in the specification).
 */
export function extensionRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/endpoint/:endpointId/traffic_limit_extension';
	const find = (call: ApiCall) => {
		if (call.caller.role !== 'Administrator' && call.caller.role !== 'User') throw roleForbidden();
		return findOwnEndpoint(sim, call.caller, pathId(call, 'endpointId'));
	};
	const route = routesOf({ tag: 'traffic limit extension', lane: 'single' });
	return [
		route(
			`POST ${url}`,
			{ summary: 'Extend a traffic limit', source: 'specification', body: EXTENSION },
			(call) => {
				const endpoint = find(call);
				const extended = readBody(EXTENSION, call.body, firstProblem(malformed));
				const { volume, traffic_limit_id: limitId = 1 } = extended;
				const now = sim.clock.now();
				const nextMonth = `${addMonths(dayOf(now), 1).slice(0, 7)}-01`;
				const extension: TrafficLimitExtension = {
					id: sim.store.nextId('extension'),
					endpointId: endpoint.id,
					trafficLimitId: limitId,
					volume,
					expirationDate: parseIso(nextMonth) ?? now,
					createdAt: now,
				};
				const all = sim.store.extensions.get(endpoint.id) ?? [];
				sim.store.extensions.set(endpoint.id, [...all, extension]);
				const detail = { id: extension.id, volume };
				sim.ledger.effect('extension.created', { endpointId: endpoint.id }, detail);
				return { status: 201, body: formatExtension(extension) };
			},
		),
		route(`GET ${url}`, 'List traffic limit extensions', (call) =>
			ok((sim.store.extensions.get(find(call).id) ?? []).map(formatExtension)),
		),
		route(`DELETE ${url}`, 'Remove all traffic limit extensions', (call) => {
			const { id: endpointId } = find(call);
			const count = sim.store.extensions.get(endpointId)?.length ?? 0;
			sim.store.extensions.delete(endpointId);
			if (count) sim.ledger.effect('extension.deleted', { endpointId }, { count });
			return sim.forms.changed;
		}),
	];
}
