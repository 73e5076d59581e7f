import type { Simulation } from '../context';
import type { EndpointChange } from './bodies';
import type { BulkCall } from './common';
import type { Endpoint } from './entities';

/** Tags of an input: ids of existing tags, and names of tags to create on apply. */
interface TagPlan {
	ids: number[];
	names: string[];
}

/**
 * Checks `tag_assignments` (ids of existing tags) and reads the deprecated `tags` (names, comma
 * separated; missing tags are created; null leaves the tags unchanged).
 */
export function planTags(
	sim: Simulation,
	{ tags, tag_assignments: assignments }: Pick<EndpointChange, 'tags' | 'tag_assignments'>,
	owners: Set<number>,
	batch: BulkCall,
	where: string,
): TagPlan | undefined {
	if (assignments !== undefined) {
		const ids = [...new Set(assignments)];
		for (const id of ids) {
			const tag = sim.store.tags.get(id);
			if (!tag || !owners.has(tag.organisationId))
				batch.problems.unknown(`${where}tag ${id} does not exist`);
		}
		return { ids, names: [] };
	}
	if (tags === undefined || tags === null) return undefined;
	const names = tags.split(',').map((name) => name.trim());
	return { ids: [], names: names.filter((name) => name !== '') };
}

/** The tag ids of a plan; creates the tags that the organisation lacks. */
export function applyTags(sim: Simulation, plan: TagPlan, organisationId: number): number[] {
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

/** Replaces the tags of an endpoint. */
export function setTags(endpoint: Endpoint, tagIds: number[]): void {
	endpoint.tagIds = tagIds;
	endpoint.tagged ||= tagIds.length > 0;
}
