import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import type { INodeType } from 'n8n-workflow';
import { CellularIot } from '../../../../nodes/CellularIot/CellularIot.node';
import { CellularIotAccount } from '../../../../nodes/CellularIot/CellularIotAccount.node';
import { CellularIotAdmin } from '../../../../nodes/CellularIot/CellularIotAdmin.node';
import { CellularIotAutomation } from '../../../../nodes/CellularIot/CellularIotAutomation.node';
import { CellularIotJobs } from '../../../../nodes/CellularIot/CellularIotJobs.node';
import { CellularIotQuotaTrigger } from '../../../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../../../nodes/CellularIot/CellularIotTrigger.node';
import { name as packageName } from '../../../../package.json';

/*
 * The text that a language model which builds a workflow reads of each node: n8n's own type file.
 */

const NODES = {
	cellularIot: new CellularIot(),
	cellularIotAdmin: new CellularIotAdmin(),
	cellularIotAccount: new CellularIotAccount(),
	cellularIotAutomation: new CellularIotAutomation(),
	cellularIotJobs: new CellularIotJobs(),
	cellularIotQuotaTrigger: new CellularIotQuotaTrigger(),
	cellularIotSmsTrigger: new CellularIotSmsTrigger(),
	cellularIotStreamTrigger: new CellularIotStreamTrigger(),
	cellularIotTrigger: new CellularIotTrigger(),
} satisfies Record<string, INodeType>;
export type NodeName = keyof typeof NODES;
export const NODE_NAMES = Object.keys(NODES) as NodeName[];

const made = new Map<NodeName, string>();

/** The type file as n8n makes it of a node it has loaded: named by its package, hidden fields left out. */
export function typeFileOf(node: NodeName): string {
	const known = made.get(node);
	if (known !== undefined) return known;
	const { description } = NODES[node];
	const properties = description.properties.filter(({ type }) => type !== 'hidden');
	const shown = { ...description, name: `${packageName}.${node}`, properties };
	const file = generateNodeTypeFile(shown as unknown as Parameters<typeof generateNodeTypeFile>[0]);
	made.set(node, file);
	return file;
}
