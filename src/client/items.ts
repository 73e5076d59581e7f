import { CellularIotError } from '../errors';
import type { Input, Json } from '../operations/define';

/** An item that passed its checks, and its place among the inputs. */
export interface Checked {
	index: number;
	input: Input;
}

/** The result of an item: the items it gave, or why it failed. */
export type ItemResult = { items: Json[] } | { error: unknown };

/** An item whose call was not made because an earlier call failed. */
export class NotAttemptedError extends CellularIotError {
	constructor(cause: unknown) {
		super(
			'Not sent: an earlier call of this run failed',
			'Run this item again once the cause is mended; nothing of it was sent.',
			'notSent',
			cause,
		);
	}
}
