/* Positions and sizes on n8n's canvas, in its own units. */

/** A node in a workflow file. */
export interface CanvasNode {
	name: string;
	type: string;
	position: [number, number];
	parameters: { width?: number; height?: number };
}

/** A rectangle on the canvas. */
interface Box {
	name: string;
	isNote: boolean;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const NODE = 96;
/** Sub-nodes of an agent are smaller and round. */
const ROUND = 80;
const AGENT = 256;
const LETTER = 7.5;
const LINE = 20;
/** Width of a name label, centred on its node. */
const LABEL = 192;

/** The area of a note, or of a node with its name below; an agent's name is inside. */
export function boxOf(
	{ name, type, position: [x, y], parameters }: CanvasNode,
	round: boolean,
): Box {
	const place = (left: number, width: number, height: number): Box => {
		const isNote = type.endsWith('stickyNote');
		return { name, isNote, left, top: y, right: left + width, bottom: y + height };
	};
	if (type.endsWith('stickyNote'))
		return place(x, parameters.width ?? 240, parameters.height ?? 160);
	if (type.endsWith('.agent')) return place(x, AGENT, NODE);
	const size = round ? ROUND : NODE;
	// The package's nodes have a smaller subtitle below the name.
	const lines = Math.ceil((name.length * LETTER) / LABEL) + (type.includes('cellularIot') ? 1 : 0);
	return place(x + size / 2 - LABEL / 2, LABEL, size + 4 + lines * LINE);
}

const areApart = (a: Box, b: Box) =>
	a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

const frames = (outer: Box, inner: Box) =>
	outer.isNote &&
	outer.left <= inner.left &&
	outer.top <= inner.top &&
	outer.right >= inner.right &&
	outer.bottom >= inner.bottom;

/** Overlapping pairs; a note may completely enclose nodes. */
export const overlaps = (boxes: Box[]): string[] =>
	boxes.flatMap((a, i) =>
		boxes
			.slice(i + 1)
			.filter((b) => !areApart(a, b) && !frames(a, b) && !frames(b, a))
			.map((b) => `${a.name} and ${b.name}`),
	);

const NOTE_LETTER = 6.7;
const NOTE_LINE = 20;
const [HEADING, PARAGRAPH, PADDING] = [36, 8, 20];

/** The minimum height of a note for its text. */
export function heightOfText(content: string, width: number): number {
	const paragraphs = content.split('\n').filter((line) => line.trim() !== '');
	const heights = paragraphs.map((line) => {
		if (line.startsWith('#')) return HEADING;
		const text = line.replace(/[*_`]/g, '');
		return Math.ceil((text.length * NOTE_LETTER) / (width - PADDING)) * NOTE_LINE + PARAGRAPH;
	});
	return heights.reduce((sum, height) => sum + height, PADDING);
}
