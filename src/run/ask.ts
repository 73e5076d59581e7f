import type { FileStore } from '../ports';
import type { Reporter } from '../reporter';
import { readPages } from '../request/paging';
import type { RequestEntry, Call, Input, Json, Operation } from '../table/define';
import { buildRequest } from '../table/request';
import { lacksEntries } from '../table/whole';
import { type Answer, listIn } from '../wire';
import { filesOfList, formatOf } from './files/list';

/** What reading lists needs in addition to a way to send. */
export interface AskPorts {
	/** Gets the progress and the warnings of reading a list in pages. */
	report?: Reporter | undefined;
	/** Stores a list as a file; absent where the host has no files. */
	files?: FileStore | undefined;
}

/** The functions of a call that send requests of the table's entries, based on `send`. */
export function askBy(
	operation: RequestEntry & Pick<Operation, 'resource'>,
	send: Call['send'],
	{ report, files }: AskPorts = {},
): Pick<Call, 'own' | 'other' | 'list'> {
	const other: Call['other'] = async (entry, input, changes) => {
		const { effect, lane } = entry;
		return await send({ ...buildRequest(entry, input), effect, lane, ...changes });
	};
	return {
		own: async (input, changes) => await send({ ...buildRequest(operation, input), ...changes }),
		other,
		list: async (entry, input, keep, { cut, first } = {}) => {
			const { size, each, query = pageByNumber, identity } = entry.pages!;
			const limit = input.returnAll === true ? undefined : (input.limit as number | undefined);
			const { query: rest = {} } = buildRequest(entry, input);
			const page = async (number: number, perPage: number) =>
				(number === 1 && first) ||
				(await other(entry, input, { query: query(rest, number, perPage) }));
			const make = keep ?? ((entity: Json) => each(entity, input));
			const perPage = Math.min(size, limit ?? size);
			const options = {
				perPage,
				keep: make,
				limit,
				cut,
				report: report && noting(report),
				...(identity && { identity }),
			};
			const format = formatOf(input);
			if (format === undefined) return await readPages(page, options);
			const { resource } = operation;
			return await filesOfList(page, options, { resource, entry, input, format }, files);
		},
	};
}

/** A reporter that also adds each warning to the notes of the result. */
const noting = (report: Reporter): Reporter => ({
	...report,
	warn: (message) => {
		report.warn(message);
		report.note(message.replace(/\.$/, ''));
	},
});

export const pageByNumber = (rest: Json, page: number, perPage: number): Json => ({
	...rest,
	page,
	per_page: perPage,
});

/** Adds a note where a list that comes in one answer is not complete. */
function notePart(call: Call, answer: Answer): void {
	const entries = listIn(answer.body);
	if (!entries || !lacksEntries(answer, entries)) return;
	const counted = answer.headers['x-total-count'];
	call.note(
		`The list is not complete: the service counts ${counted} entries and gave ${entries.length}`,
	);
}

/** Performs an operation for one input, as its entry describes it. Not for bulk operations. */
export async function performBy(
	call: Call,
	operation: Operation,
	input: Input,
): Promise<Json | Json[]> {
	const { run, pages, result } = operation;
	if (run) return await run(call, input);
	if (pages) return await call.list(operation, input);
	const answer = await call.own(input);
	if (operation.effect === 'read' && input.returnAll === true) notePart(call, answer);
	return result ? result(answer, input) : { success: true };
}
