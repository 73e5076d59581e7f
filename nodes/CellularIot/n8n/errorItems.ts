import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/*
 * n8n: Sends an item to a node's error output if its JSON has a truthy `error` and no keys but `error`,
 * `message` and `details`. Older
 * versions (2.8.4) know no `details` there. An item with an `error` beside its JSON loses that JSON for the message alone.
 * Read: n8n-core 2.40.3, workflow-execute.js (`handleNodeErrorOutput`); the same in n8n-core of n8n 2.8.4.
 * Why: A failed item carries its outcome, hint and status for the branch that handles it.
 * Gone: With "Continue (using error output)" failed items leave by the output of those that succeeded, or
 * lose their details.
 * Fallback: Their JSON has `error` and `details` on whatever output.
 * Can it go: When n8n has a type for failed items.
 */

/** A failed item with its details. */
export const errorItem = (
	message: string,
	details: IDataObject,
	item: number,
): INodeExecutionData => ({ json: { error: message, details }, pairedItem: { item } });
