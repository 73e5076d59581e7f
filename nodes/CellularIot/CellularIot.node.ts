import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { fleetForm, fleetSubtitle } from './action/fleet.atBuild';

/** The action node for the fleet. */
export class CellularIot extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT',
		name: 'cellularIot',
		icon: actionIcon('cellularIot'),
		version: 1,
		subtitle: fleetSubtitle,
		description:
			'Work with single devices and their SIMs: create, suspend, SMS, quotas, usage, connectivity. Idle SIMs, offline devices, waits, forecasts: Cellular IoT Jobs. Charts and cost of all: Cellular IoT Account.',
		defaults: { name: 'Cellular IoT' },
		usableAsTool: true,
		...actionParts(fleetForm),
	};
}
