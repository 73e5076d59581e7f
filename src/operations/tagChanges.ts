import { beforeSending, CellularIotError } from '../errors';
import { listOf } from './answers';
import type { Call, Input, Json } from './define';
import { idSchema } from './schemas';

/*
 * Adding and removing tags of endpoints. An update replaces all of them, so that those an endpoint
 * has are read before. Source: specification (update), public reference (tags of an endpoint).
 */

/** The tags an endpoint has are not to be had by id; a full list from us would lose some of them. */
export class TagsUnreadableError extends CellularIotError {
	constructor(endpointId: unknown, cause: unknown) {
		super(
			`The tags of endpoint ${String(endpointId)} could not be read by ID, and without them a change would lose some`,
			'Give all tags the endpoint shall have, with Tag Change set to Replace.',
			'notSent',
			cause,
		);
	}
}

const idsIn = (list: Json[]): number[] | undefined => {
	const ids = list.map(({ id }) => idSchema.safeParse(id).data);
	return ids.every((id) => id !== undefined) ? ids : undefined;
};

/** Ids of the tags of an endpoint as it was read; undefined when it names them by text only. */
function tagsIn({ tag_assignments: assigned, tags }: Json): number[] | undefined {
	if (Array.isArray(assigned)) return idsIn(assigned as Json[]);
	return tags === null || tags === '' ? [] : undefined;
}

/** Recorded endpoints have their tags as text only: then the tags themselves are asked for. */
async function readTags(call: Call, endpointId: unknown): Promise<number[]> {
	try {
		const path = `/api/v2/endpoint/${encodeURIComponent(String(endpointId))}/tags`;
		const ids = idsIn(listOf(await call.send({ method: 'GET', path, effect: 'read' })));
		if (ids) return ids;
		throw new TagsUnreadableError(endpointId, undefined);
	} catch (error) {
		const told = beforeSending(error);
		throw (told as CellularIotError).outcome === 'refused'
			? new TagsUnreadableError(endpointId, error)
			: told;
	}
}

const CHANGES: Record<string, (has: number[], given: number[]) => number[]> = {
	add: (has, given) => [...new Set([...has, ...given])],
	remove: (has, given) => has.filter((id) => !given.includes(id)),
};

/**
 * The inputs of updates with all tags their endpoints shall have, where some are to be added or
 * removed; what cannot be read comes back as its error. Inputs about one endpoint build on each other.
 */
export async function withAllTags(call: Call, inputs: Input[]): Promise<Array<Input | Error>> {
	const changing = ({ tagChange, tagAssignments }: Input) =>
		tagAssignments !== undefined && CHANGES[String(tagChange)] !== undefined;
	const ids = new Set(inputs.filter(changing).map((input) => input.endpointId as number));
	if (ids.size === 0) return inputs;
	const endpoints = await call.endpoints([...ids]);
	const tags = new Map<unknown, number[]>();
	const ready: Array<Input | Error> = [];
	for (const input of inputs) {
		const { endpointId, tagChange, tagAssignments } = input;
		if (!changing(input)) {
			if (tagAssignments !== undefined) tags.set(endpointId, tagAssignments as number[]);
			ready.push(input);
			continue;
		}
		try {
			const has =
				tags.get(endpointId) ??
				tagsIn(endpoints.get(endpointId as number) ?? {}) ??
				(await readTags(call, endpointId));
			const all = CHANGES[String(tagChange)]!(has, tagAssignments as number[]);
			tags.set(endpointId, all);
			ready.push({ ...input, tagAssignments: all });
		} catch (error) {
			ready.push(error as Error);
		}
	}
	return ready;
}
