import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { readEndpoint, tagNamesIn } from '../../table/entries/endpoint/endpointRead';
import type { Json } from '../../table/define';
import { at, listAt } from '../../table/reading';
import { toId } from '../../table/values';

/* An endpoint as far as its retirement speaks of it. */

/** Statuses of SIMs. Source: public reference. */
export const SIM_ACTIVATED = 1;
export const SIM_SUSPENDED = 2;

export interface RetiredSim {
	id: number;
	iccid: string | null;
	status: number;
}

export interface RetiredEndpoint {
	id: number;
	name: string | null;
	isDeleted: boolean;
	sim: RetiredSim | undefined;
	/** Its tags by id, where the service gives them so; else undefined. */
	tagIds: number[] | undefined;
	tagNames: string[];
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** An endpoint of a list or a single read. */
export function retiredEndpoint(entity: Json): RetiredEndpoint {
	const endpoint = readEndpoint(entity);
	const simId = toId(at(endpoint, 'sim.id'));
	const assigned = listAt(endpoint, 'tag_assignments');
	const hasIds = Array.isArray(endpoint.tag_assignments);
	return {
		id: Number(endpoint.id),
		name: textOrNull(endpoint.name),
		isDeleted: isEndpointDeleted(endpoint),
		sim:
			simId === undefined
				? undefined
				: {
						id: simId,
						iccid: textOrNull(at(endpoint, 'sim.iccid')),
						status: Number(at(endpoint, 'sim.status.id')),
					},
		tagIds: hasIds ? assigned.flatMap(({ id }) => toId(id) ?? []) : undefined,
		tagNames: hasIds ? assigned.map(({ name }) => String(name)) : tagNamesIn(endpoint.tags),
	};
}

/** An endpoint as a person finds it. */
export const endpointInWords = ({ id, name }: Pick<RetiredEndpoint, 'id' | 'name'>): string =>
	name === null || name === '' ? `endpoint ${id}` : `endpoint ${id} (${name})`;

/** A SIM as a person finds it. */
export const simInWords = ({ id, iccid }: Pick<RetiredSim, 'id' | 'iccid'>): string =>
	iccid === null ? `SIM ${id}` : `SIM ${id} (${iccid})`;
