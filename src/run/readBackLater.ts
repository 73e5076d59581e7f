import type { Call, Input, Json, Operation } from '../table/define';
import { buildRequest } from '../table/request';
import { performBy } from './ask';
import type { Client } from './client';
import { groupedBy } from '../table/values';
import type { CheckedItem } from './items';
import { type CallTime, foundLater, ownSearch, resultId } from './verify';

/* Reads back what a run that was stopped may have sent. */

/**
 * Whether the results of an operation are found by their input and time alone: they are where the form
 * offers to verify unknown outcomes, unless the state before the call is needed.
 */
const isFoundLater = ({ fields, bulk, readBack }: Operation): boolean =>
	'verifyUnknown' in fields &&
	(bulk?.readBack !== undefined || (readBack !== undefined && !readBack.before));

/** An item that another run may have sent, and when that was, by our clock. */
interface ClaimedItem {
	item: CheckedItem;
	time: CallTime;
}

/** The same with its references resolved, and its number among the others. */
interface LostCall {
	input: Input;
	time: CallTime;
	at: number;
}

type FoundResult = Json[] | undefined;

/**
 * Finds the results of items of one workspace, each by the time in which it was sent; undefined for an
 * item without a result, which does not prove that it was not sent.
 */
export async function readBackLater(
	client: Client,
	operation: Operation,
	items: ClaimedItem[],
): Promise<FoundResult[]> {
	const found: FoundResult[] = items.map(() => undefined);
	if (items.length === 0 || !isFoundLater(operation)) return found;
	try {
		const here = await client.in(items[0]!.item.input);
		const call = here.callFor(operation);
		const given = items.map(({ item }) => ({ ...item.input, workspaceId: undefined }));
		const inputs = await here.resolve(operation, given, call);
		const lost = inputs.flatMap((input, at): LostCall[] =>
			input instanceof Error ? [] : [{ input, at, time: items[at]!.time }],
		);
		const find = operation.bulk ? manyOf : eachOf;
		const results = await find(here, call, operation, lost);
		for (const [index, { at }] of lost.entries()) found[at] = results[index];
		return found;
	} catch {
		return found;
	}
}

/** Items that were claimed together may have been sent by one call, and are looked for together. */
async function manyOf(
	{ ports }: Client,
	call: Call,
	{ resource, bulk }: Operation,
	lost: LostCall[],
): Promise<FoundResult[]> {
	const results = new Map<LostCall, FoundResult>();
	for (const together of groupedBy(lost, ({ time }) => time.from).values()) {
		const inputs = together.map(({ input }) => input);
		const found = await foundLater<Array<Json | undefined>>(
			ports,
			{
				key: resource,
				idsOf: (all) => all.map((result) => result && resultId(result)),
				readBack: async (since) => {
					const all = await bulk!.readBack!(call, inputs, since);
					return {
						done: all.map((result) => (typeof result === 'string' ? undefined : result.done)),
					};
				},
			},
			together[0]!.time,
		).catch(() => 'unclear' as const);
		if (typeof found === 'string') continue;
		for (const [index, lostCall] of together.entries()) {
			const result = found.done[index];
			results.set(lostCall, result && [result]);
		}
	}
	return lost.map((lostCall) => results.get(lostCall));
}

/** Performs the entry with the results that are read back in place of its own request. */
async function eachOf(
	{ ports }: Client,
	call: Call,
	operation: Operation,
	lost: LostCall[],
): Promise<FoundResult[]> {
	const results = lost.map(async ({ input, time }) => {
		const own: Call['own'] = async (part, changes) => {
			const { body } = { ...buildRequest(operation, part), ...changes };
			const found = await foundLater(ports, ownSearch(call, operation, part, body), time);
			if (typeof found === 'string')
				throw new Error('nothing that was found is certainly the result');
			return found.done;
		};
		try {
			const result = await performBy({ ...call, own }, operation, input);
			return Array.isArray(result) ? result : [result];
		} catch {
			return undefined;
		}
	});
	return await Promise.all(results);
}
