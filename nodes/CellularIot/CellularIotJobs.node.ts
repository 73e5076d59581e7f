import type { INodeType, INodeTypeDescription, IWebhookFunctions } from 'n8n-workflow';
import { JOB_RESOURCES } from '../../src/table/resources';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { jobHints } from './shared/builderHints';
import { subtitleFor } from './shared/properties';

/** The outputs: three where the run sleeps, so that a workflow branches by its outcome. */
const OUTPUTS_EXPRESSION =
	'={{ $parameter["operation"] === "awaitReply" ? ["Reply", "Delivered, No Reply", "Timed Out"].map((displayName) => ({ type: "main", displayName })) : ["main"] }}' as const;

/** The action node for jobs, which take several requests, runs or days. */
export class CellularIotJobs extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Jobs',
		name: 'cellularIotJobs',
		icon: actionIcon,
		version: 1,
		subtitle: subtitleFor(JOB_RESOURCES),
		description:
			'Run jobs of several steps, such as applying a table or swapping SIMs, that can be resumed after an interruption',
		defaults: { name: 'Cellular IoT Jobs' },
		usableAsTool: true,
		...actionParts(JOB_RESOURCES, jobHints),
		outputs: OUTPUTS_EXPRESSION,
		// Called by n8n for a run that sleeps, at the address of that run alone.
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				path: 'sms-reply',
				restartWebhook: true,
				isFullPath: true,
			},
		],
	};

	/** Nothing at the service belongs to an address of a run. */
	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	/** Wakes a run that sleeps. */
	async webhook(this: IWebhookFunctions) {
		return await (await import('./action/awaitReply')).webhook(this);
	}
}
