import type { Sim } from '../../fleet/endpoint';
import { EndpointStatus } from '../../fleet/statuses';
import { endpointIn } from '../../readers/endpoints';
import type { Json } from '../../table/define';
import { toId } from '../../table/values';

/* An endpoint as far as its retirement speaks of it. */

export type RetiredSim = Omit<Sim, 'iccid'> & { iccid: string | null };

export interface RetiredEndpoint {
	id: number;
	name: string | null;
	isDeleted: boolean;
	sim: RetiredSim | undefined;
	/** Its tags by id, where the service gives them so; else undefined. */
	tagIds: number[] | undefined;
	tagNames: string[];
}

const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** An endpoint of a list or a single read. */
export function retiredEndpoint(entity: Json): RetiredEndpoint {
	const { id, name, status, sim, tags, tagIds } = endpointIn(entity);
	const hasSim = sim !== undefined && toId(sim.id) !== undefined;
	return {
		id,
		name: textOrNull(name),
		isDeleted: status === EndpointStatus.Deleted,
		sim: hasSim ? { ...sim, iccid: textOrNull(sim.iccid) } : undefined,
		tagIds,
		tagNames: tags ?? [],
	};
}

/** An endpoint as a person finds it. */
export const endpointInWords = ({ id, name }: Pick<RetiredEndpoint, 'id' | 'name'>): string =>
	name === null || name === '' ? `endpoint ${id}` : `endpoint ${id} (${name})`;

/** A SIM as a person finds it. */
export const simInWords = ({ id, iccid }: Pick<RetiredSim, 'id' | 'iccid'>): string =>
	iccid === null ? `SIM ${id}` : `SIM ${id} (${iccid})`;
