import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* What the package relies on in n8n without a promise: the heads of the files in nodes/CellularIot/n8n. */

const ROOM = 'nodes/CellularIot/n8n';
const folder = join(__dirname, '..', ROOM);

/** The labels that each head has, in this order, and their words in the page. */
const PARTS = {
	n8n: 'n8n',
	Read: 'Read in',
	Why: 'Needed for',
	Gone: 'When it is gone',
	Fallback: 'Instead then',
	'Can it go': 'Can it go',
} as const;
type Label = keyof typeof PARTS;

export interface Reliance {
	/** The name of its file, without `.ts`. */
	name: string;
	parts: Record<Label, string>;
}

/** The first comment of a file, without its marks. */
const headOf = (text: string): string =>
	(/\/\*\n([^]*?)\*\//.exec(text)?.[1] ?? '').replace(/^ \* ?/gm, '').trim();

/** @throws Error naming the label that a head lacks */
function partsOf(name: string, head: string): Reliance['parts'] {
	const labels = Object.keys(PARTS) as Label[];
	const found = head.split(new RegExp(`^(${labels.join('|')}): `, 'm')).slice(1);
	const parts: Partial<Reliance['parts']> = {};
	for (let at = 0; at < found.length; at += 2) {
		parts[found[at] as Label] = found[at + 1]!.replace(/\s+/g, ' ').trim();
	}
	const missing = labels.find((label) => !parts[label]);
	if (missing !== undefined) throw new Error(`${ROOM}/${name}.ts: its head lacks "${missing}: …"`);
	return parts as Reliance['parts'];
}

/** All reliances, by name. */
export const reliances = (): Reliance[] =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.map((file) => {
			const name = file.replace(/\.ts$/, '');
			return { name, parts: partsOf(name, headOf(readFileSync(join(folder, file), 'utf8'))) };
		});

/** The part of docs/compatibility.md that is made of them. */
export function reliancesText(): string {
	const sections = reliances().map(({ name, parts }) => {
		const lines = Object.entries(PARTS).map(
			([label, words]) => `- **${words}:** ${parts[label as Label]}`,
		);
		return [`### ${name}`, '', ...lines, ''].join('\n');
	});
	return sections.join('\n');
}

const BEGIN = '<!-- reliances: made by npm run docs -->';
const END = '<!-- end of reliances -->';

/** A page whose part between the marks is made anew. @throws Error if it has no marks */
export function withReliances(page: string): string {
	const from = page.indexOf(BEGIN);
	const to = page.indexOf(END);
	if (from < 0 || to < from)
		throw new Error('docs/compatibility.md has no place for the reliances');
	return `${page.slice(0, from) + BEGIN}\n\n${reliancesText()}\n${page.slice(to)}`;
}
