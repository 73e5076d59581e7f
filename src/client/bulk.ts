import { CellularIotError, ownError } from '../errors';
import { ServiceError } from '../http/errors';
import type { Input, Json, Operation } from '../operations/define';
import { splitRequest, wirePart } from '../operations/request';
import type { Client } from './client';
import { resolveMany } from './resolveMany';

/** An item that passed its checks, and its place among the inputs. */
export interface Checked {
	index: number;
	input: Input;
}

export type Outcome = { results: Json[] } | { error: unknown };

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

interface Batch {
	shared: { query: Json; body: Json; workspaceId?: unknown };
	items: Checked[];
}

/** Items whose shared fields are equal, in calls of at most `size`. */
function batchesOf(operation: Operation, items: Checked[], size: number): Batch[] {
	const groups = new Map<string, Batch>();
	for (const item of items) {
		const shared = {
			query: wirePart(operation, item.input, 'query', (isShared) => isShared),
			body: wirePart(operation, item.input, 'body', (isShared) => isShared),
			workspaceId: item.input.workspaceId,
		};
		const key = JSON.stringify(shared);
		const group = groups.get(key);
		if (group) group.items.push(item);
		else groups.set(key, { shared, items: [item] });
	}
	return [...groups.values()].flatMap(({ shared, items: all }) =>
		Array.from({ length: Math.ceil(all.length / size) }, (_, i) => ({
			shared,
			items: all.slice(i * size, (i + 1) * size),
		})),
	);
}

/** Refused for what it held: other calls are not affected. */
const isAboutContent = (error: unknown): boolean => {
	const own = ownError(error);
	return own instanceof ServiceError && [400, 404, 409, 422].includes(own.status);
};

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
	const bulk = operation.bulk!;
	client.checkLogin(operation);
	const callIn = (input: Input) => client.for(input).callFor(operation);
	const { ready, failed: outcomes } = await resolveMany(client, operation, items, goOn);
	if (!goOn && outcomes.size > 0) return notSentBut(outcomes, items);
	let stopped: unknown;
	for (const { shared, items: batch } of batchesOf(operation, ready, bulk.size)) {
		const fail = (error: unknown) => batch.forEach(({ index }) => outcomes.set(index, { error }));
		if (stopped !== undefined) {
			fail(new NotAttemptedError(stopped));
			continue;
		}
		const inputs = batch.map(({ input }) => input);
		const wire = inputs.map((input) => wirePart(operation, input, 'body', (isShared) => !isShared));
		const { method, path } = splitRequest(operation);
		try {
			const answer = await callIn({ workspaceId: shared.workspaceId }).send({
				method,
				path,
				...(Object.keys(shared.query).length > 0 && { query: shared.query }),
				body: bulk.body(shared.body, wire),
				...(operation.timeoutMs !== undefined && { timeoutMs: operation.timeoutMs }),
			});
			const results = bulk.results(answer, inputs);
			batch.forEach(({ index }, i) => outcomes.set(index, { results: [results[i] ?? {}] }));
		} catch (error) {
			fail(error);
			if (!goOn || !isAboutContent(error)) stopped = error;
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
