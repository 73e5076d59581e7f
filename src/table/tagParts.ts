import { partsOf, trimmedName } from '../readings/name';
import type { Field } from './define';
import { isReference, type Reference } from './values';

/*
 * Tags in a cell of a table. Commas and lines separate them; so does a `;`, which the name of a tag may also have.
 */

/** Whether a field is a column of tags, rather than the tags that an operation is about. */
export const isColumnOfTags = ({ control, group }: Field): boolean =>
	group !== undefined && control.kind === 'picks' && control.lookup === 'tag';

/** Whether a part of a cell may name one tag or several. */
export const mayBeSeveral = (part: unknown): part is Reference =>
	isReference(part) && part.by === 'name' && part.value.includes(';');

/** The tags that a part of a cell names where no tag is called so. */
export function separateTags(part: Reference): Reference[] {
	const names = partsOf(part.value, ';').map(trimmedName).filter(Boolean);
	return names.length > 0 ? names.map((value) => ({ by: 'name', value })) : [part];
}

/** The tags that a part of a cell names: one with a `;` in its name where there is such a tag, else several. */
export const tagParts = <T>(
	part: T | Reference,
	isTag: (name: string) => boolean,
): Array<T | Reference> => (mayBeSeveral(part) && !isTag(part.value) ? separateTags(part) : [part]);
