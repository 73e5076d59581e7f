import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/*
 * n8n: Sends an item to a node's error output if it has an `error` beside its JSON, or if its JSON has a
 * truthy `error` and few other keys: `message` alone in older versions (2.8.4), `message` and `details` in
 * newer ones. To that output goes a copy of the item with the fields of its input, made by spreading it.
 * Afterwards, an item that still has an `error` beside its JSON loses that JSON for the message alone.
 * Read: n8n-core 2.40.3, 2.8.1 and 1.122.48, workflow-execute.js (`handleNodeErrorOutput`).
 * Why: A failed item carries its outcome, hint and status for the branch that handles it. Its `error` is
 * therefore a property that is not enumerable: n8n sees it, and its copy does not have it.
 * Gone: With "Continue (using error output)" failed items leave by the output of those that succeeded, or
 * lose their details.
 * Fallback: Their JSON has `error` and `details` on whatever output.
 * Can it go: When n8n has a type for failed items.
 */

/** What is known of a failed item. */
interface FailedItem {
	message: string;
	details: IDataObject;
	/** The number of the item that failed. */
	item: number;
	/** Further fields of its JSON, such as those of a row of a table. */
	row?: IDataObject;
}

/** A failed item with its details, for the output that the node's setting "On Error" names. */
export function errorItem(
	context: Pick<IExecuteFunctions, 'getNode' | 'getExecuteData'>,
	{ message, details, item, row = {} }: FailedItem,
): INodeExecutionData {
	const pairedItem = { item };
	const failure = { error: message, details };
	const whole: INodeExecutionData = { json: { ...row, ...failure }, pairedItem };
	if (context.getNode().onError !== 'continueErrorOutput') return whole;
	// Items of a run that begins with this node have no input to be joined with: n8n makes no copy.
	if (context.getExecuteData().source === null) return { json: failure, pairedItem };
	return Object.defineProperty(whole, 'error', { value: new Error(message), enumerable: false });
}
