import { entityOf } from '../../answers';
import type { Call, Input, Operation } from '../../define';
import * as f from '../../fields';
import { wasRefused } from '../../reading';
import { isReference } from '../../values';
import { createTag, readTags, tagNamed } from './tag';

/* The ids of tags that are given by name. */

/** For operations that put tags on endpoints by their names. */
export const createMissing = f.inGroup('options', {
	createMissing: f.aboutRun(
		f.flag({
			label: 'Create Missing Tags',
			hint: 'Whether to create missing tags',
			saidOnce: true,
		}),
	),
});

/** The id of a tag created by name. Where another call created it first, its id is read. */
async function idOfNew(call: Call, name: string): Promise<number> {
	try {
		return Number(entityOf(await call.other(createTag, { name })).id);
	} catch (error) {
		if (!wasRefused(error, 409)) throw error;
		const made = await tagNamed(call, name);
		if (!made) throw error;
		return Number(made.id);
	}
}

/**
 * Ids of tags by name, in few requests. A name without a tag is left out, unless missing tags are created.
 */
export async function idsOfTags(
	call: Call,
	names: string[],
	create = false,
): Promise<Map<string, number>> {
	const named = [...new Set(names)];
	if (named.length === 0) return new Map();
	return await call.exclusively('tags', async () => {
		const nameFilter = named.length === 1 ? named[0] : undefined;
		const known = await readTags(call, { nameFilter, whole: create });
		const ids = new Map(known.map(({ id, name }) => [String(name), Number(id)]));
		const missing = create ? named.filter((name) => !ids.has(name)) : [];
		for (const name of missing) ids.set(name, await idOfNew(call, name));
		return ids;
	});
}

/** Whether the form of an operation offers to create the tags that its items name and nothing has. */
export const createsTags = ({ fields }: Pick<Operation, 'fields'>): boolean =>
	fields.createMissing === createMissing.createMissing;

/** Creates the tags that inputs name and nothing has, for those that ask for it. */
export async function createTagsNamed(call: Call, inputs: Input[]): Promise<void> {
	const names = inputs
		.filter((input) => input.createMissing === true)
		.flatMap(({ tagAssignments, tagIds }) => [tagAssignments, tagIds].flat())
		.flatMap((tag: unknown) => (isReference(tag) && tag.by === 'name' ? [tag.value] : []));
	await idsOfTags(call, names, true);
}
