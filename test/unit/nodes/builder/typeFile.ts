import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import { name as packageName } from '../../../../package.json';
import { ACTION_NODES } from '../../../support/n8n/actionNodes';
import { TRIGGER_NODES } from '../../../support/n8n/triggerNodes';

/*
 * The text that a language model which builds a workflow reads of each node: n8n's own type file.
 */

const NODES = { ...ACTION_NODES, ...TRIGGER_NODES };
export type NodeName = keyof typeof NODES;
export const NODE_NAMES = Object.keys(NODES) as NodeName[];

const made = new Map<NodeName, string>();

/** The type file as n8n makes it of a node it has loaded: named by its package, hidden fields left out. */
export function typeFileOf(node: NodeName): string {
	const known = made.get(node);
	if (known !== undefined) return known;
	const { description } = NODES[node].make();
	const properties = description.properties.filter(({ type }) => type !== 'hidden');
	const shown = { ...description, name: `${packageName}.${node}`, properties };
	const file = generateNodeTypeFile(shown as unknown as Parameters<typeof generateNodeTypeFile>[0]);
	made.set(node, file);
	return file;
}
