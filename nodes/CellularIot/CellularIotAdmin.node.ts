import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { adminForm, adminSubtitle } from './action/admin.atBuild';

/** The action node for what is set up once: profiles, networks, batches, lookups. */
export class CellularIotAdmin extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Admin',
		name: 'cellularIotAdmin',
		icon: actionIcon('cellularIotAdmin'),
		version: 1,
		subtitle: adminSubtitle,
		description:
			'Set up what devices use: service and tariff profiles, APN services, limits and their extensions, blocked operators, DNS, SIM batches, eSIMs. Devices themselves: Cellular IoT.',
		defaults: { name: 'Cellular IoT Admin' },
		usableAsTool: true,
		...actionParts(adminForm),
	};
}
