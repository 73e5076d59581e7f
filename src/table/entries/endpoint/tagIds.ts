import { InputError } from '../../../errors';
import {
	lookOf,
	NameIndex,
	otherSpellings,
	refusedNewName,
	refusedTwin,
	shownSpelling,
	shownThings,
	takenFor,
	trimmedName,
} from '../../../readings/name';
import { entityOf } from '../../answers';
import type { Call, Input, Json } from '../../define';
import * as f from '../../fields';
import { wasRefused } from '../../reading';
import { groupedBy, isReference } from '../../values';
import { createTag, readTags, tagNamed } from './tag';

/* The ids of tags that are given by name. */

/** For operations that put tags on endpoints by their names. */
export const createMissing = f.inGroup('options', {
	createMissing: f.aboutRun(
		f.flag({
			label: 'Create Missing Tags',
			hint: 'Whether to create missing tags',
			default: true,
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

/** The tags that names mean. */
export interface TagsByName {
	/** Ids by the names as they were given. */
	ids: Map<string, number>;
	/** Their names at the service, by their ids. */
	names: Map<number, string>;
	/** Why a name is refused, by the name: several tags look like it, or it would become the twin of one. */
	refused: Map<string, string>;
}

interface NamedTag {
	id: number;
	name: string;
}

const indexOf = (tags: Json[]): NameIndex<NamedTag> => {
	const index = new NameIndex<NamedTag>(({ name }) => name);
	for (const { id, name } of tags) index.add({ id: Number(id), name: String(name) });
	return index;
};

/** Names that look the same and are written in several ways, a list for each look. */
const twinsIn = (names: string[]): string[][] =>
	[...groupedBy(names, lookOf).values()].filter(
		(alike) => new Set(alike.map(trimmedName)).size > 1,
	);

/**
 * Tags by name, in few requests. A name without a tag is left out, unless missing tags are created. Nothing is created
 * that looks like a tag that exists.
 */
export async function tagsByName(call: Call, names: string[], create = false): Promise<TagsByName> {
	const named = [...new Set(names)];
	const tags: TagsByName = { ids: new Map(), names: new Map(), refused: new Map() };
	if (named.length === 0) return tags;
	return await call.exclusively('tags', async () => {
		// The filter compares spellings: what only looks like a name is in the whole list.
		const readsAll = create || named.length > 1 || otherSpellings(named[0]!).length > 0;
		const nameFilter = readsAll ? undefined : named[0];
		const known = indexOf(await readTags(call, { nameFilter, whole: create }));
		const missing: string[] = [];
		for (const name of named) {
			const { found, isByLook, alike } = known.match(name);
			const [tag, ...others] = found;
			const fault = refusedNewName(name);
			if (alike.length > 0) tags.refused.set(name, refusedTwin(name, alike));
			else if (!tag && create && fault) tags.refused.set(name, `none is called ${fault}`);
			else if (!tag) missing.push(name);
			else if (others.length > 0) tags.refused.set(name, `${shownThings(found)} have this name`);
			else {
				tags.ids.set(name, tag.id);
				tags.names.set(tag.id, tag.name);
				const taken = isByLook ? takenFor(name, tag) : undefined;
				if (taken !== undefined) call.note(taken);
			}
		}
		if (!create) return tags;
		for (const twins of twinsIn(missing)) {
			const all = twins.map((name) => `"${shownSpelling(name)}"`).join(' and ');
			const why = `${all} look the same and are no tags yet: write them in one way`;
			for (const name of twins) tags.refused.set(name, why);
		}
		const made = new Map<string, number>();
		for (const name of missing) {
			if (tags.refused.has(name)) continue;
			const clean = trimmedName(name);
			const id = made.get(clean) ?? (await idOfNew(call, clean));
			made.set(clean, id);
			tags.ids.set(name, id);
		}
		return tags;
	});
}

/** Why tags cannot be used that were refused, on a field. */
export const refusedTags = (sentences: string[], field: string, label: string): InputError =>
	new InputError(field, `must be tags that exist, or new ones; ${sentences.join('; ')}`, label);

/**
 * Ids of tags by name; see {@link tagsByName}.
 * @throws InputError for names that are refused
 */
export async function idsOfTags(
	call: Call,
	names: string[],
	create = false,
): Promise<Map<string, number>> {
	const { ids, refused } = await tagsByName(call, names, create);
	if (refused.size > 0) throw refusedTags([...refused.values()], 'tagAssignments', 'Tags');
	return ids;
}

/** The tags that an input names. */
const tagsNamedIn = ({ tagAssignments, tagIds }: Input): string[] =>
	[tagAssignments, tagIds]
		.flat()
		.flatMap((tag: unknown) => (isReference(tag) && tag.by === 'name' ? [tag.value] : []));

/**
 * Creates the tags that inputs name and nothing has, for those that ask for it. Gives the error of each input that
 * names a tag which looks like another one.
 */
export async function createTagsNamed(
	call: Call,
	inputs: Input[],
): Promise<Array<InputError | undefined>> {
	const namesIn = (input: Input) => (input.createMissing === true ? tagsNamedIn(input) : []);
	const { refused } = await tagsByName(call, inputs.flatMap(namesIn), true);
	return inputs.map((input) => {
		const field = input.tagIds === undefined ? 'tagAssignments' : 'tagIds';
		const sentences = namesIn(input).flatMap((name) => refused.get(name) ?? []);
		return sentences.length > 0 ? refusedTags(sentences, field, 'Tags') : undefined;
	});
}
