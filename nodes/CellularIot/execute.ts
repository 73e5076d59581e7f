import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ItemResult } from '../../src/client/items';
import { RunStopped, runItems } from '../../src/client/run';
import { findOperation } from '../../src/operations';
import { formReader } from './form';
import { type AccountCredential, clientFor } from './host';
import { errorDetails, toNodeError } from './nodeErrors';
import { limitsOf } from './nodeOptions';
import { progressOf } from './progress';
import { noteRun } from './runNotes';

/** All items of a run of the action node. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	const operation = findOperation(
		context.getNodeParameter('resource', 0) as string,
		context.getNodeParameter('operation', 0) as string,
	);
	const goOn = context.continueOnFail();
	try {
		const { onWait, ...telling } = progressOf(context, operation);
		const client = await clientFor(
			context,
			context.getNodeParameter('authentication', 0) as AccountCredential,
			{ limits: limitsOf(context), onWait },
		);
		const valuesOf = formReader(context, operation);
		const results = await runItems(client, operation, valuesOf, items.length, {
			goOn,
			...telling,
		});
		noteRun(context, results, operation);
		return [results.flatMap((result, index) => toItems(context, result, index))];
	} catch (error) {
		if (error instanceof RunStopped) {
			throw toNodeError(context.getNode(), error.cause, error.index, error.summary);
		}
		throw toNodeError(context.getNode(), error, 0);
	}
}

/** Items of one input, paired with it; a failed one carries its error for the error output. */
function toItems(
	context: IExecuteFunctions,
	result: ItemResult,
	item: number,
): INodeExecutionData[] {
	const pairedItem = { item };
	if ('items' in result) {
		return result.items.map((json) => ({ json: json as IDataObject, pairedItem }));
	}
	const { message } = toNodeError(context.getNode(), result.error, item);
	// No `error` beside `json`: n8n would replace the JSON by the message alone. With these two keys
	// n8n takes it for an error item.
	return [{ json: { error: message, details: errorDetails(result.error) }, pairedItem }];
}
