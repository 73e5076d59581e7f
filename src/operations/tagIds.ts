import { InputError } from '../errors';
import { entityOf } from './answers';
import type { Call } from './define';
import { wasRefused } from './reading';
import { show, type Reference } from './values';
import { createTag, readTags, tagNamed } from './tag';

/* The ids of tags that are given by id or by name. */

/** A tag by its id, or by its name, which the operation looks up itself. */
export type TagRef = number | Reference;

/** Whoever creates a name first wins; the others read which id it got. */
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

/** Ids of tags by what they were given as; a name that no tag has is not in it. */
type TagIds = Map<TagRef | string, number>;

/** Ids of tags given by id or name, in few requests. Missing ones are created when that is allowed. */
export async function idsOfTags(call: Call, refs: TagRef[], create = false): Promise<TagIds> {
	const ids: TagIds = new Map();
	for (const ref of refs) if (typeof ref === 'number') ids.set(ref, ref);
	const names = refs.flatMap((ref) => (typeof ref === 'number' ? [] : [ref.value]));
	const named = [...new Set(names)];
	if (named.length === 0) return ids;
	return await call.exclusively('tags', async () => {
		const known = await readTags(call, named.length === 1 ? named[0] : undefined);
		for (const { id, name } of known) ids.set(String(name), Number(id));
		const missing = create ? named.filter((name) => !ids.has(name)) : [];
		for (const name of missing) ids.set(name, await idOfNew(call, name));
		return ids;
	});
}

/** The ids of one item's tags, or its own error with the names that no tag has. */
export function idsFrom(
	ids: TagIds,
	refs: TagRef[],
	field: { name: string; label: string },
): number[] | InputError {
	const names = refs.map((ref) => (typeof ref === 'number' ? ref : ref.value));
	const missing = names.filter((name) => !ids.has(name));
	if (missing.length > 0) {
		const rule = `must name tags that exist; there is no ${missing.map(show).join(', ')}`;
		return new InputError(field.name, rule, field.label);
	}
	return names.map((name) => ids.get(name)!);
}

/**
 * The id of one tag.
 * @throws InputError where no tag has the name.
 */
export async function idOfTag(call: Call, ref: TagRef, create = false): Promise<number> {
	const named = { name: 'tagId', label: 'Tag' };
	const ids = idsFrom(await idsOfTags(call, [ref], create), [ref], named);
	if (ids instanceof InputError) throw ids;
	return ids[0]!;
}
