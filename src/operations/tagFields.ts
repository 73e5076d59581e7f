import * as f from './fields';
import { flat, type Kind, numeric } from './reading';

/* Tags by id or by name, and how they are read. Source: public reference. */

export const tagKind: Kind = {
	read: numeric('id', 'resource_count', 'tag_color.id'),
	simple: flat('id', 'name', 'resource_count', 'color_id=tag_color.id|color.id'),
};

const NAME_RULE = 'must be the name of a tag, without a comma';
/** Names are joined by commas in the deprecated form of tags. */
export const isTagName = (text: string) => /^[^,\n]*[^,\s][^,\n]*$/.test(text);

/** The tag an operation is about. */
export const tagId = f.path(
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
	tagNames: f.body('tags', {
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
	}),
};

export const createMissing = f.inGroup('options', {
	createMissing: f.flag({
		label: 'Create Missing Tags',
		hint: 'Whether to create tags whose name does not exist yet; otherwise they are an error',
	}),
});
