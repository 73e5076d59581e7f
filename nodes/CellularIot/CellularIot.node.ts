import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { FLEET_RESOURCES } from '../../src/table/resources';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { fleetHints } from './shared/builderHints';
import { subtitleFor } from './shared/operationTitles';

/** The action node for the fleet. */
export class CellularIot extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT',
		name: 'cellularIot',
		icon: actionIcon('cellularIot'),
		version: 1,
		subtitle: subtitleFor(FLEET_RESOURCES),
		description:
			'Work with single devices and their SIMs: create, suspend, SMS, quotas, usage, connectivity. Usage charts, and usage and cost of the whole organisation: Cellular IoT Account.',
		defaults: { name: 'Cellular IoT' },
		usableAsTool: true,
		...actionParts(FLEET_RESOURCES, fleetHints),
	};
}
