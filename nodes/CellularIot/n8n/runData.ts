import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

/*
 * n8n: The class of an execute context has the data of the whole run as `runExecutionData`: one object
 * for all nodes of the run, with its error and whether it waits. The interface does not name it.
 * Read: n8n-core 2.40.3, node-execution-context/base-execute-context.js, workflow-execute.js
 * (`processRunExecutionData`).
 * Why: Markers of lists ("Only What Changed") move only when the whole run has ended well: a run that
 * fails later must get the same changes again. n8n tells of the end of a run (`onExecutionFinish`), but
 * not of how it ended.
 * Gone: Markers do not move: each run gives every list as changed.
 * Fallback: None; giving too much loses nothing.
 * Can it go: No, not before `onExecutionFinish` gives the run's status.
 */

/** The data of the run that a node is in; the same object for all its nodes. */
export const runDataOf = (context: IExecuteFunctions): IRunExecutionData | undefined =>
	(context as { runExecutionData?: IRunExecutionData }).runExecutionData;

/** Whether a run that is ending has neither failed, nor waits, nor was stopped. */
export const hasEndedWell = (context: IExecuteFunctions, run: IRunExecutionData): boolean =>
	run.resultData.error === undefined &&
	run.waitTill === undefined &&
	context.getExecutionCancelSignal()?.aborted !== true;
