import type { IExecuteFunctions } from 'n8n-workflow';
import { ownError } from '../../../src/errors';
import { type ItemResult, NotAttemptedError } from '../../../src/run/items';
import { countsOf } from '../../../src/run/outcomes';
import { TooManyFailedError } from '../../../src/run/stopEarly';
import type { Operation } from '../../../src/table/define';
import { storeWithExecution } from '../n8n/customData';
import { unusedColumns } from '../shared/columnReader';
import { addHint } from '../shared/hints';
import { logLine } from '../shared/log';

/* Notes kept beside the items of a run: hints above the output, and words to find the run by. */

/** The notes of a run, for the hints above its output. */
interface NotedRun {
	results: ItemResult[];
	operation: Operation;
	/** The reasons for its waits, in words that follow "for". */
	waits: Set<string>;
	/** Sentences about the results that they do not show. */
	notes: Set<string>;
}

const isUnknown = (result: ItemResult) =>
	'error' in result && ['unknown', 'partial'].includes(String(ownError(result.error)?.outcome));

/** A hint above the output: one for a warning, or for information. */
type Hint = [type: 'warning' | 'info', message: string];

/** Adds a warning that something has to be checked, however many items succeeded. */
function aboutUnknown({ results }: NotedRun): Hint[] {
	const unknown = results.filter(isUnknown).length;
	if (unknown === 0) return [];
	const what = unknown === 1 ? 'One outcome is' : `${unknown} outcomes are`;
	const counts = countsOf(results);
	const all = counts ? ` In all: ${counts}.` : '';
	return [
		['warning', `${what} unknown: look in the service before you send anything again.${all}`],
	];
}

/** Failures that the hint about a stop shows. */
const FAILURES_SHOWN = 3;

/** Adds why a run has stopped, which items had failed, what is left and what to do. */
function aboutStop({ results }: NotedRun): Hint[] {
	const errors = results.map((result) => ('error' in result ? result.error : undefined));
	const left = errors.filter((error) => error instanceof TooManyFailedError);
	const [first] = left;
	if (!first) return [];
	const failed = errors.flatMap((error, index) => {
		const own = ownError(error);
		return own && !(own instanceof NotAttemptedError) ? [`item ${index}: ${own.message}`] : [];
	});
	const more = failed.length - FAILURES_SHOWN;
	const others = more > 0 ? `; and ${more} more in the error output` : '';
	// A table in waves may have stopped for what an earlier run has left.
	const shown =
		failed.length > 0 ? ` Failed: ${failed.slice(0, FAILURES_SHOWN).join('; ')}${others}.` : '';
	return [
		[
			'warning',
			`This run has stopped with ${left.length === 1 ? 'one item' : `${left.length} items`} left. ${first.message}. ${first.hint}${shown}`,
		],
	];
}

/** Names the table columns that were mapped to nothing: one may be misspelt. */
function aboutColumns({ operation }: NotedRun, context: IExecuteFunctions): Hint[] {
	const unused = unusedColumns(context, operation);
	if (unused.length === 0) return [];
	return [['warning', `Columns that were not used: ${unused.join(', ')}.`]];
}

/** Adds why the run took longer than its items. */
const aboutWaits = ({ waits }: NotedRun): Hint[] =>
	waits.size === 0 ? [] : [['info', `This run waited for ${[...waits].join(', and for ')}.`]];

/** Adds what is missing in the results. */
const aboutNotes = ({ notes }: NotedRun): Hint[] =>
	[...notes].map((note) => ['warning', `${note}.`]);

/** Lets executions be found by the ICCID and the endpoint of a run that was about one of each. */
function remember(context: IExecuteFunctions, { results }: NotedRun): void {
	const [only] = results;
	if (!only || results.length > 1 || !('items' in only) || only.items.length !== 1) return;
	const [item = {}] = only.items;
	storeWithExecution(context, { iccid: item.iccid, endpoint: item.endpoint_id });
}

/** Adds hints above the output. */
const hintBy =
	(about: (run: NotedRun, context: IExecuteFunctions) => Hint[]) =>
	(context: IExecuteFunctions, run: NotedRun): void => {
		for (const [type, message] of about(run, context)) addHint(context, type, message);
	};

const RUN_HINTS = [aboutUnknown, aboutStop, aboutColumns, aboutWaits, aboutNotes];

/** Adds notes to a run. They never make it fail; older versions of n8n support neither kind. */
export function noteRun(context: IExecuteFunctions, run: NotedRun): void {
	for (const note of [...RUN_HINTS.map(hintBy), remember]) {
		try {
			note(context, run);
		} catch (error) {
			logLine(context, `No note of this run: ${String(error)}`, 'debug');
		}
	}
}
