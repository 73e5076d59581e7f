/* A bar chart in SVG: days on the horizontal axis, amounts on the vertical one, both with labels. */

export interface Bar {
	/** `YYYY-MM-DD`. */
	date: string;
	amount: number;
	/** The forecast of a day that is not over: the range and its middle. */
	expected?: { low: number; middle: number; high: number };
}

interface Chart {
	title: string;
	/** Text below the title. */
	about: string;
	/** Unit of the amounts, such as MB. */
	unit: string;
	bars: Bar[];
}

const SIZE = { width: 880, height: 380 };
/** The space around the bars: for the title, the amounts, the dates. */
const [LEFT, TOP, RIGHT, BOTTOM] = [76, 92, 24, 52];
const LINES = 4;
/** Dates that fit side by side. */
const MOST_DATES = 10;

/** Text escaped for markup. */
export const escaped = (text: unknown): string =>
	String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An amount with three significant digits; from 100 on, rounded to a whole number. */
export const shortAmount = (amount: number): string =>
	amount >= 100 ? Math.round(amount).toLocaleString('en') : String(Number(amount.toPrecision(3)));

/** A step of 1, 2, 2.5 or 5 times a power of ten, so that a few steps reach `most`. */
function stepFor(most: number): number {
	const rough = Math.max(most, 1e-6) / LINES;
	const power = 10 ** Math.floor(Math.log10(rough));
	return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.999)!;
}

/** The labels of both axes and their spacing. */
export interface Scale {
	/** The horizontal lines with their amounts, from 0. */
	lines: Array<{ amount: number; text: string }>;
	/** Days from one date shown to the next. */
	every: number;
}

export function scaleOf(bars: Bar[]): Scale {
	const tops = bars.map(({ amount, expected }) => Math.max(amount, expected?.high ?? 0));
	const step = stepFor(Math.max(0, ...tops));
	const lines = Array.from({ length: LINES + 1 }, (_, i) => ({
		amount: i * step,
		text: shortAmount(i * step),
	}));
	return { lines, every: Math.ceil(bars.length / MOST_DATES) };
}

export function barChart({ title, about, unit, bars }: Chart): string {
	const { width, height } = SIZE;
	const [right, bottom] = [width - RIGHT, height - BOTTOM];
	const { lines: amounts, every } = scaleOf(bars);
	const heightOf = (amount: number) => (amount / amounts.at(-1)!.amount) * (bottom - TOP);
	const slot = (right - LEFT) / Math.max(bars.length, 1);
	const at = (n: number) => String(Number(n.toFixed(1)));
	const lines = amounts.map(({ amount, text }) => {
		const y = bottom - heightOf(amount);
		return `<line x1="${LEFT}" x2="${right}" y1="${at(y)}" y2="${at(y)}" class="line"/><text x="${LEFT - 10}" y="${at(y + 5)}" text-anchor="end" class="soft">${text}</text>`;
	});
	const rect = (x: number, amount: number, style: string, text: string) => {
		const tall = heightOf(amount);
		return `<rect class="${style}" x="${at(x + slot * 0.15)}" y="${at(bottom - tall)}" width="${at(slot * 0.7)}" height="${at(tall)}" rx="2"><title>${text}</title></rect>`;
	};
	const drawn = bars.map(({ date, amount, expected }, i) => {
		const x = LEFT + i * slot;
		const label =
			i % every === 0
				? `<text x="${at(x + slot / 2)}" y="${bottom + 22}" text-anchor="middle" class="soft">${escaped(date.slice(5))}</text>`
				: '';
		const used = rect(
			x,
			amount,
			'bar',
			`${escaped(date)}: ${shortAmount(amount)} ${escaped(unit)}`,
		);
		if (!expected) return `${used}${label}`;
		const { low, middle, high } = expected;
		const range = `${escaped(date)}: ${shortAmount(low)} to ${shortAmount(high)} ${escaped(unit)} expected`;
		const [y1, y2] = [bottom - heightOf(low), bottom - heightOf(high)];
		const between = `<line class="range" x1="${at(x + slot / 2)}" x2="${at(x + slot / 2)}" y1="${at(y1)}" y2="${at(y2)}"/>`;
		return `${rect(x, middle, 'soon', range)}${amount > 0 ? used : ''}${between}${label}`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:14px system-ui,sans-serif;fill:#1f2937}.title{font-size:22px;font-weight:600}.soft{fill:#667085}.bar{fill:#13807a}.soon{fill:#a8d5d2}.range{stroke:#667085}.line{stroke:#e4e7ec}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="24" y="38" class="title">${escaped(title)}</text>
<text x="24" y="62" class="soft">${escaped(about)}</text>
<text x="${LEFT - 10}" y="${TOP - 12}" text-anchor="end" class="soft">${escaped(unit)}</text>
${[...lines, ...drawn].join('\n')}
<text x="${at((LEFT + right) / 2)}" y="${height - 8}" text-anchor="middle" class="soft">Day</text>
</svg>
`;
}
