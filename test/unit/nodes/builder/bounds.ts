import { type NodeName, typeFileOf } from './typeFile';

/* How long the type file of a node may be, so that a model can read it with the task. */

/** Characters of any type file. */
export const MOST_CHARACTERS = 75_000;
/** The node of the fleet is read most often. */
const MOST_OF_NODE: Partial<Record<NodeName, number>> = { cellularIot: 70_000 };

/** By how many characters the type file of a node is too long, and what to do; nothing where it is not. */
export function excessOf(node: NodeName): string | undefined {
	const tooMany = typeFileOf(node).length - (MOST_OF_NODE[node] ?? MOST_CHARACTERS);
	if (tooMany <= 0) return undefined;
	return `${tooMany} characters too many for a model: shorten the words of the form (description, hint), here or in other operations of the node, or raise MOST_OF_NODE in test/unit/nodes/builder/bounds.ts, to ${MOST_CHARACTERS} at most`;
}
