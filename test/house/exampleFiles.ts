import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanvasNode } from './canvas';

/* The workflows of `examples/`. */

/** A node of an example. */
export interface ExampleNode extends CanvasNode {
	parameters: Record<string, unknown> & CanvasNode['parameters'] & { content?: string };
	credentials?: Record<string, { id: string }>;
}
/** A workflow, as n8n exports it. */
export interface Example {
	name: string;
	nodes: ExampleNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}
const FOLDER = join(__dirname, '../../examples');
/** All examples, by the names of their files. */
export const examples = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.json'))
	.map((name) => {
		const text = readFileSync(join(FOLDER, name), 'utf8');
		return [name, JSON.parse(text) as Example] as const;
	});

/** The nodes that can follow a node, however far from it. */
export function followers(
	{ connections }: Example,
	from: string,
	seen = new Set<string>(),
): Set<string> {
	for (const { node } of connections[from]?.main?.flat() ?? []) {
		if (seen.has(node)) continue;
		seen.add(node);
		followers({ connections } as Example, node, seen);
	}
	return seen;
}
