import { InputError } from '../../../src/errors';
import type { Json, Operation } from '../../../src/table/define';
import { isObject } from '../../../src/wire';
import { isBlankCell, isColumn, refusesEmptyCells } from './columns';
import { holdsExpression, type RunFormContext } from './quickForm';

const EMPTY_FIELD =
	'must not be empty: its expression gives nothing for this item. Mend it, or set "Allow Empty Cells" in Options, which takes an empty field as not given';

/** The value inside a picker. */
const inside = (value: unknown): unknown =>
	isObject(value) && 'value' in value ? value.value : value;

/**
 * Checks the fields of the form that columns could fill, for an item: one with an expression that gives
 * nothing was not just left out.
 * @throws InputError where the operation refuses empty cells
 */
export function emptyFieldChecker(
	context: RunFormContext,
	operation: Operation,
): (index: number) => void {
	const parameters = context.getNode().parameters as Json;
	const computed = Object.entries(operation.fields).filter(([name, field]) => {
		const given = field.group === undefined ? undefined : parameters[field.group];
		return isColumn(name, field) && isObject(given) && holdsExpression(given[name]);
	});
	return (index) => {
		if (computed.length === 0 || !refusesEmptyCells(context, operation, index)) return;
		for (const [name, field] of computed) {
			const given = context.getNodeParameter(field.group!, index, {}) as Json;
			if (isBlankCell(inside(given[name]))) throw new InputError(name, EMPTY_FIELD, field.label);
		}
	};
}
