import type { Call, Input, Json, Operation } from '../table/define';
import { buildRequest } from '../table/request';
import { performBy } from './ask';
import type { Client } from './client';
import type { CheckedItem } from './items';
import { foundLater, ownSearch, resultId } from './verify';

/* Reads back what a run that was stopped may have sent. */

/**
 * Whether the results of an operation are found by their input and time alone: they are where the form
 * offers to verify unknown outcomes, unless the state before the call is needed.
 */
const isFoundLater = ({ fields, bulk, readBack }: Operation): boolean =>
	'verifyUnknown' in fields &&
	(bulk?.readBack !== undefined || (readBack !== undefined && !readBack.before));

/**
 * The results of items of one workspace that were claimed at most `agoMs` milliseconds ago; undefined
 * for each that is not found, which does not prove that it was not sent.
 */
export async function readBackLater(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	agoMs: number,
): Promise<Array<Json[] | undefined>> {
	const none = items.map(() => undefined);
	if (items.length === 0 || !isFoundLater(operation)) return none;
	try {
		const here = await client.in(items[0]!.input);
		const call = here.callFor(operation);
		const given = items.map(({ input }) => ({ ...input, workspaceId: undefined }));
		const inputs = await here.resolve(operation, given, call);
		const known = inputs.flatMap((input, at) => (input instanceof Error ? [] : [{ input, at }]));
		const find = operation.bulk ? manyOf : eachOf;
		const own = known.map(({ input }) => input);
		const found = await find(here, call, operation, own, agoMs);
		return inputs.map((_, at) => found[known.findIndex((one) => one.at === at)]);
	} catch {
		return none;
	}
}

async function manyOf(
	{ ports }: Client,
	call: Call,
	{ resource, bulk }: Operation,
	inputs: Input[],
	agoMs: number,
): Promise<Array<Json[] | undefined>> {
	const found = await foundLater<Array<Json | undefined>>(
		ports,
		{
			key: resource,
			idsOf: (all) => all.map((one) => one && resultId(one)),
			readBack: async (since) => {
				const all = await bulk!.readBack!(call, inputs, since);
				return { done: all.map((one) => (typeof one === 'string' ? undefined : one.done)) };
			},
		},
		agoMs,
	);
	return typeof found === 'string' ? [] : found.done.map((one) => one && [one]);
}

/** Performs the entry with the results that are read back in place of its own request. */
async function eachOf(
	{ ports }: Client,
	call: Call,
	operation: Operation,
	inputs: Input[],
	agoMs: number,
): Promise<Array<Json[] | undefined>> {
	const own: Call['own'] = async (input, changes) => {
		const { body } = { ...buildRequest(operation, input), ...changes };
		const found = await foundLater(ports, ownSearch(call, operation, input, body), agoMs);
		if (typeof found === 'string')
			throw new Error('nothing that was found is certainly the result');
		return found.done;
	};
	const results = inputs.map(async (input) => {
		try {
			const result = await performBy({ ...call, own }, operation, input);
			return Array.isArray(result) ? result : [result];
		} catch {
			return undefined;
		}
	});
	return await Promise.all(results);
}
