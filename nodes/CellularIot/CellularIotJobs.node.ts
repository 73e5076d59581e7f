import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { JOB_RESOURCES } from '../../src/table/resources';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { jobHints } from './shared/builderHints';
import { subtitleFor } from './shared/properties';

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
	};
}
