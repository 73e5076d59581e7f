import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { JOB_RESOURCES } from '../../src/table/entries';
import { actionForm } from './action/actionForm';
import { accountCredentials } from './shared/authentication';
import { actionHints, jobHints } from './shared/builderHints';
import { methods } from './shared/lookups';
import { dryRunHint, subtitleFor } from './shared/properties';

/** The outputs: three where the run sleeps, so that a workflow branches by its outcome. */
const OUTPUTS_EXPRESSION =
	'={{ $parameter["operation"] === "awaitReply" ? ["Reply", "Delivered, No Reply", "Timed Out"].map((displayName) => ({ type: "main", displayName })) : ["main"] }}' as const;

/** The action node for jobs, which take several requests, runs or days: those of the table, for all items of a run. */
export class CellularIotJobs implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Jobs',
		name: 'cellularIotJobs',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleFor(JOB_RESOURCES),
		description:
			'Run jobs of several steps, such as applying a table or swapping SIMs, that can be resumed after an interruption',
		defaults: { name: 'Cellular IoT Jobs' },
		usableAsTool: true,
		builderHint: actionHints(jobHints, JOB_RESOURCES),
		hints: [dryRunHint],
		inputs: [NodeConnectionTypes.Main],
		outputs: OUTPUTS_EXPRESSION,
		credentials: accountCredentials,
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
		properties: actionForm(JOB_RESOURCES),
	};

	methods = methods;

	/** Nothing at the service belongs to an address of a run. */
	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await import('./action/execute')).execute(this);
	}

	/** Wakes a run that sleeps. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await (await import('./action/awaitReply')).webhook(this);
	}
}
