import { OutcomeUnknownError, readEnvelope, serviceMessage } from '../request/attempt/errors';
import type {
	Answer,
	Call,
	ReadBackResult,
	Input,
	Json,
	Operation,
	RequestParts,
	Since,
} from '../table/define';
import { wirePart } from '../table/request';
import { groupedBy, piecesOf } from '../table/values';
import type { Client } from './client';
import { type CheckedItem, type ItemResult, type ItemResults, NotAttemptedError } from './items';
import type { KeyedItems } from './keyed';
import { isFailed } from './outcomes';
import { canIsolate, contentRefusal, namedItems, refusalFor } from './refusals';
import { shownOf } from './verdicts';
import { sendingOnce, verified } from './verify';

/** Items that travel in one call. */
interface Batch {
	shared: { query: Json; body: Json; workspaceId?: unknown };
	items: CheckedItem[];
}

/** Why a call failed: `refused` concerns its content only; `fatal` would fail the next call, too. */
interface Failed {
	refused?: unknown;
	fatal?: unknown;
}

/**
 * Refusals in a row, without a success between them, after which the call and not its items are to blame.
 */
const HOPELESS_REFUSALS = (items: number) => 3 * Math.ceil(Math.log2(items)) + 10;

/** Performs one batch: a call, or several where bad items are to be isolated. */
export class BatchRun {
	private refusals = 0;
	private successes = 0;

	constructor(
		private readonly client: Client,
		private readonly operation: Operation,
		/** Gets a result for each item. */
		private readonly results: ItemResults,
		private readonly before: {
			keys?: KeyedItems | undefined;
			/** Awaited right before each attempt of a call, with its items; if it throws, they are not sent. */
			confirm?: ((items: CheckedItem[]) => Promise<void>) | undefined;
		} = {},
	) {}

	async perform(batch: Batch, size = batch.items.length): Promise<Failed> {
		const { items } = batch;
		try {
			const results = await this.send(batch);
			items.forEach(({ index }, i) => this.results.set(index, results[i] ?? { items: [{}] }));
			this.successes += 1;
			return { refused: results.find(isFailed)?.error };
		} catch (error) {
			const refusal = contentRefusal(error);
			if (!refusal) return this.fail(items, () => error, { fatal: error });
			this.refusals += 1;
			const hopeless = this.successes === 0 && this.refusals > HOPELESS_REFUSALS(size);
			const isolating = items.some(({ input }) => input.isolateBadItems === true);
			if (isolating && items.length > 1 && !hopeless && canIsolate(refusal)) {
				return await this.isolate(
					batch,
					[...namedItems(refusal, items.length).keys()],
					size,
					error,
				);
			}
			const each = (i: number) => refusalFor(refusal, i, items, this.operation);
			return this.fail(items, each, { refused: error });
		}
	}

	private fail(items: CheckedItem[], errorOf: (i: number) => unknown, failed: Failed): Failed {
		items.forEach(({ index }, i) => this.results.set(index, { error: errorOf(i) }));
		return failed;
	}

	/**
	 * Repeats a refused call as two calls: one without the items that the service named, and one with these
	 * alone; where it named none, in halves. A refused call has changed nothing, so nothing is done twice.
	 */
	private async isolate(
		{ shared, items }: Batch,
		named: number[],
		size: number,
		refused: unknown,
	): Promise<Failed> {
		const bad = new Set(named);
		const byName = bad.size > 0 && bad.size < items.length;
		const half = Math.ceil(items.length / 2);
		const isFirst = (i: number) => (byName ? !bad.has(i) : i < half);
		const parts = [items.filter((_, i) => isFirst(i)), items.filter((_, i) => !isFirst(i))];
		let fatal: unknown;
		for (const part of parts) {
			if (fatal !== undefined) this.fail(part, () => new NotAttemptedError(fatal), {});
			else ({ fatal } = await this.perform({ shared, items: part }, size));
		}
		return { refused, fatal };
	}

	/**
	 * Makes the call, and gives one result for each of its items. Items that the answer does not show are
	 * read back; those of a call without an answer only where the items ask for it.
	 */
	private async send(batch: Batch): Promise<ItemResult[]> {
		const { shared, items } = batch;
		const bulk = this.operation.bulk!;
		const inputs = items.map(({ input }) => input);
		const here = await this.client.in({ workspaceId: shared.workspaceId });
		const { keys, confirm } = this.before;
		const call = here.callFor(this.operation, async () => {
			await keys?.confirm(items);
			await confirm?.(items);
		});
		if (bulk.run) {
			const done = await bulk.run(call, inputs);
			return done.map((result) => ('done' in result ? { items: [result.done].flat() } : result));
		}
		const results = await this.sendOne(batch, inputs, call, here.ports);
		return bulk.fill
			? await completedResults(results, inputs, bulk.fill.bind(undefined, call))
			: results;
	}

	/** The one request of a batch. */
	private async sendOne(
		batch: Batch,
		inputs: Input[],
		call: Call,
		ports: Client['ports'],
	): Promise<ItemResult[]> {
		const { operation } = this;
		const { readBack } = operation.bulk!;
		const send = async (sending?: () => Promise<void>): Promise<ItemResult[]> => {
			const confirm = sending && sendingOnce(operation, sending);
			const answer = await call.own({}, { ...this.changes(batch), confirm });
			const shown = shownOf(operation, answer, inputs);
			if (shown.includes(undefined)) throw new NotShownError(operation, answer, shown);
			return shown as ItemResult[];
		};
		const verifies = inputs.some((input) => input.verifyUnknown === true);
		try {
			if (!readBack) return await send();
			return await verified<ItemResult[]>(ports, {
				key: operation.resource,
				send,
				idsOf: (all) => all.flatMap(idsIn),
				readBack: async (since, error) => {
					const all = await readGaps(error, inputs, since, readBack.bind(undefined, call));
					const [first = 'unclear'] = all;
					return typeof first === 'string' && all.every((result) => result === first)
						? first
						: { done: all.map((result) => (typeof result === 'string' ? { error } : result)) };
				},
				...(!verifies && { only: (error) => error instanceof NotShownError }),
			});
		} catch (error) {
			if (!(error instanceof NotShownError)) throw error;
			// Reading back failed, but the items that the answer shows are done.
			return error.shown.map((result) => result ?? { error });
		}
	}

	/** The content of the one request of a batch. */
	private changes({ shared, items }: Batch): Partial<RequestParts> {
		const wire = items.map(({ input }) => wirePart(this.operation, input, 'body', (is) => !is));
		return {
			...(Object.keys(shared.query).length > 0 && { query: shared.query }),
			body: this.operation.bulk!.body(shared.body, wire),
		};
	}
}

/** The service took the call, but its answer does not show all of the items as done. */
class NotShownError extends OutcomeUnknownError {
	constructor(
		{ resource, name }: Operation,
		{ status, body }: Answer,
		/** The result of each item that the answer shows; undefined for others. */
		readonly shown: Array<ItemResult | undefined>,
	) {
		const said = serviceMessage(readEnvelope(body));
		const happened = `the service answered ${status} without showing it as done${said}`;
		super(`${resource}: ${name}`, happened, status);
	}
}

/** The results of a call; those of done items are completed by reading. */
async function completedResults(
	results: ItemResult[],
	inputs: Input[],
	fill: (inputs: Input[], results: Json[]) => Promise<Json[]>,
): Promise<ItemResult[]> {
	const done = results.flatMap((result) => ('items' in result ? result.items : []));
	const whole = await fill(
		inputs.filter((_, i) => !isFailed(results[i]!)),
		done,
	);
	return results.map((result) => (isFailed(result) ? result : { items: [whole.shift()!] }));
}

const numericId = ({ id }: Json): number | undefined => (typeof id === 'number' ? id : undefined);
/** The ids in the result of an item that is done; undefined for one without. */
const idsIn = (result: ItemResult): Array<number | undefined> =>
	'items' in result ? result.items.map(numericId) : [];

/** The error text of an item that reading back has not found: it may still appear. */
type NotFoundWord = Exclude<ReadBackResult<Json>, object>;

/** Reads back the items of a call, except those that its answer has shown as done. */
async function readGaps(
	failed: unknown,
	inputs: Input[],
	since: Since,
	read: (inputs: Input[], since: Since) => Promise<Array<ReadBackResult<Json>>>,
): Promise<Array<ItemResult | NotFoundWord>> {
	const shown = failed instanceof NotShownError ? failed.shown : [];
	const ids = new Set(shown.flatMap((result) => (result ? idsIn(result) : [])));
	const isFree = (id: number) => !ids.has(id) && since.isFree(id);
	const found = await read(
		inputs.filter((_, i) => shown[i] === undefined),
		{ ...since, isFree },
	);
	return inputs.map((_, i) => {
		const result = shown[i] ?? found.shift() ?? 'unclear';
		return typeof result === 'object' && 'done' in result ? { items: [result.done] } : result;
	});
}

/** Items whose shared fields are equal, in calls of at most `size`. */
export function batchesOf(operation: Operation, items: CheckedItem[], size: number): Batch[] {
	const groups = groupedBy(items, ({ input }) => JSON.stringify(sharedOf(operation, input)));
	return [...groups.values()].flatMap((all) => {
		const shared = sharedOf(operation, all[0]!.input);
		return piecesOf(all, size).map((some) => ({ shared, items: some }));
	});
}

const sharedOf = (operation: Operation, input: Input): Batch['shared'] => ({
	query: wirePart(operation, input, 'query', (isShared) => isShared),
	body: wirePart(operation, input, 'body', (isShared) => isShared),
	...(input.workspaceId !== undefined && { workspaceId: input.workspaceId }),
});
