import type { IWebhookFunctions } from 'n8n-workflow';

/*
 * n8n: The setting `engineType: 'v2'` of a workflow runs it by Engine 2.0, which takes the items of a call
 * as the result of the trigger and never runs its `execute`. Absent: today's engine.
 * Read: n8n 2.41.1, packages/cli: services/engine-v2-dispatcher.service.js; n8n-workflow 2.40.1,
 * interfaces.d.ts (`IWorkflowSettings`).
 * Why: There a call has no first step to wait for, and no step takes off what only that step needs.
 * Gone: Under Engine 2.0 each call waits five seconds for its first step and is then delivered again.
 * Fallback: None; the engine is off unless an administrator starts it.
 * Can it go: When Engine 2.0 runs a trigger's `execute`, or nobody uses it.
 */

/** Whether a workflow runs by Engine 2.0. */
export const isEngine2 = (
	context: Partial<Pick<IWebhookFunctions, 'getWorkflowSettings'>>,
): boolean =>
	// Older versions of n8n have neither the method nor the engine.
	context.getWorkflowSettings?.().engineType === 'v2';
