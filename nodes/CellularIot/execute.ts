import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ItemResult } from '../../src/client/items';
import { RunStopped, runItems } from '../../src/client/run';
import { findOperation } from '../../src/operations';
import { formReader } from './form';
import { type AccountCredential, clientFor } from './host';
import { errorDetails, toNodeError } from './nodeErrors';
import { notePicked } from './picked';
import { progressOf } from './progress';
import { noteRun } from './runNotes';
import { isToolRun, runAsTool } from './toolRun';

/**
 * All items of a run of the action node. With "Continue" whatever fails before the items, such as a
 * credential that cannot be used, is the error of each of them: n8n takes a throw for a node to skip,
 * and hands its input on as if it had succeeded.
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
			throw toNodeError(context.getNode(), error.cause, error.index, error.summary);
		}
		throw toNodeError(context.getNode(), error, 0);
	}
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
	return results.flatMap((result, index) => toItems(context, result, index));
}

/** Items of one input, paired with it. */
function toItems(
	context: IExecuteFunctions,
	result: ItemResult,
	item: number,
): INodeExecutionData[] {
	const pairedItem = { item };
	if ('items' in result) {
		return result.items.map((json) => ({ json: json as IDataObject, pairedItem }));
	}
	return [toErrorItem(context, result.error, item)];
}

/** A failed item, paired with its input; it carries its error for the error output. */
function toErrorItem(context: IExecuteFunctions, error: unknown, item: number): INodeExecutionData {
	const { message } = toNodeError(context.getNode(), error, item);
	// No `error` beside `json`: n8n would replace the JSON by the message alone. With these two keys
	// n8n takes it for an error item.
	return { json: { error: message, details: errorDetails(error) }, pairedItem: { item } };
}
