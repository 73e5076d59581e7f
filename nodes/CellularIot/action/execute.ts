import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ItemResult } from '../../src/client/items';
import { RunStopped, runItems } from '../../src/client/run';
import { findOperation } from '../../src/operations';
import type { Json, Operation } from '../../src/operations/define';
import { formReader } from './form';
import { type AccountCredential, clientFor } from './host';
import { errorDetails, toNodeError } from './nodeErrors';
import { notePicked, withPickedNames } from './picked';
import { progressOf } from './progress';
import { noteRun } from './runNotes';
import { isToolRun, runAsTool } from './toolRun';

/**
 * Runs all items of the action node. With "Continue", an error before the items, such as a
 * credential that cannot be used, becomes the error of each item: if the node threw, n8n would skip
 * it and hand its input on as if it had succeeded.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	try {
		return [await performed(context, items.length)];
	} catch (error) {
		if (context.continueOnFail()) {
			return [items.map((_, index) => toErrorItem(context, error, index))];
		}
		if (error instanceof RunStopped) {
			throw named(context, error.cause, error.index, error.summary);
		}
		throw named(context, error, 0);
	}
}

/** The error of an item, with the names of picked entries in its message. */
function named(context: IExecuteFunctions, ...about: [unknown, number, string?]) {
	const node = context.getNode();
	const error = toNodeError(node, ...about);
	error.message = withPickedNames(error.message, node);
	return error;
}

async function performed(context: IExecuteFunctions, count: number): Promise<INodeExecutionData[]> {
	const operation = findOperation(
		context.getNodeParameter('resource', 0) as string,
		context.getNodeParameter('operation', 0) as string,
	);
	const { onWait, waits, ...telling } = progressOf(context, operation);
	const type = context.getNodeParameter('authentication', 0) as AccountCredential;
	const open = async () => await clientFor(context, type, { onWait });
	const note = (results: ItemResult[]) => noteRun(context, { results, operation, waits });
	if (isToolRun(context)) return await runAsTool(context, operation, open, note);
	const client = await open();
	const results = await runItems(client, operation, formReader(context, operation), count, {
		goOn: context.continueOnFail(),
		...telling,
	});
	note(results);
	await notePicked(context, client, operation);
	const all = results.map(async (result, index) =>
		'items' in result
			? await toItems(context, operation, result.items, index)
			: [toErrorItem(context, result.error, index)],
	);
	return (await Promise.all(all)).flat();
}

/** Items of one input, paired with it, with their files. */
async function toItems(
	context: IExecuteFunctions,
	{ file, fields }: Operation,
	results: Json[],
	item: number,
): Promise<INodeExecutionData[]> {
	const input = 'includeOtherFields' in fields ? passedOn(context, item) : undefined;
	const items = results.map(
		(json): INodeExecutionData => ({
			json: { ...input, ...json } as IDataObject,
			pairedItem: { item },
		}),
	);
	if (!file) return items;
	const { from, as, name, type } = file;
	for (const one of items) {
		const content = Buffer.from(String(one.json[from]), 'utf8');
		delete one.json[from];
		one.binary = { [as]: await context.helpers.prepareBinaryData(content, name, type) };
	}
	return items;
}

/** The fields of the input, if they are to be passed on with the result. */
function passedOn(context: IExecuteFunctions, item: number): IDataObject | undefined {
	const { includeOtherFields } = context.getNodeParameter('options', item, {}) as IDataObject;
	const isOn = includeOtherFields === true || includeOtherFields === 'true';
	return isOn ? context.getInputData()[item]?.json : undefined;
}

/** A failed item, paired with its input; it carries its error for the error output. */
function toErrorItem(context: IExecuteFunctions, error: unknown, item: number): INodeExecutionData {
	const { message } = named(context, error, item);
	// No `error` beside `json`: n8n would replace the JSON by the message alone. With these two keys
	// n8n takes it for an error item.
	return { json: { error: message, details: errorDetails(error) }, pairedItem: { item } };
}
