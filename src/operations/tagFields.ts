import { InputError } from '../errors';
import { entityOf, listOf } from './answers';
import type { Call, Json } from './define';
import * as f from './fields';
import { at, flat, type Kind, numeric, wasRefused } from './reading';
import { show, type Reference } from './values';

/* Tags by id or by name, and how they are read. Source: public reference. */

export const tagKind: Kind = {
	read: numeric('id', 'resource_count', 'tag_color.id'),
	simple: flat('id', 'name', 'resource_count', 'color_id=tag_color.id|color.id'),
};

/** A tag by its id, or by its name, which the operation looks up itself. */
export type TagRef = number | Reference;

const NAME_RULE = 'must be the name of a tag, without a comma';
/** Names are joined by commas in the deprecated form of tags. */
export const isTagName = (text: string) => /^[^,\n]*[^,\s][^,\n]*$/.test(text);

/** The tag an operation is about. */
export const tagId = f.path(
	'tagId',
	f.pick({ label: 'Tag', hint: 'The tag to work on; a name must match exactly' }, 'tag'),
);

/** Several tags: picked from the list, or by their names. */
export const tagsOfItem = {
	tagsBy: f.choice({ label: 'Tags Given As', hint: 'How the tags are named', default: 'ids' }, [
		{ name: 'From List or IDs', value: 'ids' },
		{ name: 'Names', value: 'names' },
	]),
	tagIds: f.body('tags', {
		...f.picks(
			{ label: 'Tags', hint: 'The tags of this item', showWhen: { tagsBy: ['ids'] } },
			'tag',
		),
		example: [401],
	}),
	tagNames: {
		...f.checkedBy(
			f.text({
				label: 'Tag Names',
				hint: 'Names separated by commas, or a list of names',
				placeholder: 'arctic, pump',
				showWhen: { tagsBy: ['names'] },
			}),
			// Separated by commas or lines, or a list; blanks belong to a name.
			(s) =>
				s
					.partsSchema([/[,\n]/, 'must be a list of tag names'], [isTagName, NAME_RULE])
					.transform((names) => [...new Set(names)]),
		),
		control: { kind: 'text', rows: 2 } as const,
	},
};

export const createMissing = f.inGroup('options', {
	createMissing: f.flag({
		label: 'Create Missing Tags',
		hint: 'Whether to create tags whose name does not exist yet; otherwise they are an error',
	}),
});

/** Tags in a page; the most the service gives is not documented. */
const PAGE = 100;

/** All tags, or the first `limit`: their paging stands in the answer and not in its headers. */
export async function readTags(call: Call, name?: string, limit = Infinity): Promise<Json[]> {
	const tags: Json[] = [];
	const seen = new Set<unknown>();
	for (let page = 1, last = 1; page <= last && tags.length < limit; page++) {
		const query = { page, page_size: PAGE, ...(name !== undefined && { name }) };
		const answer = await call.send({
			...{ method: 'GET', path: '/api/v2/tags', query, effect: 'read', lane: 'list' },
		});
		const known = seen.size;
		for (const tag of listOf(answer).map(tagKind.read)) {
			if (!seen.has(tag.id)) tags.push(tag);
			seen.add(tag.id);
		}
		// Whatever it says of its pages, it has no more.
		if (seen.size === known) break;
		last = Number(at(answer.body, 'last_page') ?? 1);
	}
	return tags.slice(0, limit);
}

/** Whoever creates a name first wins; the others read which id it got. */
async function createTag(call: Call, name: string): Promise<number> {
	try {
		const body = { name };
		const request = { method: 'POST', path: '/api/v2/tags', body, lane: 'single' } as const;
		return Number(entityOf(await call.send({ ...request, effect: 'act' })).id);
	} catch (error) {
		if (!wasRefused(error, 409)) throw error;
		const made = (await readTags(call, name)).find((tag) => tag.name === name);
		if (!made) throw error;
		return Number(made.id);
	}
}

/** Ids of tags by what they were given as; a name that no tag has is not in it. */
export type TagIds = Map<TagRef | string, number>;

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
		for (const name of missing) ids.set(name, await createTag(call, name));
		return ids;
	});
}

/**
 * The ids of one item's tags.
 * @throws InputError with the names that no tag has.
 */
export function idsFrom(ids: TagIds, refs: TagRef[], field: { name: string; label: string }) {
	const names = refs.map((ref) => (typeof ref === 'number' ? ref : ref.value));
	const missing = names.filter((name) => !ids.has(name));
	if (missing.length > 0) {
		const rule = `must name tags that exist; there is no ${missing.map(show).join(', ')}`;
		throw new InputError(field.name, rule, field.label);
	}
	return names.map((name) => ids.get(name)!);
}

/** What one item of many gives, or its own error: a bad one does not cost the others. */
export function itemOf<T>(make: () => T): { done: T } | { error: unknown } {
	try {
		return { done: make() };
	} catch (error) {
		return { error };
	}
}

export const TAG = { name: 'tagId', label: 'Tag' };

/** The id of one tag. */
export async function idOfTag(call: Call, ref: TagRef, create = false): Promise<number> {
	return idsFrom(await idsOfTags(call, [ref], create), [ref], TAG)[0]!;
}
