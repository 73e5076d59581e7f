import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemResults } from '../../../src/run/items';

/*
 * n8n's Retry On Fail runs the whole node again in the same process: with the same object of
 * execution data, which n8n drops when the node has run for the last time.
 */

const byRun = new WeakMap<object, ItemResults>();

/** The results of earlier tries of this run of the node, by item; undefined without Retry On Fail. */
export function earlierTries(context: IExecuteFunctions): ItemResults | undefined {
	if (context.getNode().retryOnFail !== true) return undefined;
	const run = context.getExecuteData();
	const known = byRun.get(run) ?? new Map();
	byRun.set(run, known);
	return known;
}
