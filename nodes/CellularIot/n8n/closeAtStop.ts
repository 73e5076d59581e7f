import type { ITriggerResponse } from 'n8n-workflow';

/*
 * n8n: Calls the `closeFunction` of a trigger when its workflow is unpublished, and also when n8n itself
 * stops, does not say which, and waits for it before it exits.
 * Read: n8n 2.41.1, packages/cli: commands/start.js (`stopProcess`), active-workflow-manager.js
 * (`removeAllTriggerAndPollerBasedWorkflows`); n8n-core 2.40.3: active-workflow-triggers.js.
 * Why: "Pause While n8n Stops" pauses the streams of a trigger, so that the service keeps their records
 * until n8n is back.
 * Gone: Streams push to an n8n that is away, until the service puts them into error.
 * Fallback: The service keeps records of a failed stream for seven days; the start of n8n, or its check
 * every five minutes, resumes it.
 * Can it go: Only with that option.
 */

/** Adds a job for the moment at which a workflow is unpublished or n8n stops. */
export const alsoAtStop = (
	response: ITriggerResponse,
	job: () => Promise<void>,
): ITriggerResponse => ({
	...response,
	closeFunction: async () => {
		await response.closeFunction?.();
		await job();
	},
});
