import { guarded } from '../../readings/guard';
import { type Json, isObject } from '../../wire';

/* Entries of a list as the lines of a file. */

/** How entries become lines; each line ends with its line break. */
export interface Lines {
	/** The first line of every file; empty for none. */
	head: string;
	of(entry: Json): string;
	/** Media type of the file. */
	type: string;
}

/** One JSON object per line. Source: https://github.com/ndjson/ndjson-spec */
export const ndjson: Lines = {
	head: '',
	of: (entry) => `${JSON.stringify(entry)}\n`,
	type: 'application/x-ndjson',
};

/** Plain values of a list are joined by commas, as the service joins names of tags. */
const isJoinable = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && !value.includes(','));

function cellText(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (Array.isArray(value) && value.every(isJoinable)) return value.join(',');
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A cell: text that a spreadsheet would take for a formula gets an apostrophe before its sign, unless it is
 * a number. Quotes as in RFC 4180.
 */
export function csvCell(value: unknown): string {
	const text = cellText(value);
	const harmless = typeof value === 'number' ? text : guarded(text);
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** The column of what an entry has beyond the other columns, as JSON by dotted name. */
export const MORE = 'more';

/**
 * Lines under columns that are the same for every list: a column is a name of an entry, or the dotted
 * place of a nested value; the last one has the rest, so that nothing is lost. Excel reads UTF-8 as such only
 * behind a byte order mark.
 */
export function csv(columns: string[], { forExcel = false } = {}): Lines {
	const indexes = new Map(columns.map((name, index) => [name, index]));
	const of = (entry: Json) => {
		const cells = new Array<string>(columns.length + 1).fill('');
		const more: Json = {};
		const visit = (values: Json, above: string) => {
			for (const [key, value] of Object.entries(values)) {
				const name = above + key;
				const index = indexes.get(name);
				if (index !== undefined) cells[index] = csvCell(value);
				else if (isObject(value)) visit(value, `${name}.`);
				else if (value !== null && value !== undefined) more[name] = value;
			}
		};
		visit(entry, '');
		if (Object.keys(more).length > 0) cells[columns.length] = csvCell(more);
		return `${cells.join(',')}\r\n`;
	};
	const mark = forExcel ? BYTE_ORDER_MARK : '';
	const head = `${mark}${[...columns, MORE].map(csvCell).join(',')}\r\n`;
	return { head, of, type: 'text/csv' };
}
