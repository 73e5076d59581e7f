/* A bar chart in SVG: days along, amounts up, both axes with their labels. */

interface Bar {
	/** `YYYY-MM-DD`. */
	date: string;
	amount: number;
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
	return [1, 2, 2.5, 5, 10].map((one) => one * power).find((step) => step >= rough * 0.999)!;
}

export function barChart({ title, about, unit, bars }: Chart): string {
	const { width, height } = SIZE;
	const [right, bottom] = [width - RIGHT, height - BOTTOM];
	const step = stepFor(Math.max(0, ...bars.map(({ amount }) => amount)));
	const heightOf = (amount: number) => (amount / (step * LINES)) * (bottom - TOP);
	const slot = (right - LEFT) / Math.max(bars.length, 1);
	const every = Math.ceil(bars.length / MOST_DATES);
	const at = (n: number) => String(Number(n.toFixed(1)));
	const lines = Array.from({ length: LINES + 1 }, (_, i) => {
		const y = bottom - heightOf(i * step);
		return `<line x1="${LEFT}" x2="${right}" y1="${at(y)}" y2="${at(y)}" class="line"/><text x="${LEFT - 10}" y="${at(y + 5)}" text-anchor="end" class="soft">${shortAmount(i * step)}</text>`;
	});
	const drawn = bars.map(({ date, amount }, i) => {
		const [x, tall] = [LEFT + i * slot, heightOf(amount)];
		const label =
			i % every === 0
				? `<text x="${at(x + slot / 2)}" y="${bottom + 22}" text-anchor="middle" class="soft">${escaped(date.slice(5))}</text>`
				: '';
		return `<rect class="bar" x="${at(x + slot * 0.15)}" y="${at(bottom - tall)}" width="${at(slot * 0.7)}" height="${at(tall)}" rx="2"><title>${escaped(date)}: ${shortAmount(amount)} ${escaped(unit)}</title></rect>${label}`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:14px system-ui,sans-serif;fill:#1f2937}.title{font-size:22px;font-weight:600}.soft{fill:#667085}.bar{fill:#13807a}.line{stroke:#e4e7ec}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="24" y="38" class="title">${escaped(title)}</text>
<text x="24" y="62" class="soft">${escaped(about)}</text>
<text x="${LEFT - 10}" y="${TOP - 12}" text-anchor="end" class="soft">${escaped(unit)}</text>
${[...lines, ...drawn].join('\n')}
<text x="${at((LEFT + right) / 2)}" y="${height - 8}" text-anchor="middle" class="soft">Day</text>
</svg>
`;
}
