import type { Picked } from '../../../src/run/picked';
import type { Field } from '../../../src/table/define';
import { entriesIn } from '../../../src/readings/name';
import { namedChoiceIn } from '../../../src/table/values';
import { isLocator } from './form';
import { isExpression } from './expressions';
import { isInputItem } from './inputItem';

/**
 * The entry that a person has picked from a list, with its name as the list showed it; undefined for any
 * other value, for an expression, and where no name was kept.
 * @param value of the field in the stored form, before n8n resolves expressions
 */
export function pickedEntry(
	{ lookup, field }: Pick<Picked, 'lookup' | 'field'>,
	value: unknown,
): Picked | undefined {
	if (!isLocator(value) || value.mode !== 'list' || isInputItem(value)) return undefined;
	const { value: id, cachedResultName: label } = value;
	const isId = typeof id === 'number' || (typeof id === 'string' && id !== '');
	if (!isId || isExpression(id) || typeof label !== 'string' || label === '') return undefined;
	return { lookup, id, label, field };
}

/** The entries that were picked in dropdowns, as {@link pickedEntry} gives one. */
const pickedChoices = (
	{ lookup, field }: Pick<Picked, 'lookup' | 'field'>,
	values: readonly unknown[],
): Picked[] =>
	values.flatMap((value) => {
		const { name: label, id } = namedChoiceIn(value) ?? {};
		return id === undefined || label === undefined || isExpression(value)
			? []
			: [{ lookup, id, label, field }];
	});

/** The entries of a field that takes several: as the editor stores them, or in the text of an expression's value. */
function severalIn(value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	return typeof value === 'string' && !isExpression(value) ? entriesIn(value) : [];
}

/**
 * The entries that a person has picked from the list of a field.
 * @param value of the field in the stored form; of a dropdown also what an expression gives
 */
export function pickedIn({ control, label: field }: Field, value: unknown): Picked[] {
	if (control.kind === 'picks')
		return pickedChoices({ lookup: control.lookup, field }, severalIn(value));
	if (control.kind === 'dropdown') return pickedChoices({ lookup: control.lookup, field }, [value]);
	if (control.kind !== 'locator') return [];
	const picked = pickedEntry({ lookup: control.lookup, field }, value);
	return picked ? [picked] : [];
}
