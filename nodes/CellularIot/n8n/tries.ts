import type { IExecuteFunctions } from 'n8n-workflow';

/*
 * n8n: With "Retry On Fail" it calls `execute` again in the same process, with a new context and the same
 * object of execution data (`getExecuteData`); it drops that object when the node has run for the last time.
 * Read: n8n-core 2.40.3, workflow-execute.js (`processRunExecutionData`, the loop over tries) and
 * node-execution-context/base-execute-context.js (`getExecuteData`).
 * Why: A try must not send again what an earlier try has sent. By this object a try finds the results of
 * those before it.
 * Gone: A try sends items of earlier tries again, SMS included, unless they have an idempotency key.
 * Fallback: Idempotency keys. A failed item is described as "do not retry" where its outcome is unknown.
 * Can it go: No. The execution id and the run index are the same for a loop's next round in n8n 1.x, and a
 * run that a person retries has others.
 */

/** Stands for one run of a node; the same object for each of its tries. */
export const nodeRunOf = (context: Pick<IExecuteFunctions, 'getExecuteData'>): object =>
	context.getExecuteData();
