import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { ADMIN_RESOURCES } from '../../src/table/resources';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { adminHints } from './shared/builderHints';
import { subtitleFor } from './shared/operationTitles';

/** The action node for what is set up once: profiles, networks, batches, lookups. */
export class CellularIotAdmin extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Admin',
		name: 'cellularIotAdmin',
		icon: actionIcon('cellularIotAdmin'),
		version: 1,
		subtitle: subtitleFor(ADMIN_RESOURCES),
		description:
			'Set up what devices use: service and tariff profiles, APN services, limits and their extensions, blocked operators, DNS, SIM batches, eSIMs. Devices themselves: Cellular IoT.',
		defaults: { name: 'Cellular IoT Admin' },
		usableAsTool: true,
		...actionParts(ADMIN_RESOURCES, adminHints),
	};
}
