import type { ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import { executionMode } from './executionMode';

/*
 * n8n: Runs the `execute` of a webhook trigger, if it has one, as the first step of the run that a call has
 * started, with the items of the call as input.
 * Read: n8n-core 2.40.3, workflow-execute.js (`runNode`: `execute` comes before `webhook`).
 * Why: Of two runs with the same delivery only one may go on: the first step of a run claims its items. A
 * call whose run has not begun is answered with 503.
 * Gone: Calls wait five seconds for a first step and are answered with 503; the service delivers them again
 * and again. Where nobody waits, a delivery may start two runs.
 * Fallback: None.
 * Can it go: No. n8n's own nodes have no such step, and lose or double deliveries where ours do not.
 */

/** The contexts of n8n in which a trigger starts runs. */
export type StartingContext = IWebhookFunctions | ITriggerFunctions;

const ofProcess = inMemory(() => ({ takesFirstSteps: false }));

/** Notes that this process has taken the first step of a run. */
export const noteFirstStep = (): void => {
	ofProcess('process').takesFirstSteps = true;
};

/** Whether the first step of a run is taken in this process. */
export function isFirstStepHere(context: StartingContext): boolean {
	const mode = executionMode(context);
	return mode === undefined ? ofProcess('process').takesFirstSteps : mode === 'regular';
}
