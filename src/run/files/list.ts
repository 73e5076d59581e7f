import { InputError } from '../../errors';
import type { FileStore } from '../../ports';
import { SILENT } from '../../reporter';
import { type PageOptions, pagesOf } from '../../request/paging';
import type { Input, Operation } from '../../table/define';
import { fileOutput, type Format, FILE_FORMATS } from '../../table/fileOutput';
import { resultKind } from '../../table/reading';
import type { Answer, Json } from '../../wire';
import { csv, type Lines, ndjson } from './lines';
import { writeFiles } from './write';

/** The format in which an input wants its list; undefined where it wants items. */
export const formatOf = ({ output }: Input): Format | undefined =>
	FILE_FORMATS.find((format) => format === output);

/** What a file contains: the operation whose list it is, and in which form. */
interface FileContent {
	/** Resource of the operation, after which the file is named. */
	resource: string;
	entry: Pick<Operation, 'pages'>;
	input: Input;
	format: Format;
}

/** "sim-operations" */
const filePrefix = (resource: string) =>
	`${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`;

/**
 * The columns by the form alone: with Simplify the names of its fields, else the places that these are
 * read from, and the names of the device.
 */
function fileColumns({ entry: { pages }, input }: FileContent): string[] {
	if (input.simplify === true) return Object.keys(pages!.each({}, input));
	const kind = resultKind({ pages });
	const shows = kind?.simple.shows ?? [];
	const places = shows.flatMap(({ from }) => from);
	return [...new Set([...places, ...Object.keys(kind?.device ?? {})])];
}

const linesOf = (content: FileContent): Lines =>
	content.format.startsWith('csv')
		? csv(fileColumns(content), { forExcel: content.input.forExcel === true })
		: ndjson;

/**
 * Reads a list in pages into files, and gives an item for each of them: `complete` says whether all
 * entries are there, `notes` what happened to the list meanwhile.
 * @throws InputError where the host keeps no files.
 */
export async function filesOfList(
	fetchPage: (page: number, perPage: number) => Promise<Answer>,
	options: PageOptions,
	content: FileContent,
	store: FileStore | undefined,
): Promise<Json[]> {
	if (!store) {
		throw new InputError('output', 'must be Items here', fileOutput.output.label);
	}
	const { report = SILENT } = options;
	const problems: string[] = [];
	const counts: number[] = [];
	const batches = pagesOf(fetchPage, {
		...options,
		report: {
			...report,
			warn: (message) => {
				problems.push(message);
				report.warn(message);
			},
			count: (entries) => {
				counts.push(entries);
				report.count(entries);
			},
		},
	});
	const { format, resource, input } = content;
	const files = await writeFiles(batches, {
		format,
		lines: linesOf(content),
		name: filePrefix(resource),
		partBytes: input.partSize === undefined ? undefined : Number(input.partSize) * 1e6,
		store,
	});
	const notes = [...lengthChange(counts), ...problems].join(' ');
	return files.map(({ data, ...file }) => ({
		...file,
		complete: problems.length === 0,
		notes: notes || null,
		data,
	}));
}

/** A sentence on a list that grew or shrank while it was read. */
function lengthChange(counts: number[]): string[] {
	const [first, last] = [counts[0], counts.at(-1)];
	if (counts.length < 2) return [];
	return [
		`The list changed while it was read: the service counted ${first} entries at first and ${last} at the end.`,
	];
}
