import { type Json, defineOperation } from './define';
import { endpointFilters, endpointSort } from './endpointFilters';
import * as f from './fields';
import { readsFiltered } from './filters';
import { flat, type Kind, numeric, readsOne } from './reading';

/* Endpoints as they are read. Source: specification and public reference. */

/** An endpoint with its numeric fields as numbers. */
export const readEndpoint = numeric(
	...['id', 'status.id', 'ip_address_space.id', 'service_profile.id', 'tariff_profile.id'],
	...['sim.id', 'sim.status.id'],
);

/** Tags as text, separated by commas. */
const namesIn = (tags: unknown): string[] =>
	typeof tags === 'string' && tags !== ''
		? tags
				.split(',')
				.map((name) => name.trim())
				.filter(Boolean)
		: [];

const simple = flat(
	...['id', 'name', 'status=status.description|status.id', 'status_id=status.id'],
	...['service_profile=service_profile.name', 'service_profile_id=service_profile.id'],
	...['tariff_profile=tariff_profile.name', 'tariff_profile_id=tariff_profile.id'],
	...['sim_id=sim.id', 'iccid=sim.iccid', 'msisdn=sim.msisdn'],
	...['sim_status=sim.status.description|sim.status.id', 'sim_status_id=sim.status.id'],
	...['imei', 'imei_lock', 'ip_address', 'ip_address_space_id=ip_address_space.id'],
);
const times = flat('created', 'last_updated');

/**
 * The few fields most workflows use, flat: an overview, and the ids with which an update can write
 * it back. `tag_ids` is null where the service names tags by text only.
 */
export function simplifyEndpoint(entity: Json): Json {
	const assigned = Array.isArray(entity.tag_assignments)
		? (entity.tag_assignments as Json[])
		: undefined;
	const names = assigned?.map(({ name }) => name) ?? namesIn(entity.tags);
	const ids = assigned?.map(({ id }) => id) ?? (names.length > 0 ? null : []);
	return { ...simple(entity), tags: names, tag_ids: ids, ...times(entity) };
}

const endpointKind: Kind = { read: readEndpoint, simple: simplifyEndpoint };

export const getEndpoint = defineOperation({
	resource: 'endpoint',
	name: 'get',
	action: 'Get an endpoint',
	description: 'Read one endpoint with its SIM, profiles and tags',
	request: 'GET /api/v1/endpoint/{endpointId}',
	source: 'public reference',
	...readsOne(endpointKind, { endpointId: f.endpointId }),
});

export const getAllEndpoints = defineOperation({
	resource: 'endpoint',
	name: 'getAll',
	action: 'Get many endpoints',
	description: 'List endpoints, filtered by status, SIM, device, tag and more',
	request: 'GET /api/v1/endpoint',
	source: 'specification',
	// The service clamps pages to 1,000. Source: public reference.
	...readsFiltered(endpointKind, endpointFilters, endpointSort, 1000),
});
