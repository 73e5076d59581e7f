import { CellularIotError } from '../errors';
import type { Answer, Call, Input, Json, Operation, RequestEntry } from './define';

/*
 * Whole lists, for conclusions from the absence of an entry: that an endpoint is to be disabled, a thing
 * to be created, or a thing not in use. Elsewhere, an incomplete list gets a note.
 */

/** Entries of a list are missing and would have counted as absent. */
class IncompleteListError extends CellularIotError {
	constructor(
		/** The entries of the list, in the plural. */
		things: string,
	) {
		super(
			`The list of ${things} is not complete`,
			'What is not in the list would have been taken for missing. Run it again.',
			'notSent',
		);
	}
}

/** Whether the service counts more entries than it gave. */
export const lacksEntries = ({ headers }: Answer, entries: Json[]): boolean =>
	Number(headers['x-total-count']) > entries.length;

/**
 * The entries of an answer that must be the whole list.
 * @throws IncompleteListError where the service counts more of them
 */
export function wholeAnswer(answer: Answer, entries: Json[], things: string): Json[] {
	if (lacksEntries(answer, entries)) throw new IncompleteListError(things);
	return entries;
}

/**
 * All entries of a list in pages: see {@link Call.list}.
 * @throws IncompleteListError where entries may be missing
 */
export async function readWhole(
	call: Call,
	things: string,
	entry: RequestEntry & Pick<Operation, 'pages'>,
	input: Input = {},
	{ keep, first }: { keep?: (entry: Json) => Json | undefined; first?: Answer } = {},
): Promise<Json[]> {
	let isCut = false;
	const cut = () => (isCut = true);
	const list = await call.list(entry, input, keep, { cut, ...(first && { first }) });
	if (isCut) throw new IncompleteListError(things);
	return list;
}
