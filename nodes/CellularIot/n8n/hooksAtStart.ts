import type { ITriggerResponse } from 'n8n-workflow';

/*
 * n8n: At its start it calls the webhook methods (`checkExists`, `create`) only of published workflows
 * with a node that polls or has a `trigger`; for those with webhooks alone it just listens.
 * Read: n8n 2.41.1, packages/cli: active-workflow-manager.js (`shouldAddWebhooks`, `addWebhooks`, `add`).
 * Why: What the end of n8n has left wrong at the service (a paused stream, a test's callback) is repaired
 * at its next start.
 * Gone: Registrations are repaired at the next publication only; the log has no line about them at a start.
 * Fallback: Publishing the workflow again.
 * Can it go: Not the stream trigger's, which has work to do while it is published; the SMS trigger's, for
 * registrations that stay wrong after a start: kept.
 */

/** The `trigger` method of a node with webhooks, which makes n8n call its webhook methods at its start. */
export const hooksAtStart = async (
	job: () => Promise<ITriggerResponse> = async () => ({}),
): Promise<ITriggerResponse> => await job();
