import type { IDataObject } from 'n8n-workflow';
import { afterThisTurn } from '../../../src/ports';
import type { WorkflowData } from '../../../src/triggers/runtime/workflowStore';

/*
 * n8n: Saves the static data of a workflow as JSON, and asks for its text only at the save: a `toJSON`
 * in it runs then. Of a call that starts a run it drops the mark of changes made before, since it
 * builds a second workflow over the same object, and saves changes made while it stores the run; n8n 1.123
 * saves before it answers, and stores the run after that, so that only earlier changes are saved. At the
 * end of a run in production it saves changes once more, before it tells nodes of the end. It always
 * writes the data of the whole workflow, as the run has read it: what another node has stored meanwhile
 * is undone in the database, until that node stores again.
 * Read: n8n 2.41.1, packages/cli: workflows/workflow-static-data.service.js, webhooks/live-webhooks.js,
 * workflow-runner.js, execution-lifecycle/execution-lifecycle-hooks.js; n8n-workflow 2.40.1: observable-object.js, workflow.js.
 * n8n 1.123.81: webhooks/live-webhooks.js, webhooks/webhook-helpers.js.
 * Why: Without a Redis, n8n's database is the only place in which deliveries and list markers last. What
 * is stored must be as new as the save, and must be stored with the run that it belongs to.
 * Gone: After a restart of n8n without a Redis, the latest deliveries may start a run once more, and
 * "Only What Changed" may give a list once more.
 * Fallback: A Redis in the credential, on which nothing of this is used. The memory of the process counts
 * as long as it lives.
 * Can it go: No. A plain value would be as old as the call; n8n has no promised save for a webhook.
 */

/** The name of our entry in a workflow's static data. */
const ENTRY = 'cellularIot';

/** What triggers of a workflow share in its static data. */
export const sharedStaticData = (data: IDataObject): WorkflowData => ({
	read: () => {
		const stored = data[ENTRY] as { toJSON?: () => object } | undefined;
		return { ...(typeof stored?.toJSON === 'function' ? stored.toJSON() : stored) };
	},
	save: (entries) => {
		const late: object = { toJSON: entries };
		data[ENTRY] = late as IDataObject;
	},
	whileRunIsStored: (job) => {
		job();
		afterThisTurn(job);
	},
});
