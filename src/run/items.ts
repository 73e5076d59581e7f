import { CellularIotError, knownOf } from '../errors';
import type { Input, Json } from '../table/define';

/** An item that passed its checks, and its index among the inputs. */
export interface CheckedItem {
	index: number;
	/** The number of its row in a spreadsheet, where it comes from the columns of a table. */
	row?: number;
	input: Input;
	/** The workspace it acts in, where its input names several. */
	workspace?: Workspace;
}

/** A workspace as items name it. */
export interface Workspace {
	workspace_id: number;
	workspace_name: string | null;
}

/**
 * The result of an item: the items it gave, or why it failed. `of` is the index of the input, where
 * an input of the run has several results. `isEarlier` says that it is from an earlier run, as its
 * idempotency key shows: this run has sent nothing for the item. `output` is the number of the output that
 * the items leave by, the first unless given. `beside` are items that a failed one does not keep from leaving.
 */
export type ItemResult = (
	| { items: Json[]; output?: number }
	| { error: unknown; beside?: Json[] }
) & {
	of?: number;
	isEarlier?: true;
};

/** Results of items by index. */
export type ItemResults = Map<number, ItemResult>;

/** The items that neither may be sent already nor have a result. */
export function undecided(
	items: CheckedItem[],
	ready: ReadonlyArray<{ index: number }>,
	results: ItemResults,
): CheckedItem[] {
	const decided = new Set([...ready.map(({ index }) => index), ...results.keys()]);
	return items.filter(({ index }) => !decided.has(index));
}

/** A failure in one of several workspaces. */
export class InWorkspaceError extends CellularIotError {
	constructor(
		readonly workspace: Workspace,
		cause: unknown,
	) {
		const { message, hint, outcome } = knownOf(cause);
		const { workspace_id: id, workspace_name: name } = workspace;
		super(`In the workspace "${String(name)}" (ID ${id}): ${message}`, hint, outcome, cause);
	}
}

/** An item whose call was not made because earlier ones failed. */
export class NotAttemptedError extends CellularIotError {
	constructor(
		cause: unknown,
		message = 'Not sent: an earlier call of this run failed',
		hint = 'Run this item again once the cause is corrected; nothing of it was sent.',
	) {
		super(message, hint, 'notSent', cause);
	}
}

/** The result of an item that was not sent, for the reason there is. */
export const notAttempted = (reason: unknown): { error: NotAttemptedError } => ({
	error: reason instanceof NotAttemptedError ? reason : new NotAttemptedError(reason),
});
/** An item that was refused before its operation began. */
export interface RefusedRow {
	/** The number of its item, as n8n counts them. */
	index: number;
	error: unknown;
}
