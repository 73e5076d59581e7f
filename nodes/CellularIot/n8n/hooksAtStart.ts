import type { ITriggerResponse } from 'n8n-workflow';

/*
 * n8n: From a workflow's second start on it calls the webhook methods (`checkExists`, `create`) only where a
 * node polls or has a `trigger`: such nodes are gone from its memory, and the workflow is published again.
 * For webhooks alone it just listens. With `N8N_USE_WORKFLOW_PUBLICATION_SERVICE=false`, and before that
 * service, it calls them at every start of every workflow.
 * Read: n8n 2.40.7, packages/cli: workflows/publication/workflow-publication-reconciler.service.js
 * (`findMissingActiveWorkflows`); n8n 2.8.4 and 2.41.1: active-workflow-manager.js (`addActiveWorkflows`).
 * Why: What the end of n8n has left wrong at the service (a paused stream, a test's callback) is repaired
 * at its next start.
 * Gone: Registrations are repaired at the next publication only; the log has no line about them at a start.
 * Fallback: Publishing the workflow again.
 * Can it go: Not the stream trigger's, which has work to do while it is published. The SMS trigger's: a first
 * start calls its methods without it, and every later one does not, so that what was left wrong would stay: kept.
 */

/** The `trigger` method of a node with webhooks, which makes n8n call its webhook methods at its start. */
export const hooksAtStart = async (
	job: () => Promise<ITriggerResponse> = async () => ({}),
): Promise<ITriggerResponse> => await job();
