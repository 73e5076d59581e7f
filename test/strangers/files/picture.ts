/* The picture of docs/files.md: a dirty file, and beside each of its rows what the dry run says. */

/** A row of the picture: its cells in the file, and what the dry run says of it. */
export interface PictureRow {
	number: number;
	cells: readonly string[];
	outcome: string;
	says: string;
}

const FONT = 12;
const LINE = 16;
const PAD = 8;
/** Width of a letter of the fixed font, and the most letters in a line of the last column. */
const LETTER = 7.25;
const MOST_LETTERS = 62;

const COLOURS: Record<string, string> = {
	changed: '#0f766e',
	created: '#0f766e',
	unchanged: '#374151',
	'left out': '#6b7280',
	refused: '#b91c1c',
};

/** Blanks that a reader would not see are shown as the sign for a blank. */
const shown = (text: string): string =>
	text
		.replace(/\u00A0|^ | $/g, '\u2423')
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;');

/** A text in lines of whole words. */
function linesOf(text: string): string[] {
	const lines = [''];
	for (const word of text.split(' ')) {
		const last = lines.at(-1)!;
		if (last.length + word.length < MOST_LETTERS)
			lines[lines.length - 1] = `${last} ${word}`.trim();
		else lines.push(word);
	}
	return lines;
}

/** The picture as SVG. */
export function pictureOf(headings: readonly string[], rows: readonly PictureRow[]): string {
	const widths = headings.map(
		(heading, i) =>
			Math.max(heading.length, ...rows.map(({ cells }) => (cells[i] ?? '').length)) * LETTER +
			2 * PAD,
	);
	const lefts = [0, 34, ...widths].map((_, i, all) =>
		all.slice(0, i + 1).reduce((a, b) => a + b, 0),
	);
	const outcomeAt = lefts[headings.length + 1]! + 14;
	const saysAt = outcomeAt + 84;
	const width = Math.ceil(saysAt + MOST_LETTERS * LETTER + PAD);
	const text = (x: number, y: number, words: string, more = '') =>
		`<text x="${x.toFixed(1)}" y="${y}" ${more} xml:space="preserve">${shown(words)}</text>`;
	const parts: string[] = [];
	let y = 30;
	const head = ['', ...headings].map((heading, i) =>
		text(lefts[i]! + PAD, y, heading, 'font-weight="bold"'),
	);
	parts.push(...head, text(outcomeAt, y, 'the dry run says', 'font-weight="bold"'));
	y += 12;
	for (const { number, cells, outcome, says } of rows) {
		const lines = linesOf(says);
		const height = lines.length * LINE + 10;
		const first = y + LINE;
		parts.push(
			`<line x1="0" x2="${width}" y1="${y}" y2="${y}" stroke="#e5e7eb"/>`,
			text(PAD, first, String(number), 'fill="#9ca3af"'),
			...cells.map((cell, i) => text(lefts[i + 1]! + PAD, first, cell)),
			text(outcomeAt, first, outcome, `fill="${COLOURS[outcome] ?? '#111827'}" font-weight="bold"`),
			...lines.map((line, i) => text(saysAt, first + i * LINE, line, 'fill="#374151"')),
		);
		y += height;
	}
	const size = `width="${width}" height="${y + 6}" viewBox="0 0 ${width} ${y + 6}"`;
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${FONT}"><rect width="${width}" height="${y + 6}" fill="#ffffff"/>${parts.join('\n')}</svg>\n`;
}
