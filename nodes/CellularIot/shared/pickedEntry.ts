import type { Picked } from '../../../src/run/picked';
import { isLocator } from './form';
import { isExpression } from './quickForm';

/**
 * The entry that a person has picked from a list, with its name as the list showed it; undefined for any
 * other value, for an expression, and where no name was kept.
 * @param value of the field in the stored form, before n8n resolves expressions
 */
export function pickedEntry(
	{ lookup, field }: Pick<Picked, 'lookup' | 'field'>,
	value: unknown,
): Picked | undefined {
	if (!isLocator(value) || value.mode !== 'list') return undefined;
	const { value: id, cachedResultName: label } = value;
	const isId = typeof id === 'number' || (typeof id === 'string' && id !== '');
	if (!isId || isExpression(id) || typeof label !== 'string' || label === '') return undefined;
	return { lookup, id, label, field };
}
