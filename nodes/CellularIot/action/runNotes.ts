import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemResult } from '../../src/client/items';
import { countsOf } from '../../src/client/run';
import { ownError } from '../../src/errors';
import type { Operation } from '../../src/operations/define';
import { unusedColumns } from './columns';

/* Notes kept beside the items of a run: hints above the output, and words to find the run by. */

/** n8n keeps ten values an execution, of 255 characters each. */
const MOST_VALUES = 10;
const MOST_CHARACTERS = 255;

/** The notes of a run, for the hints above its output. */
interface Run {
	results: ItemResult[];
	operation: Operation;
	/** The reasons for its waits, in words that follow "for". */
	waits: Set<string>;
}

const isUnknown = (result: ItemResult) =>
	'error' in result && ['unknown', 'partial'].includes(String(ownError(result.error)?.outcome));

/** Adds a hint that something has to be looked up, however many items succeeded. */
function hintAt(context: IExecuteFunctions, { results }: Run): void {
	const unknown = results.filter(isUnknown).length;
	if (unknown === 0) return;
	const what = unknown === 1 ? 'One outcome is' : `${unknown} outcomes are`;
	const counts = countsOf(results);
	context.addExecutionHints({
		message: `${what} unknown: look in the service before you send anything again.${counts ? ` In all: ${counts}.` : ''}`,
		type: 'warning',
		location: 'outputPane',
	});
}

/** Adds a hint naming the table columns that were mapped to nothing: one may be misspelt. */
function hintAtColumns(context: IExecuteFunctions, { operation }: Run): void {
	const unused = unusedColumns(context, operation);
	if (unused.length === 0) return;
	context.addExecutionHints({
		message: `Columns that were not used: ${unused.join(', ')}.`,
		type: 'info',
		location: 'outputPane',
	});
}

/** Says why the run took longer than its items. */
function hintAtWaits(context: IExecuteFunctions, { waits }: Run): void {
	if (waits.size === 0) return;
	context.addExecutionHints({
		message: `This run waited for ${[...waits].join(', and for ')}.`,
		type: 'info',
		location: 'outputPane',
	});
}

/** Lets executions be found by the ICCID and the endpoint of a run that was about one of each. */
function remember(context: IExecuteFunctions, { results }: Run): void {
	const [only, ...others] = results;
	if (!only || others.length > 0 || !('items' in only) || only.items.length !== 1) return;
	const [item = {}] = only.items;
	const { customData } = context.getWorkflowDataProxy(0).$execution as {
		customData?: { set(key: string, value: string): void; getAll(): Record<string, string> };
	};
	if (!customData) return;
	const values = { iccid: item.iccid, endpoint: item.endpoint_id };
	for (const [key, value] of Object.entries(values)) {
		const isText = typeof value === 'string' || typeof value === 'number';
		if (!isText || Object.keys(customData.getAll()).length >= MOST_VALUES) continue;
		customData.set(key, String(value).slice(0, MOST_CHARACTERS));
	}
}

/** Adds notes to a run. They never make it fail; older versions of n8n support neither kind. */
export function noteRun(context: IExecuteFunctions, run: Run): void {
	for (const note of [hintAt, hintAtColumns, hintAtWaits, remember]) {
		try {
			note(context, run);
		} catch (error) {
			context.logger.debug(`No note of this run: ${String(error)}`);
		}
	}
}
