import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { jobForm, jobOutputs, jobSubtitle } from './action/jobs.atBuild';

/** The action node for jobs, which take several requests, runs or days. */
export class CellularIotJobs extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Jobs',
		name: 'cellularIotJobs',
		icon: actionIcon('cellularIotJobs'),
		version: 1,
		subtitle: jobSubtitle,
		description:
			'Run jobs of several steps: apply a table, find idle SIMs, diagnose a device, forecast usage, swap SIMs, wait for a device. Suspend, reset, SMS and other single changes: Cellular IoT.',
		defaults: { name: 'Cellular IoT Jobs' },
		usableAsTool: true,
		...actionParts(jobForm),
		outputs: jobOutputs,
	};
}
