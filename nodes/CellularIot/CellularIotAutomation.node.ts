import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { AUTOMATION_RESOURCES } from '../../src/table/resources';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { automationHints } from './shared/builderHints';
import { subtitleFor } from './shared/properties';

/** The action node for the service's own automation: data streams, automations, callbacks. */
export class CellularIotAutomation extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Automation',
		name: 'cellularIotAutomation',
		icon: actionIcon('cellularIotAutomation'),
		version: 1,
		subtitle: subtitleFor(AUTOMATION_RESOURCES),
		description: 'Manage data streams, automations and callbacks of the connectivity service',
		defaults: { name: 'Cellular IoT Automation' },
		usableAsTool: true,
		...actionParts(AUTOMATION_RESOURCES, automationHints),
	};
}
