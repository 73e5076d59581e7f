import { encode, type IndexedColors } from 'fast-png';
import type { Bar, Scale } from './chart';

/*
 * A bar chart as a PNG: n8n's editor shows no SVG. Amounts stand beside the lines with their unit above, and days below the
 * bars; its title is in the item.
 */

const SIZE = { width: 880, height: 380 };
const MARGIN = { left: 110, top: 44, right: 24, bottom: 40 };
/** Pixels of the picture for one of a digit. */
const SCALE = 2;
const GLYPH = { width: 5, height: 7 };

const WHITE = 0;
const TEAL = 1;
const PALE = 2;
const GREY = 3;
const DARK = 4;
/** Red, green and blue of the colours by their number. */
const COLOURS: IndexedColors = [
	[255, 255, 255],
	[19, 128, 122],
	[160, 210, 207],
	[222, 226, 230],
	[73, 80, 87],
];

/** Signs of amounts and dates, and letters of units; a row of each is a text, with # where it is dark. */
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
	A: [' ### ', '#   #', '#   #', '#####', '#   #', '#   #', '#   #'],
	B: ['#### ', '#   #', '#   #', '#### ', '#   #', '#   #', '#### '],
	C: [' ### ', '#   #', '#    ', '#    ', '#    ', '#   #', ' ### '],
	D: ['#### ', '#   #', '#   #', '#   #', '#   #', '#   #', '#### '],
	E: ['#####', '#    ', '#    ', '#### ', '#    ', '#    ', '#####'],
	F: ['#####', '#    ', '#    ', '#### ', '#    ', '#    ', '#    '],
	G: [' ### ', '#   #', '#    ', '# ###', '#   #', '#   #', ' ### '],
	H: ['#   #', '#   #', '#   #', '#####', '#   #', '#   #', '#   #'],
	I: [' ### ', '  #  ', '  #  ', '  #  ', '  #  ', '  #  ', ' ### '],
	J: ['  ###', '   # ', '   # ', '   # ', '   # ', '#  # ', ' ##  '],
	K: ['#   #', '#  # ', '# #  ', '##   ', '# #  ', '#  # ', '#   #'],
	L: ['#    ', '#    ', '#    ', '#    ', '#    ', '#    ', '#####'],
	M: ['#   #', '## ##', '# # #', '# # #', '#   #', '#   #', '#   #'],
	N: ['#   #', '##  #', '# # #', '#  ##', '#   #', '#   #', '#   #'],
	O: [' ### ', '#   #', '#   #', '#   #', '#   #', '#   #', ' ### '],
	P: ['#### ', '#   #', '#   #', '#### ', '#    ', '#    ', '#    '],
	Q: [' ### ', '#   #', '#   #', '#   #', '# # #', '#  # ', ' ## #'],
	R: ['#### ', '#   #', '#   #', '#### ', '# #  ', '#  # ', '#   #'],
	S: [' ####', '#    ', '#    ', ' ### ', '    #', '    #', '#### '],
	T: ['#####', '  #  ', '  #  ', '  #  ', '  #  ', '  #  ', '  #  '],
	U: ['#   #', '#   #', '#   #', '#   #', '#   #', '#   #', ' ### '],
	V: ['#   #', '#   #', '#   #', '#   #', '#   #', ' # # ', '  #  '],
	W: ['#   #', '#   #', '#   #', '# # #', '# # #', '## ##', '#   #'],
	X: ['#   #', '#   #', ' # # ', '  #  ', ' # # ', '#   #', '#   #'],
	Y: ['#   #', '#   #', ' # # ', '  #  ', '  #  ', '  #  ', '  #  '],
	Z: ['#####', '    #', '   # ', '  #  ', ' #   ', '#    ', '#####'],
};

/** Width of a text in pixels. */
const widthOf = (text: string) => text.length * (GLYPH.width + 1) * SCALE;

/** A picture of numbered colours. */
class Picture {
	private readonly pixels = new Uint8Array(SIZE.width * SIZE.height).fill(WHITE);

	fill(left: number, top: number, width: number, height: number, colour: number): void {
		for (let y = Math.round(top); y < Math.round(top + height); y++) {
			const row = y * SIZE.width;
			this.pixels.fill(colour, row + Math.round(left), row + Math.round(left + width));
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

	/** The picture as a PNG whose pixels are numbers of colours. */
	asPng(): Uint8Array {
		return encode({ ...SIZE, data: this.pixels, depth: 8, channels: 1, palette: COLOURS });
	}
}

/** The chart as a PNG of 880 × 380 pixels; `unit` is that of the amounts, such as MB. */
export function barPicture(bars: Bar[], { lines, every }: Scale, unit: string): Uint8Array {
	const picture = new Picture();
	const sign = unit.toUpperCase();
	picture.write(sign, MARGIN.left - 8 - widthOf(sign), 8);
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
		if (expected) {
			const [low, high] = [heightOf(expected.low), heightOf(expected.high)];
			picture.fill(left + slot / 2 - 1, bottom - high, 2, high - low, DARK);
		}
		const day = date.slice(5);
		if (i % every === 0) picture.write(day, left + (slot - widthOf(day)) / 2, bottom + 10);
	}
	return picture.asPng();
}
