import { type Json, type ComparedParts, defineOperation } from '../../define';
import * as f from '../../fields';
import { readsFiltered, unknownNames } from '../../filters';
import {
	extended,
	flat,
	type EntityKind,
	listAt,
	numeric,
	objectAt,
	readsOne,
} from '../../reading';
import { exclusive } from '../../rules';
import { endpointFilters, endpointSort } from './endpointFilters';
import { isEndpointDeleted } from './endpointNumbers';

/* Endpoints as they are read. Source: specification and public reference. */

/** An endpoint with its numeric fields as numbers. */
export const readEndpoint = numeric(
	'id status.id ip_address_space.id service_profile.id tariff_profile.id sim.id sim.status.id',
);

/** Tags as text, separated by commas. */
export function tagNamesIn(tags: unknown): string[] {
	const names = typeof tags === 'string' ? tags.split(',') : [];
	return names.map((name) => name.trim()).filter(Boolean);
}

/** Names of the tags of an endpoint, in whatever order the service gives them. */
const assignedNames = ({ tag_assignments: assigned, tags }: Json): unknown[] =>
	Array.isArray(assigned) ? (assigned as Json[]).map(({ name }) => name) : tagNamesIn(tags);

const simpleEndpoint = flat(
	'id endpoint_id=id name status=status.description|status.id status_id=status.id',
	'service_profile=service_profile.name service_profile_id=service_profile.id',
	'tariff_profile=tariff_profile.name tariff_profile_id=tariff_profile.id sim_id=sim.id',
	'iccid=sim.iccid msisdn=sim.msisdn sim_status=sim.status.description|sim.status.id',
	'sim_status_id=sim.status.id imei imei_lock ip_address',
	'ip_address_space_id=ip_address_space.id created last_updated',
);

/**
 * The few fields most workflows use, flat: an overview, and the ids with which an update can write
 * it back. `tag_ids` is null where the service names tags by text only.
 */
export const simplifyEndpoint = extended(simpleEndpoint, (shown, entity) => {
	const { created, last_updated, ...rest } = shown;
	const { tag_assignments: assigned } = entity;
	const tags = assignedNames(entity);
	const isTextOnly = !Array.isArray(assigned) && tags.length > 0;
	const ids = isTextOnly ? null : listAt(entity, 'tag_assignments').map(({ id }) => id);
	return { ...rest, tags, tag_ids: ids, created, last_updated };
});

export const endpointKind: EntityKind = {
	read: readEndpoint,
	simple: simplifyEndpoint,
	device: { endpoint_id: 'id', sim_id: 'sim.id' },
};

export const getEndpoint = defineOperation({
	resource: 'endpoint',
	name: 'get',
	action: 'Get endpoint',
	description: 'Read one endpoint with its SIM, profiles and tags',
	request: 'GET /api/v1/endpoint/{endpointId}',
	...readsOne(endpointKind, { endpointId: f.endpointId }),
});

/** The parts that are compared one by one: `last_updated` does not change when a SIM is suspended. */
export const endpointParts: ComparedParts = {
	states: {
		status: (e) => objectAt(e, 'status').id,
		sim_status: (e) => objectAt(objectAt(e, 'sim'), 'status').id,
	},
	values: {
		name: (e) => [e.name],
		sim: (e) => {
			const sim = objectAt(e, 'sim');
			return [sim.id, sim.iccid, sim.msisdn];
		},
		tags: (e) => [assignedNames(e).sort().join()],
		profiles: (e) => [objectAt(e, 'service_profile').id, objectAt(e, 'tariff_profile').id],
		address: (e) => [e.ip_address],
		imei: (e) => [e.imei, e.imei_lock],
	},
	isDeleted: isEndpointDeleted,
};

/** The service clamps pages to this. Source: public reference. */
export const ENDPOINTS_IN_PAGE = 1000;

const endpointReads = readsFiltered(endpointKind, endpointFilters, endpointSort, ENDPOINTS_IN_PAGE);

export const getAllEndpoints = defineOperation({
	resource: 'endpoint',
	name: 'getAll',
	action: 'Get many endpoints',
	description: 'List endpoints by status, SIM, device, tag and more',
	request: 'GET /api/v1/endpoint',
	source: 'specification',
	...endpointReads,
	fields: { ...endpointReads.fields, ...unknownNames },
	pages: { ...endpointReads.pages, parts: endpointParts },
	rules: [exclusive('nameFilter', 'nameContains')],
});
