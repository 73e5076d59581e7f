import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CellularIot } from '../../nodes/CellularIot/CellularIot.node';
import { operations } from '../../src/operations';

/* The examples, as somebody meets them who imports one. */

interface ExampleNode {
	name: string;
	type: string;
	position: [number, number];
	parameters: Record<string, unknown> & { width?: number; height?: number };
	credentials?: Record<string, { id: string }>;
}
const FOLDER = join(__dirname, '../../examples');
const examples = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.json'))
	.map((name) => {
		const text = readFileSync(join(FOLDER, name), 'utf8');
		return [name, JSON.parse(text) as { name: string; nodes: ExampleNode[] }] as const;
	});

const NODE = 96;
/** Where a node lies on the canvas, with the name below it. */
function boxOf({ type, position: [x, y], parameters }: ExampleNode) {
	const isNote = type.endsWith('stickyNote');
	const width = isNote ? (parameters.width ?? 240) : NODE;
	const height = isNote ? (parameters.height ?? 160) : NODE;
	return { isNote, left: x, top: y, right: x + width, bottom: y + height };
}

test.each(examples)('%s: nothing lies over anything else', (_, { nodes }) => {
	const overlapping = nodes.flatMap((one, i) =>
		nodes.slice(i + 1).flatMap((other) => {
			const [a, b] = [boxOf(one), boxOf(other)];
			const apart =
				a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
			// A note may frame nodes, wholly.
			const frames = (outer: typeof a, inner: typeof a) =>
				outer.isNote &&
				outer.left <= inner.left &&
				outer.top <= inner.top &&
				outer.right >= inner.right &&
				outer.bottom >= inner.bottom;
			return apart || frames(a, b) || frames(b, a) ? [] : [`${one.name} and ${other.name}`];
		}),
	);
	expect(overlapping).toEqual([]);
});

test.each(examples)('%s: no credential of anybody, known operations', (_, { nodes }) => {
	const properties = new CellularIot().description.properties;
	const defaultOf = (name: string, resource?: string) =>
		properties.find(
			(p) =>
				p.name === name &&
				(resource === undefined || p.displayOptions?.show?.resource?.includes(resource)),
		)?.default as string;
	for (const { type, parameters, credentials } of nodes) {
		for (const [name, { id }] of Object.entries(credentials ?? {})) {
			expect(name).toMatch(/^cellularIot(Token|User|Callback)Api$/);
			expect(id).toBe('');
		}
		if (!type.endsWith('.cellularIot')) continue;
		const resource = (parameters.resource as string | undefined) ?? defaultOf('resource');
		const name = (parameters.operation as string | undefined) ?? defaultOf('operation', resource);
		expect(operations.some((o) => o.resource === resource && o.name === name)).toBe(true);
	}
});
