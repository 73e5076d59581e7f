import type { Simulation } from '../context';
import type { Batch } from './common';
import type { Endpoint } from './entities';

/** Tags of an input: existing ids, and names of tags to create when the input is applied. */
interface TagPlan {
	ids: number[];
	names: string[];
}

/**
 * Checks `tag_assignments` (ids of existing tags) and the deprecated `tags` (names, comma
 * separated; missing ones are created; null leaves tags unchanged). They exclude each other.
 */
export function planTags(
	sim: Simulation,
	input: { tags?: unknown; tag_assignments?: unknown },
	owners: Set<number>,
	batch: Batch,
	where: string,
	nullable: boolean,
): TagPlan | undefined {
	const { tags, tag_assignments: assignments } = input;
	const { problems } = batch;
	if (tags !== undefined && assignments !== undefined) {
		problems.invalid(`${where}tags and tag_assignments are mutually exclusive`);
		return undefined;
	}
	if (assignments !== undefined) {
		if (!Array.isArray(assignments) || !assignments.every((id) => Number.isInteger(id))) {
			problems.invalid(`${where}tag_assignments must be a list of integers`);
			return undefined;
		}
		const ids = [...new Set(assignments as number[])];
		for (const id of ids) {
			const tag = sim.store.tags.get(id);
			if (!tag || !owners.has(tag.organisationId))
				problems.unknown(`${where}tag ${id} does not exist`);
		}
		return { ids, names: [] };
	}
	if (tags === undefined || (tags === null && nullable)) return undefined;
	if (typeof tags !== 'string') {
		problems.invalid(`${where}tags must be a string`);
		return undefined;
	}
	const names = tags.split(',').map((name) => name.trim());
	return { ids: [], names: names.filter((name) => name !== '') };
}

/** The tag ids of a plan; creates the tags that are missing in the organisation. */
export function takeTags(sim: Simulation, plan: TagPlan, organisationId: number): number[] {
	const { store } = sim;
	const named = plan.names.map((name) => {
		for (const tag of store.tags.values())
			if (tag.organisationId === organisationId && tag.name === name) return tag.id;
		const id = store.nextId('tag');
		store.tags.set(id, { id, organisationId, name, colorId: (id % 8) + 1 });
		sim.ledger.effect('tag.created', {}, { id, name });
		return id;
	});
	return [...new Set([...plan.ids, ...named])];
}

/** Gives an endpoint exactly these tags. */
export function setTags(endpoint: Endpoint, tagIds: number[]): void {
	endpoint.tagIds = tagIds;
	endpoint.tagged ||= tagIds.length > 0;
}
