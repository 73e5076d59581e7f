import { CellularIotError, knownOf } from '../errors';
import { groupedBy } from '../table/values';
import type { RefusedRow } from './items';

/* The rows of a table that cannot be applied, told together: by their numbers in a spreadsheet, and as n8n counts items. */

/** The first row of a spreadsheet has the names of the columns, and n8n counts items from 0. */
const FIRST_ROW = 2;
export const rowNumber = (item: number): number => item + FIRST_ROW;

/** A row as a person finds it in a spreadsheet, and as n8n shows it where there is none: `row 2 (item 0)`. */
export const rowInWords = (item: number): string => `row ${rowNumber(item)} (item ${item})`;

/** Numbers in their order, with runs of them in short: `2 to 7, 9`. */
function rangesOf(numbers: readonly number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last && number === last.to + 1) last.to = number;
		else ranges.push({ from: number, to: number });
	}
	const words = ranges.map(({ from, to }) => {
		if (from === to) return String(from);
		return to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`;
	});
	return words.join(', ');
}

/** Rows at the beginning of a sentence: `Rows 2 to 7 (items 0 to 5)`, `Row 3 (item 1)`. */
export function rowsInWords(items: readonly number[]): string {
	const [only, ...others] = items;
	if (others.length === 0) return `Row ${rowNumber(only!)} (item ${only!})`;
	return `Rows ${rangesOf(items.map(rowNumber))} (items ${rangesOf(items)})`;
}

const messageOf = (error: unknown): string => knownOf(error).message.replace(/\.$/, '');

/** Most errors of rows that are described. */
const MOST_DESCRIBED = 20;

/** Several rows of a table were refused; those of equal errors have a line together. */
export class RefusedRowsError extends CellularIotError {
	constructor(refused: readonly RefusedRow[], count: number, cause: unknown) {
		const alike = [...groupedBy([...refused], ({ error }) => messageOf(error))];
		const described = alike.slice(0, MOST_DESCRIBED);
		const lines = described.map(
			([message, rows]) => `${rowsInWords(rows.map(({ index }) => index))}: ${message}`,
		);
		const told = described.reduce((sum, [, rows]) => sum + rows.length, 0);
		const more = refused.length - told;
		super(
			`${refused.length} of ${count} rows cannot be applied, and nothing was changed`,
			[...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('. '),
			'notSent',
			cause,
		);
	}
}

/** The error of refused rows: that of the only one, or one for all of them. */
export function togetherRefused(refused: readonly RefusedRow[], count: number): unknown {
	const rows = [...refused].sort((a, b) => a.index - b.index);
	const [first, ...others] = rows;
	if (others.length === 0) return first?.error;
	return new RefusedRowsError(rows, count, first?.error);
}
