import { CellularIotError, knownOf } from '../errors';
import type { RefusedRow } from './items';

/* The rows of a table that cannot be applied, in one error that names them by their numbers in a spreadsheet. */

/** The first row of a spreadsheet has the names of the columns, and n8n counts items from 0. */
const FIRST_ROW = 2;
export const rowNumber = (item: number): number => item + FIRST_ROW;

/** Most rows that an error describes. */
const MOST_DESCRIBED = 20;

/** Several rows of a table were refused; each has its line. */
export class RefusedRowsError extends CellularIotError {
	constructor(lines: string[], count: number, cause: unknown) {
		const described = lines.slice(0, MOST_DESCRIBED);
		const more = lines.length - described.length;
		super(
			`${lines.length} of ${count} rows cannot be applied, and nothing was changed`,
			[...described, ...(more > 0 ? [`and ${more} more`] : [])].join('. '),
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
	const lines = rows.map(
		({ index, error }) => `Row ${rowNumber(index)}: ${knownOf(error).message.replace(/\.$/, '')}`,
	);
	return new RefusedRowsError(lines, count, first?.error);
}
