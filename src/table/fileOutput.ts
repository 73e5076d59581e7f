import type { Operation } from './define';
import * as f from './fields';

/* A list as a file: an option of the lists that come in pages. */

export const FILE_FORMATS = ['csv', 'csv.gz', 'ndjson', 'ndjson.gz'] as const;
/** A format of a file, by its extension. */
export type Format = (typeof FILE_FORMATS)[number];

const fileOutputChoice = f.choice<Format | 'items'>(
	{ label: 'Output', hint: 'Items, or a file of them', saidOnce: true, default: 'items' },
	{
		'CSV File': 'csv',
		'CSV File (Gzip)': 'csv.gz',
		Items: 'items',
		'NDJSON File': 'ndjson',
		'NDJSON File (Gzip)': 'ndjson.gz',
	},
);

const partSize = f.number(
	{
		label: 'Part Size (MB)',
		hint: 'MB of a file at most; the rest goes into others',
		default: 16,
	},
	{ min: 1, max: 1000 },
);

const forExcel = f.flag({
	label: 'For Excel',
	hint: 'Whether a CSV file begins with a byte order mark, without which Excel garbles accents',
	default: true,
	saidOnce: true,
});

/** The options that put a list into files: read by the client, not part of a request. */
export const fileOutput = f.inGroup('options', { output: fileOutputChoice, partSize, forExcel });

/** Whether the list of an operation can be a file. */
export const canBeFile = ({ fields }: Pick<Operation, 'fields'>): boolean =>
	fields.output === fileOutput.output;
