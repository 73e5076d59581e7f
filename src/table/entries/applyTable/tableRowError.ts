import { CellularIotError, ownError } from '../../../errors';
import type { Json } from '../../define';

/** A row of a table that failed for `cause`, with what is known of it: its outcome and its changes. */
export class RowError extends CellularIotError {
	constructor(
		readonly row: Json,
		override readonly cause: unknown,
	) {
		const own = ownError(cause);
		super(own?.message ?? String(cause), own?.hint ?? '', own?.outcome ?? 'unknown', cause);
	}
}
