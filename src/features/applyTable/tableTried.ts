import { CellularIotError } from '../../errors';

/** How long a look at an endpoint of a table counts. Milliseconds. */
export const TABLE_LOOK_VALID_MS = 30_000;

/** A part of the table was not tried, because an earlier failure would have hit it, too. */
export class NotTriedError extends CellularIotError {
	constructor(cause: unknown) {
		super(
			'Not applied: an earlier call of this run failed',
			'Run the table again once the cause is corrected.',
			'notSent',
			cause,
		);
	}
}
