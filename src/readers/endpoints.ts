import {
	type Endpoint,
	type ProfileField,
	type ProfileRef,
	PROFILES,
	type Sim,
} from '../fleet/endpoint';
import { readEndpoint, tagNamesIn } from '../table/entries/endpoint/endpointRead';
import { objectAt } from '../table/reading';
import { toId } from '../table/values';
import type { Json } from '../wire';

/* The one way from an answer to the model of an endpoint or a SIM. Source: specification, Endpoint; public reference, SIMs. */

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The names of an endpoint's tags. The recorded form holds them as text only. */
function tagNamesOf({ tag_assignments: assigned, tags }: Json): string[] | undefined {
	if (Array.isArray(assigned)) {
		const names = (assigned as Json[]).map(({ name }) => name);
		return names.every((name) => typeof name === 'string') ? (names as string[]) : undefined;
	}
	if (tags === null || tags === undefined || tags === '') return [];
	return typeof tags === 'string' ? tagNamesIn(tags) : undefined;
}

const tagIdsOf = ({ tag_assignments: assigned }: Json): number[] | undefined =>
	Array.isArray(assigned) ? (assigned as Json[]).flatMap(({ id }) => toId(id) ?? []) : undefined;

function profileIn(entity: Json, field: ProfileField): ProfileRef {
	const { id, name } = objectAt(entity, PROFILES[field].place);
	return { id: Number(id), ...(typeof name === 'string' && { name }) };
}

/** A SIM of a list, or the one inside an endpoint. */
export const simIn = (entity: Json): Sim => ({
	id: Number(entity.id),
	iccid: stringOrEmpty(entity.iccid),
	status: Number(objectAt(entity, 'status').id),
});

/** An endpoint of a list, or of a single read. */
export function endpointIn(entity: Json): Endpoint {
	const endpoint = readEndpoint(entity);
	const sim = endpoint.sim as Json | null | undefined;
	return {
		id: Number(endpoint.id),
		name: stringOrEmpty(endpoint.name),
		status: Number(objectAt(endpoint, 'status').id),
		tags: tagNamesOf(endpoint),
		tagIds: tagIdsOf(endpoint),
		sim: sim ? simIn(sim) : undefined,
		profiles: {
			serviceProfileId: profileIn(endpoint, 'serviceProfileId'),
			tariffProfileId: profileIn(endpoint, 'tariffProfileId'),
		},
		imei: stringOrEmpty(endpoint.imei),
		imeiLock: endpoint.imei_lock === true,
		updated: stringOrEmpty(endpoint.last_updated),
	};
}
