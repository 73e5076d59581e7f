import { entityOf } from '../../answers';
import {
	type RequestEntry,
	type Call,
	type Json,
	type Operation,
	operationsWith,
} from '../../define';
import * as f from '../../fields';
import { verifyUnknown } from '../../outcomes';
import {
	at,
	flat,
	defineLookup,
	type EntityKind,
	numeric,
	shownEntity,
	unlessRefused,
} from '../../reading';
import { changesSomething } from '../../rules';
import { readWhole } from '../../whole';

/* Tags of the organisation. Source: public reference. */

const define = operationsWith({ resource: 'tag' });

const readTag = numeric('id resource_count tag_color.id');
const simpleTag = flat('id name resource_count color_id=tag_color.id|color.id');

/** How tags are read: simplified, with the names of their colors, since they have only the ids. */
function kindWith(colors: Json[] = []): EntityKind {
	const names = new Map(colors.map(readTag).map(({ id, description }) => [id, description]));
	return {
		read: readTag,
		simple: (tag) => {
			const own = simpleTag(tag);
			return { ...own, color: names.get(own.color_id) ?? null };
		},
	};
}

/** The kind of tags; without names for a role that may not read the list of colors. */
export const tagKind = async (call: Call, simplify: boolean): Promise<EntityKind> =>
	kindWith(simplify ? await unlessRefused(call.entries('tagColor'), 403, 404) : undefined);

/** A tag's name has no comma: the deprecated form of tags joins names by commas. */
export const isTagName = (text: string) => /^[^\S\n]*[^,\s][^,\n]*$/.test(text);

/** The tag an operation is about. */
export const tagId = f.path(
	f.pick({ label: 'Tag', hint: 'The tag to work on; a name must match exactly' }, 'tag'),
);

const tagNameField = f.body.text(
	'name',
	{ label: 'Name', hint: 'Name of the tag, without a comma', placeholder: 'arctic' },
	'must be a name without a comma',
	isTagName,
);
// Written as `color`, read as `tag_color`.
const colorId = f.body.pick(
	'color.id',
	{ label: 'Color', hint: 'Color of the tag; random unless given' },
	'tagColor',
);

export const getAllTags = define({
	name: 'getAll',
	action: 'Get many tags',
	description: 'List the tags of the organisation, with how many endpoints carry each',
	request: 'GET /api/v2/tags',
	lane: 'list',
	errors: [400, 403],
	fields: {
		...f.many,
		...f.inGroup('filters', {
			nameFilter: f.query.text('name', {
				label: 'Name',
				hint: 'Name of the tags to return, or a part of it',
			}),
		}),
	},
	run: async (call, input) => {
		const kind = await tagKind(call, input.simplify);
		return await call.list(inTagPages(), input, (tag) => shownEntity(kind, tag, input.simplify));
	},
});

/** The request of Get Many, for the list in pages; the largest page is not documented. */
const inTagPages = (): RequestEntry & Pick<Operation, 'pages'> => ({
	...getAllTags,
	pages: {
		size: 100,
		each: readTag,
		query: (rest: Json, page: number) => ({ page, page_size: 100, ...rest }),
	},
});

/**
 * All tags as they are, or those whose name contains the filter.
 * @throws IncompleteListError where some may be missing, if the list must be `whole`
 */
export const readTags = async (
	call: Call,
	{ nameFilter, whole }: { nameFilter?: string | undefined; whole: boolean },
): Promise<Json[]> =>
	whole
		? await readWhole(call, 'tags', inTagPages(), { nameFilter })
		: await call.list(inTagPages(), { nameFilter });

/** The tag with a name; names are unique. @throws IncompleteListError */
export const tagNamed = async (call: Call, name: string): Promise<Json | undefined> =>
	(await readTags(call, { nameFilter: name, whole: true })).find((tag) => tag.name === name);

export const getTagColors = defineLookup({
	name: 'tagColors',
	action: 'Get tag colors',
	description: 'List the colors a tag can have, with their hexadecimal codes',
	request: 'GET /api/v2/tag-colors',
});

export const createTag = define({
	name: 'create',
	action: 'Create tag',
	description: 'Create a tag that endpoints of the organisation can carry',
	request: 'POST /api/v2/tags',
	effect: 'act',
	done: 'the tag was created',
	success: [201],
	lane: 'single',
	notice: 'A name can exist once in an organisation.',
	errors: [400, 403, 409, 422],
	explains: { 409: 'A tag of this name exists already: use it, or choose another name.' },
	fields: {
		name: tagNameField,
		...f.single,
		...f.inGroup('options', { colorId }),
		...verifyUnknown,
	},
	run: async (call, input) => {
		const tag = entityOf(await call.own(input));
		// The tag is made, whether or not the names of colors can be read.
		const kind = await tagKind(call, input.simplify).catch(() => kindWith());
		return shownEntity(kind, tag, input.simplify);
	},
	readBack: {
		key: () => 'tag',
		before: async (call, input) => await tagNamed(call, input.name),
		find: async (call, { input, before }) => {
			// A tag of this name exists: the service has refused this call, or will refuse it.
			if (before) return 'unclear';
			const tag = await tagNamed(call, input.name);
			if (!tag) return 'notDone';
			const color = at(tag, 'tag_color.id');
			return input.colorId === undefined || input.colorId === color ? { done: tag } : 'unclear';
		},
	},
});

export const updateTag = define({
	name: 'update',
	action: 'Update tag',
	stakes: 'access',
	description: 'Change the name or the color of a tag; endpoints keep it',
	request: 'PATCH /api/v2/tags/{tagId}',
	effect: 'set',
	lane: 'single',
	errors: [400, 403, 404, 409, 422],
	explains: { 409: 'Another tag has this name already.' },
	fields: { tagId, ...f.inGroup('updateFields', { name: tagNameField, colorId }) },
	rules: [changesSomething((input) => input.name !== undefined || input.colorId !== undefined)],
	result: (_, { tagId: id }) => ({ id, updated: true }),
});
