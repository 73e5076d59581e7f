import type { IExecuteFunctions } from 'n8n-workflow';
import { MarkedKeys, type Marks } from '../../../src/keys/markedKeys';
import { MarkedText } from '../../../src/keys/markedText';
import { systemSleep } from '../../../src/ports';
import { exclusively } from '../../../src/run/exclusive';

/*
 * n8n: Its table of processed items, which Remove Duplicates fills, can be asked by a running node: it
 * says of texts which are new, and records those in one step. A row has the MD5 of each text, for a node
 * of a workflow; it is read, changed and written as a whole without a lock, and forgets the oldest beyond
 * a given number. The id of a workflow that was never saved is "__EMPTY__".
 * Read: n8n 2.41.1, packages/cli: deduplication/deduplication-helper.js; n8n-core 2.40.3:
 * utils/deduplication-helper-functions.js, constants.js (`PLACEHOLDER_EMPTY_WORKFLOW_ID`).
 * Why: Idempotency keys must last as long as the workflow. Static data is saved only at the end of a run:
 * after a kill nobody would know what was sent, or which endpoints a wave has changed. A wave is written down
 * as a text, bit by bit: a mark can only be asked for by one who knows it, and the run after a kill knows neither
 * the endpoints (its rows may not name them any more) nor their values before, which the service no longer has. In
 * the one row of the node, 10 endpoints that change alike take 2,000 marks of 27 bytes, 100 take 2,500, 1,000 take
 * 7,400, and 100 with a name of their own each 10,000; a write takes four steps and a read eight (the milliseconds:
 * docs/performance.md).
 * Gone: Operations with an idempotency key, and tables in waves that are judged, are refused before anything
 * is sent, with words that ask for a Redis.
 * Fallback: A Redis in the credential.
 * Can it go: No. n8n's data tables are closed to community nodes, and have no step that writes only what is new.
 */

/** The part of n8n's contexts that keeps marks; only a running node has it, in n8n 1.64 and later. */
export type KeyContext = Partial<Pick<IExecuteFunctions, 'getWorkflow'>> &
	Pick<IExecuteFunctions, 'getNode'> & {
		helpers: Partial<
			Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>
		>;
	};

/** n8n's own id of a workflow that was never saved. */
const UNSAVED = ['', '__EMPTY__'];

/**
 * Idempotency keys in n8n's table of processed items, in the row of this node: that of the workflow is
 * also that of its Remove Duplicates nodes, which cut it to their own size. Undefined where n8n has no
 * such table, or the workflow was never saved.
 */
export function markedKeys(context: KeyContext): MarkedKeys | undefined {
	const marks = marksOf(context);
	return marks && new MarkedKeys(marks, systemSleep);
}

/** What a run writes down for the run after a kill, in the same row. */
export function markedText(context: KeyContext): MarkedText | undefined {
	const marks = marksOf(context);
	return marks && new MarkedText(marks);
}

function marksOf(context: KeyContext): Marks | undefined {
	const { checkProcessedAndRecord: check, removeProcessed: remove } = context.helpers;
	const workflow = String(context.getWorkflow?.().id ?? '');
	if (!check || !remove || UNSAVED.includes(workflow)) return undefined;
	const row = `${workflow} ${context.getNode().id}`;
	const mode = 'entries';
	return {
		row,
		// n8n reads the row, changes it and writes it, without a lock.
		alone: async (job) => await exclusively(`keys ${row}`, job),
		record: async (marks, maxEntries) =>
			(await check(marks, 'node', { mode, maxEntries })).new.map(String),
		remove: async (marks) => await remove(marks, 'node', { mode }),
	};
}
