import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { findNode } from '../demo/lib/node';
import { rootDir } from '../demo/lib/paths';
import type { Figure, Figures, Spread } from './figures';

/* The measurements, as numbers, as a table and as a picture. */

export const RESULTS = join(rootDir, 'bench', 'results.json');
const PAGE = join(rootDir, 'docs', 'performance.md');
const PICTURE = join(rootDir, 'docs', 'images', 'performance.svg');
const [FROM, TO] = ['<!-- table: npm run bench -->', '<!-- end of the table -->'];

interface Results {
	machine: string;
	node: string;
	n8n: string;
	figures: Figures;
}

const thisMachine = () => `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`;

/** Whether more processes want a core than there are; to be asked before a measurement, which wants one itself. */
export const isBusy = (): boolean => loadavg()[0]! > cpus().length;

/** Replaces the figures of an earlier run, and rewrites all reports that show them. */
export function keep(figures: Figures, n8n: string, wasBusy: boolean): void {
	const here = thisMachine();
	const before = existsSync(RESULTS)
		? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results)
		: { machine: here, figures: {} };
	const isElsewhere = here !== before.machine;
	const measured = Object.entries(figures).map(([name, figure]): [string, Figure] => [
		name,
		{ ...figure, ...(isElsewhere && { machine: here }), ...(wasBusy && { wasBusy }) },
	]);
	const results: Results = {
		machine: before.machine,
		node: execFileSync(findNode(), ['--version'], { encoding: 'utf8' }).trim(),
		n8n,
		figures: { ...before.figures, ...Object.fromEntries(measured) },
	};
	writeFileSync(RESULTS, `${JSON.stringify(results, null, '\t')}\n`);
	writeFileSync(PICTURE, picture(Object.values(results.figures)));
	const page = readFileSync(PAGE, 'utf8');
	const [head, rest = ''] = page.split(FROM);
	const tail = rest.split(TO)[1] ?? '';
	writeFileSync(PAGE, `${head}${FROM}\n\n${table(results)}\n\n${TO}${tail}`);
	// `format:check` covers the page as committed.
	execFileSync('npx', ['prettier', '--write', PAGE, RESULTS], { cwd: rootDir, stdio: 'ignore' });
}

/** The sentence on how a figure was measured; empty where the one above the table says all. */
function measuredIn({ machine: where, wasBusy }: Figure): string {
	if (where !== undefined) {
		return `Measured on another machine (${where})${wasBusy ? ', which was busy' : ''}.`;
	}
	return wasBusy ? 'Measured on a busy machine.' : '';
}

const range = ({ median, least, most }: Spread) =>
	least === most ? `${median}` : `${median} (${least}–${most})`;

function table({ machine, node, n8n, figures }: Results): string {
	const rows = Object.values(figures).map((figure) => {
		const { work, unit, ours, others, ratio, target, reached, notes } = figure;
		const remarks = [notes, measuredIn(figure)].filter(Boolean).join(' ');
		const beside = Object.entries(others).map(([name, value]) => `${name}: ${range(value)}`);
		const wanted = target === undefined ? '' : `≤ ${target}${reached ? '' : ' (not reached)'}`;
		return [
			`${work}${remarks ? `. ${remarks}` : ''}`,
			unit,
			range(ours),
			beside.join('<br>'),
			ratio === undefined ? '' : `${ratio} ×`,
			wanted,
		];
	});
	const head = ['work', 'unit', 'this node', 'beside', 'ratio', 'to reach'];
	const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	return [
		`n8n ${n8n}, Node ${node.slice(1)}, ${machine}. Medians of five runs or more unless a row says otherwise, least and most in brackets; ratio: this node by the first beside it.`,
		'',
		...lines,
	].join('\n');
}

const BAR = { left: 330, width: 330, height: 26 };
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A bar for each ratio, with a mark at the target. */
function picture(figures: Figure[]): string {
	const shown = figures.filter(({ ratio }) => ratio !== undefined);
	const most = Math.max(1.5, ...shown.map(({ ratio = 0, target = 0 }) => Math.max(ratio, target)));
	const at = (value: number) => BAR.left + (value / most) * BAR.width;
	const rows = shown.map(({ work, ratio = 0, target, reached }, i) => {
		const y = 34 + i * BAR.height;
		const colour = reached === false ? '#c2410c' : '#0f766e';
		const mark =
			target === undefined
				? ''
				: `<line x1="${at(target).toFixed(1)}" x2="${at(target).toFixed(1)}" y1="${y - 2}" y2="${y + 18}" stroke="#111827" stroke-width="2"/>`;
		return [
			`<text x="${BAR.left - 8}" y="${y + 12}" text-anchor="end">${escaped(work.slice(0, 52))}</text>`,
			`<rect x="${BAR.left}" y="${y}" width="${(at(ratio) - BAR.left).toFixed(1)}" height="16" fill="${colour}"/>`,
			mark,
			`<text x="${BAR.left + BAR.width + 12}" y="${y + 12}">${ratio} ×</text>`,
		].join('');
	});
	const height = 44 + shown.length * BAR.height;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="740" height="${height}" viewBox="0 0 740 ${height}" font-family="sans-serif" font-size="12"><rect width="740" height="${height}" fill="#ffffff"/><text x="${BAR.left}" y="18" font-weight="bold">this node, as a part of what it is compared with; the mark is the target</text>${rows.join('')}</svg>\n`;
}
