import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { automationForm, automationSubtitle } from './action/automation.atBuild';

/** The action node for the service's own automation: data streams, automations, callbacks. */
export class CellularIotAutomation extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Automation',
		name: 'cellularIotAutomation',
		icon: actionIcon('cellularIotAutomation'),
		version: 1,
		subtitle: automationSubtitle,
		description:
			'Set up what the service does by itself: data streams, automations, callbacks. To start a workflow: the Cellular IoT triggers.',
		defaults: { name: 'Cellular IoT Automation' },
		usableAsTool: true,
		...actionParts(automationForm),
	};
}
