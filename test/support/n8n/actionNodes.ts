import type { INodeType } from 'n8n-workflow';
import { CellularIot } from '../../../nodes/CellularIot/CellularIot.node';
import { CellularIotAccount } from '../../../nodes/CellularIot/CellularIotAccount.node';
import { CellularIotAdmin } from '../../../nodes/CellularIot/CellularIotAdmin.node';
import { CellularIotAutomation } from '../../../nodes/CellularIot/CellularIotAutomation.node';
import { CellularIotJobs } from '../../../nodes/CellularIot/CellularIotJobs.node';
import { operationsOf } from '../../../src/operations';
import {
	ACCOUNT_RESOURCES,
	ADMIN_RESOURCES,
	AUTOMATION_RESOURCES,
	FLEET_RESOURCES,
	JOB_RESOURCES,
	type Resource,
} from '../../../src/table/resources';

/* The action nodes, with the resources of each and how to create it. */

export const ACTION_NODES = {
	cellularIot: { make: () => new CellularIot(), resources: FLEET_RESOURCES },
	cellularIotAdmin: { make: () => new CellularIotAdmin(), resources: ADMIN_RESOURCES },
	cellularIotAccount: { make: () => new CellularIotAccount(), resources: ACCOUNT_RESOURCES },
	cellularIotAutomation: {
		make: () => new CellularIotAutomation(),
		resources: AUTOMATION_RESOURCES,
	},
	cellularIotJobs: { make: () => new CellularIotJobs(), resources: JOB_RESOURCES },
} satisfies Record<string, { make: () => INodeType; resources: Record<string, Resource> }>;
export type ActionNode = keyof typeof ACTION_NODES;

/**
 * The name of the action node that has an operation, or that has the resource if no operation is
 * given; the first node for unknown names.
 */
export const actionNodeOf = ({
	resource,
	operation,
}: {
	resource?: unknown;
	operation?: unknown;
}): ActionNode =>
	(Object.keys(ACTION_NODES) as ActionNode[]).find((node) =>
		operationsOf(ACTION_NODES[node].resources).some(
			(entry) =>
				entry.resource === resource && (operation === undefined || entry.name === operation),
		),
	) ?? 'cellularIot';

/** New instances of all action nodes. */
export const actionNodes = (): INodeType[] => Object.values(ACTION_NODES).map(({ make }) => make());
