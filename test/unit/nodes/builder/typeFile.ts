import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import { name as packageName } from '../../../../package.json';
import { ACTION_NODES } from '../../../support/n8n/actionNodes';
import { TRIGGER_NODES } from '../../../support/n8n/triggerNodes';
import { stub } from '../../../support/stub';

/*
 * n8n's own type file of each node, which a language model reads to build a workflow.
 */

const NODES = { ...ACTION_NODES, ...TRIGGER_NODES };
export type NodeName = keyof typeof NODES;
export const NODE_NAMES = Object.keys(NODES) as NodeName[];

const made = new Map<NodeName, string>();

/** The type file as n8n generates it for a loaded node: named after its package. */
export function typeFileOf(node: NodeName): string {
	const known = made.get(node);
	if (known !== undefined) return known;
	const { description } = NODES[node].make();
	const properties = description.properties.filter(({ type }) => type !== 'hidden');
	const shown = { ...description, name: `${packageName}.${node}`, properties };
	type Shown = Parameters<typeof generateNodeTypeFile>[0];
	const file = generateNodeTypeFile(stub<Shown>(shown));
	made.set(node, file);
	return file;
}
