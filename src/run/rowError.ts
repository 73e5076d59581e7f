import { CellularIotError, knownOf } from '../errors';
import type { Json } from '../table/define';

/** A row of a table failed for `cause`; `row` is its own item, with its outcome and its changes. */
export class RowError extends CellularIotError {
	constructor(
		readonly row: Json,
		override readonly cause: unknown,
	) {
		const { message, hint, outcome } = knownOf(cause);
		super(message, hint, outcome, cause);
	}
}
