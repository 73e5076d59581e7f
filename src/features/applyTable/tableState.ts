import type { Json } from '../../table/define';
import { at, objectAt } from '../../table/reading';
import type { Reference } from '../../table/values';
import { readEndpoint, tagNamesIn } from '../../table/entries/endpoint/endpointRead';

/* An endpoint and a SIM, with what a table can be about. */

export interface TableSim {
	id: number;
	/** 19 digits. */
	iccid: string;
	/** 0 Issued, 1 Activated, 2 Suspended, 3 Deleted, 4 Factory Test. */
	status: number;
}

/** The profiles of an endpoint, by their fields: their place in an answer, and their list. */
export const PROFILES = {
	serviceProfileId: { place: 'service_profile', lookup: 'serviceProfile' },
	tariffProfileId: { place: 'tariff_profile', lookup: 'tariffProfile' },
} as const;
export type ProfileField = keyof typeof PROFILES;
export const PROFILE_COLUMNS = Object.keys(PROFILES) as ProfileField[];

/** A profile; its name where the answer contains it. */
export interface ProfileRef {
	id: number;
	name?: string;
}

export interface EndpointState {
	id: number;
	name: string;
	/** 0 Enabled, 1 Disabled, 2 Deleted. */
	status: number;
	/** Names in order; undefined if the answer gives the tags neither as objects with names nor as text. */
	tags: string[] | undefined;
	sim: TableSim | undefined;
	profiles: Record<ProfileField, ProfileRef>;
	imei: string;
	imeiLock: boolean;
	/** When it was updated last, as the service writes it. */
	updated: string;
}

/** A thing as a row names it. */
export type IdOrReference = number | Reference;
/** The way a row says which endpoint it is about. */
export type Key = Reference | { by: 'id'; value: string };

export const SIM_ACTIVATED = 1;
export const SIM_SUSPENDED = 2;
export const SIM_IN_TEST = 4;
export const SIM_DELETED = 3;
export const ENDPOINT_DISABLED = 1;
export const ENDPOINT_DELETED = 2;

/** The names of an endpoint's tags. The recorded form holds them as text only. */
function tagNamesOf({ tag_assignments: assigned, tags }: Json): string[] | undefined {
	if (Array.isArray(assigned)) {
		const names = (assigned as Json[]).map(({ name }) => name);
		return names.every((name) => typeof name === 'string') ? (names as string[]) : undefined;
	}
	if (tags === null || tags === undefined || tags === '') return [];
	return typeof tags === 'string' ? tagNamesIn(tags) : undefined;
}

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

function profileIn(entity: Json, field: ProfileField): ProfileRef {
	const { id, name } = objectAt(entity, PROFILES[field].place);
	return { id: Number(id), ...(typeof name === 'string' && { name }) };
}

/** A SIM of a list, or the one inside an endpoint. */
export const readSimState = (entity: Json): TableSim => ({
	id: Number(entity.id),
	iccid: stringOrEmpty(entity.iccid),
	status: Number(at(entity, 'status.id')),
});

export function endpointState(entity: Json): EndpointState {
	const endpoint = readEndpoint(entity);
	const sim = endpoint.sim as Json | null | undefined;
	return {
		id: Number(endpoint.id),
		name: stringOrEmpty(endpoint.name),
		status: Number(at(endpoint, 'status.id')),
		tags: tagNamesOf(endpoint),
		sim: sim ? readSimState(sim) : undefined,
		profiles: {
			serviceProfileId: profileIn(endpoint, 'serviceProfileId'),
			tariffProfileId: profileIn(endpoint, 'tariffProfileId'),
		},
		imei: stringOrEmpty(endpoint.imei),
		imeiLock: endpoint.imei_lock === true,
		updated: stringOrEmpty(endpoint.last_updated),
	};
}
