import { knownOf } from '../errors';
import { type ItemResult, NotAttemptedError } from './items';
import { RefusedWithOthersError } from './refusals';
import { TooManyFailedError } from './stopEarly';

/* The known effects of items, by their results. */

export const isWithOthers = (e: unknown): e is RefusedWithOthersError =>
	e instanceof RefusedWithOthersError;

/** The outcome of a failed item as a word of {@link OUTCOME_WORDS}. */
const wordFor = (error: unknown): string =>
	isWithOthers(error) ? 'withOthers' : knownOf(error).outcome;

export const isFailed = (o: ItemResult): o is { error: unknown } => 'error' in o;
/** Whether an item certainly had no effect. */
export const isWithoutEffect = (o: ItemResult) =>
	isFailed(o) && ['notSent', 'refused', 'withOthers'].includes(wordFor(o.error));
/** Whether sending the item again could repeat an effect, or would continue a run that was stopped. */
export const isFinal = (o: ItemResult) =>
	!isWithoutEffect(o) || (isFailed(o) && o.error instanceof TooManyFailedError);
export const isNotAttempted = (o: ItemResult) =>
	isFailed(o) && o.error instanceof NotAttemptedError;

const OUTCOME_WORDS: Record<string, string> = {
	done: 'done',
	partial: 'done in part',
	refused: 'refused',
	withOthers: 'not applied',
	unknown: 'unknown',
	notSent: 'not sent',
};

/** How many items were done, at least in part, were refused, are unknown, and were not sent. */
interface OutcomeCounts {
	done: number;
	refused: number;
	unknown: number;
	notSent: number;
}

/** The results of items as counts. An item that was refused with others counts as refused. */
export function outcomesIn(results: readonly ItemResult[]): OutcomeCounts {
	const counts: OutcomeCounts = { done: 0, refused: 0, unknown: 0, notSent: 0 };
	for (const result of results) {
		const word = isFailed(result) ? wordFor(result.error) : 'done';
		if (word === 'partial') counts.done += 1;
		else if (word === 'withOthers') counts.refused += 1;
		else counts[word as keyof OutcomeCounts] += 1;
	}
	return counts;
}

/** The results of several items as counts in words; undefined for fewer than two. */
export function countsOf(results: ItemResult[]): string | undefined {
	if (results.length < 2) return undefined;
	const each = results.map((o) => (isFailed(o) ? wordFor(o.error) : 'done'));
	const counts = Object.entries(OUTCOME_WORDS)
		.map(([key, word]) => ({ word, count: each.filter((outcome) => outcome === key).length }))
		.filter(({ count }) => count > 0);
	return `of ${results.length} items ${counts.map(({ count, word }) => `${count} ${word}`).join(', ')}`;
}
