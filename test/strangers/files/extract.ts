import { read, utils, write } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import type { Cell, FileCase, Json } from './kinds';

/*
 * A file as n8n's *Extract from File* reads it: with its parsers (csv-parse, @e965/xlsx) and the options that it gives
 * them. Source: n8n-nodes-base 2.40.1, SpreadsheetFile/v2/fromFile.operation.
 */

/** The one setting of *Extract from File* that changes what a row holds. */
export interface ExtractSettings {
	includeEmptyCells: boolean;
}

const withoutEmpty = (record: object): Json =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '')) as Json;

function extractCsv(text: string, { includeEmptyCells }: ExtractSettings): Json[] {
	const records = parse<Json>(text, { columns: true, skip_empty_lines: true });
	return includeEmptyCells ? records : records.map(withoutEmpty);
}

function extractXlsx(file: Buffer, { includeEmptyCells }: ExtractSettings): Json[] {
	const workbook = read(file);
	const sheet = workbook.Sheets[workbook.SheetNames[0]!]!;
	return utils.sheet_to_json<Json>(sheet, includeEmptyCells ? { defval: '' } : {});
}

/** The heading of a column in the file; SheetJS calls one without a heading and a second of a name otherwise. */
function headingOf(column: string, all: readonly string[]): Cell {
	if (/^__EMPTY(_\d+)?$/.test(column)) return null;
	const first = column.replace(/_1$/, '');
	return first !== column && all.includes(first) ? first : column;
}

const quoted = (cell: Cell): string =>
	/["\r\n,]/.test(String(cell ?? ''))
		? `"${String(cell).replaceAll('"', '""')}"`
		: String(cell ?? '');

/** The rows of a case as its maker's file has them, heading first. */
function gridOf({ items }: FileCase): Cell[][] {
	const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
	const headings = columns.map((column) => headingOf(column, columns));
	return [headings, ...items.map((item) => columns.map((column) => item[column] ?? null))];
}

/** Whether a file has what CSV cannot say: numbers, and headings that only a spreadsheet names. */
const isSpreadsheet = (grid: Cell[][]): boolean =>
	new Set(grid[0]).size < grid[0]!.length ||
	grid[0]!.includes(null) ||
	grid.flat().some((cell) => typeof cell !== 'string' && cell !== null);

/** The items of a case's file, a CSV file or a spreadsheet. */
export function extracted(file: FileCase, settings: ExtractSettings): Json[] {
	if (file.raw !== undefined) return extractCsv(file.raw, settings);
	const grid = gridOf(file);
	if (!isSpreadsheet(grid)) {
		return extractCsv(grid.map((row) => row.map(quoted).join(',')).join('\r\n'), settings);
	}
	const sheet = utils.aoa_to_sheet(grid);
	const workbook = utils.book_new(sheet, 'Sheet1');
	return extractXlsx(write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer, settings);
}
