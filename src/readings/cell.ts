import { bare, describeValue, type Read } from './given';
import { dateOfSerial } from './moment';

/* Cells of a table, before they are read as what their column holds. */

/** What people, databases, programs and broken formulas write where there is nothing. */
const NOTHING =
	/^(n\/?a|-|[\u2013\u2014]|null|undefined|nan|\[object object\]|#(n\/a|nv|ref!|div\/0!|value!|wert!|name\?|bezug!|num!))$/i;

/** Two digits in a row stand in nothing of that kind. */
const IS_NUMBERED = /\d\d/;

/** Why a text says that there is nothing, and is no value; undefined where it is one. */
export const saysThereIsNone = (text: string): string | undefined =>
	NOTHING.test(text)
		? `must be a value, got ${describeValue(text)}: where there is none, leave the cell empty`
		: undefined;

/**
 * A cell as its column's reading gets it: undefined for one in which nobody sees anything. The serial number of a
 * spreadsheet's date becomes that date where the column is one of dates.
 */
export function readCell(given: unknown, isDate: boolean): Read<unknown> {
	if (typeof given === 'number' && isDate) {
		const date = dateOfSerial(given);
		if (date === undefined) return { value: given, changed: [] };
		return { value: date, changed: ["a spreadsheet's serial number was read as its date"] };
	}
	if (typeof given !== 'string' || IS_NUMBERED.test(given)) return { value: given, changed: [] };
	const { text } = bare(given);
	if (text === '') return { value: undefined, changed: [] };
	const fault = saysThereIsNone(text);
	return fault === undefined ? { value: given, changed: [] } : { refused: fault };
}
