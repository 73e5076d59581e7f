import { zlibSync } from 'fflate';
import type { Bar, Scale } from './chart';

/*
 * A bar chart as a PNG: n8n's editor shows no SVG. Amounts stand beside the lines and days below the bars; its
 * words are in the item.
 */

const SIZE = { width: 880, height: 380 };
const MARGIN = { left: 110, top: 24, right: 24, bottom: 40 };
/** Pixels of the picture for one of a digit. */
const SCALE = 2;
const GLYPH = { width: 5, height: 7 };

const WHITE = 0;
const TEAL = 1;
const PALE = 2;
const GREY = 3;
const DARK = 4;
/** Red, green and blue of the colours by their number. */
const COLOURS = [
	[255, 255, 255],
	[19, 128, 122],
	[160, 210, 207],
	[222, 226, 230],
	[73, 80, 87],
];

/** Signs of amounts and dates; a row of each is a text, with # where it is dark. */
const GLYPHS: Record<string, string[]> = {
	'0': [' ### ', '#   #', '#  ##', '# # #', '##  #', '#   #', ' ### '],
	'1': ['  #  ', ' ##  ', '  #  ', '  #  ', '  #  ', '  #  ', ' ### '],
	'2': [' ### ', '#   #', '    #', '   # ', '  #  ', ' #   ', '#####'],
	'3': [' ### ', '#   #', '    #', '  ## ', '    #', '#   #', ' ### '],
	'4': ['   # ', '  ## ', ' # # ', '#  # ', '#####', '   # ', '   # '],
	'5': ['#####', '#    ', '#### ', '    #', '    #', '#   #', ' ### '],
	'6': [' ### ', '#    ', '#    ', '#### ', '#   #', '#   #', ' ### '],
	'7': ['#####', '    #', '   # ', '  #  ', '  #  ', '  #  ', '  #  '],
	'8': [' ### ', '#   #', '#   #', ' ### ', '#   #', '#   #', ' ### '],
	'9': [' ### ', '#   #', '#   #', ' ####', '    #', '    #', ' ### '],
	'-': ['     ', '     ', '     ', '#####', '     ', '     ', '     '],
	'.': ['     ', '     ', '     ', '     ', '     ', ' ##  ', ' ##  '],
	',': ['     ', '     ', '     ', '     ', ' ##  ', '  #  ', ' #   '],
};

/** Width of a text in pixels. */
const widthOf = (text: string) => text.length * (GLYPH.width + 1) * SCALE;

/** A picture of numbered colours. */
class Picture {
	readonly rows = Array.from({ length: SIZE.height }, () => new Uint8Array(SIZE.width).fill(WHITE));

	fill(left: number, top: number, width: number, height: number, colour: number): void {
		const right = Math.round(left + width);
		for (let y = Math.round(top); y < Math.round(top + height); y++) {
			this.rows[y]?.fill(colour, Math.round(left), right);
		}
	}

	write(text: string, left: number, top: number): void {
		for (const [at, sign] of [...text].entries()) {
			for (const [y, row] of (GLYPHS[sign] ?? []).entries()) {
				for (const [x, dot] of [...row].entries()) {
					if (dot !== '#') continue;
					const from = left + (at * (GLYPH.width + 1) + x) * SCALE;
					this.fill(from, top + y * SCALE, SCALE, SCALE, DARK);
				}
			}
		}
	}
}

/** CRC-32 of PNG, by bits. */
function crcOf(bytes: Uint8Array): number {
	const polynomial = 0xedb88320;
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
	}
	return ~crc >>> 0;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BITS_PER_PIXEL = 8;
/** Pixels are numbers of colours. */
const INDEXED = 3;

/** A part of a PNG: its length, name, content and checksum. */
function chunk(name: string, content: Uint8Array): Uint8Array {
	const named = new Uint8Array([...new TextEncoder().encode(name), ...content]);
	const whole = new Uint8Array(named.length + 8);
	const view = new DataView(whole.buffer);
	view.setUint32(0, content.length);
	whole.set(named, 4);
	view.setUint32(named.length + 4, crcOf(named));
	return whole;
}

function encoded({ rows }: Picture): Uint8Array {
	const head = new Uint8Array(13);
	const view = new DataView(head.buffer);
	view.setUint32(0, SIZE.width);
	view.setUint32(4, SIZE.height);
	head.set([BITS_PER_PIXEL, INDEXED], 8);
	// Each row begins with the number of its filter: none.
	const pixels = new Uint8Array(rows.length * (SIZE.width + 1));
	for (const [y, row] of rows.entries()) pixels.set(row, y * (SIZE.width + 1) + 1);
	const parts = [
		new Uint8Array(SIGNATURE),
		chunk('IHDR', head),
		chunk('PLTE', new Uint8Array(COLOURS.flat())),
		chunk('IDAT', zlibSync(pixels)),
		chunk('IEND', new Uint8Array()),
	];
	const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let end = 0;
	for (const part of parts) {
		all.set(part, end);
		end += part.length;
	}
	return all;
}

/** The chart as a PNG of 880 × 380 pixels. */
export function barPicture(bars: Bar[], { lines, every }: Scale): Uint8Array {
	const picture = new Picture();
	const bottom = SIZE.height - MARGIN.bottom;
	const right = SIZE.width - MARGIN.right;
	const most = lines.at(-1)?.amount ?? 1;
	const heightOf = (amount: number) => (amount / most) * (bottom - MARGIN.top);
	for (const { amount, text } of lines) {
		const y = bottom - heightOf(amount);
		picture.fill(MARGIN.left, y, right - MARGIN.left, 1, GREY);
		const middle = y - (GLYPH.height * SCALE) / 2;
		picture.write(text, MARGIN.left - 8 - widthOf(text), middle);
	}
	const slot = (right - MARGIN.left) / Math.max(bars.length, 1);
	for (const [i, { date, amount, expected }] of bars.entries()) {
		const left = MARGIN.left + i * slot;
		const column = (height: number, colour: number) =>
			picture.fill(left + slot * 0.15, bottom - height, slot * 0.7, height, colour);
		if (expected) column(heightOf(expected.middle), PALE);
		column(heightOf(amount), TEAL);
		const day = date.slice(5);
		if (i % every === 0) picture.write(day, left + (slot - widthOf(day)) / 2, bottom + 10);
	}
	return encoded(picture);
}
