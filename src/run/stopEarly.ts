import { InputError, ownError } from '../errors';
import { type CheckedItem, type ItemResult, NotAttemptedError } from './items';

/** Fewest finished items that say something about the others. */
const FEWEST = 20;

/** Too many items of a run have failed for the others to be sent. */
export class TooManyFailedError extends NotAttemptedError {
	constructor(failed: number, finished: number, most: number) {
		super(
			undefined,
			`Not sent: ${failed} of the ${finished} items done before had failed, which is more than ${most} %`,
			'Correct the cause, then run the items that were not sent.',
		);
	}
}

/** Whether an item failed for its own values or for the failures of others, without the service. */
const isNotOfTheService = (error: unknown): boolean =>
	error instanceof NotAttemptedError || ownError(error) instanceof InputError;

/** How many items have ended, and how many of these failed. */
export interface Tally {
	finished: number;
	failed: number;
}

/**
 * Counts how the items of a run end, for runs that stop when too many fail. Results of earlier runs count
 * as neither done nor failed: a run that was killed halfway leaves items in doubt, which says nothing
 * about the items that are still to be sent.
 */
export class Failures {
	private finished: number;
	private failed: number;
	/** Percent; where items name several, the lowest. */
	private readonly most: number;

	/** `before` is what counts already. */
	constructor(items: ReadonlyArray<Pick<CheckedItem, 'input'>>, before?: Tally) {
		this.finished = before?.finished ?? 0;
		this.failed = before?.failed ?? 0;
		this.most = items.reduce(
			(least, { input }) => Math.min(least, (input.stopAbove as number | undefined) ?? Infinity),
			Infinity,
		);
	}

	get tally(): Tally {
		return { finished: this.finished, failed: this.failed };
	}

	/**
	 * Counts results, but not of items whose values were refused before anything was sent, such as a
	 * name that nothing has; gives the reason to send nothing more when too many have failed.
	 */
	add(results: ItemResult[]): TooManyFailedError | undefined {
		for (const result of results) {
			if (result.isEarlier) continue;
			if ('error' in result && isNotOfTheService(result.error)) continue;
			this.finished += 1;
			if ('error' in result) this.failed += 1;
		}
		return this.finished >= FEWEST ? this.judged() : undefined;
	}

	/**
	 * The same at the end of a wave, which is made to be judged: however few of its items have ended.
	 */
	atEndOfWave(): TooManyFailedError | undefined {
		return this.finished > 0 ? this.judged() : undefined;
	}

	private judged(): TooManyFailedError | undefined {
		const { failed, finished, most } = this;
		const isOver = failed * 100 > most * finished;
		return isOver ? new TooManyFailedError(failed, finished, most) : undefined;
	}
}
