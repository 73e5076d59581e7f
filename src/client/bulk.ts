import type { Operation } from '../operations/define';
import { BatchRun, batchesOf } from './batch';
import type { Client } from './client';
import { type Checked, NotAttemptedError, type Outcome } from './outcome';
import { resolveMany } from './resolveMany';

export { type Checked, NotAttemptedError, type Outcome } from './outcome';

/**
 * Sends items in bulk calls, one after the other, and gives one outcome per item, in order. When
 * a call fails its items carry the error. Later calls are not made, unless `goOn` is set and the
 * service merely refused the content of that one.
 */
export async function performBulk(
	client: Client,
	operation: Operation,
	items: Checked[],
	{ goOn, progress }: { goOn: boolean; progress?: (done: number, all: number) => void },
): Promise<Map<number, Outcome>> {
	client.checkLogin(operation);
	const { ready, failed: outcomes } = await resolveMany(client, operation, items, goOn);
	if (!goOn && outcomes.size > 0) return notSentBut(outcomes, items);
	const run = new BatchRun(client, operation, outcomes);
	let stopped: unknown;
	const { size } = operation.bulk!;
	const most = typeof size === 'number' ? size : size(ready.map(({ input }) => input));
	for (const batch of batchesOf(operation, ready, most)) {
		if (stopped === undefined) {
			const { refused, fatal } = await run.perform(batch);
			stopped = fatal ?? (goOn ? undefined : refused);
		} else {
			const error = new NotAttemptedError(stopped);
			batch.items.forEach(({ index }) => outcomes.set(index, { error }));
			continue;
		}
		progress?.(outcomes.size, items.length);
	}
	return outcomes;
}

/** Nothing was sent, because of the errors that are there. */
function notSentBut(outcomes: Map<number, Outcome>, items: Checked[]): Map<number, Outcome> {
	const [first] = outcomes.values();
	const cause = first && 'error' in first ? first.error : undefined;
	for (const { index } of items) {
		if (!outcomes.has(index)) outcomes.set(index, { error: new NotAttemptedError(cause) });
	}
	return outcomes;
}
