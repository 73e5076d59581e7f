import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from '../../scripts/panel';
import { filesIn, ROOT, textOf } from './sources';

/* Links between the pages of the project: each leads to a file that is there, and to a heading in it. */

const FOLDERS = ['bench', 'demo', 'docs', 'nodes', 'simulator', 'src', 'test'];
const AT_ROOT = ['README', 'CONTRIBUTING', 'RELEASING', 'SECURITY', 'VERSIONING'];

const pages = [
	...AT_ROOT.map((name) => `${name}.md`),
	...FOLDERS.flatMap((folder) => filesIn(folder, '.md')),
];

/** A page without its blocks of code and its quoted code, which hold no link and no heading. */
const proseOf = (page: string): string =>
	textOf(page)
		.replace(/^```[^]*?^```/gm, '')
		.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

/** The text of a heading as it is shown: of a link its words, of marks nothing. */
const shownText = (heading: string): string =>
	heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]|(?<!\w)_|_(?!\w)/g, '');

/** The anchors of a page's headings; GitHub numbers those that stand twice. */
function anchorsOf(page: string): Set<string> {
	const found = new Map<string, number>();
	const anchors = new Set<string>();
	for (const [, heading = ''] of proseOf(page).matchAll(/^#{1,6} (.+)$/gm)) {
		const anchor = anchorOf(shownText(heading));
		const before = found.get(anchor) ?? 0;
		found.set(anchor, before + 1);
		anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
	}
	return anchors;
}

/** The links and pictures of a page that lead into the project. */
const linksOf = (page: string): string[] =>
	[...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, link = '']) => link)
		.filter((link) => !/^[a-z]+:/i.test(link));

/** What is wrong with a link, or nothing. */
function faultOf(page: string, link: string): string | undefined {
	const [path = '', anchor] = decodeURI(link).split('#');
	const target = path === '' ? page : normalize(join(dirname(page), path));
	if (!existsSync(join(ROOT, target))) return `${page}: ${link}: there is no such file`;
	if (anchor === undefined) return undefined;
	if (statSync(join(ROOT, target)).isDirectory() || !target.endsWith('.md')) return undefined;
	return anchorsOf(target).has(anchor) ? undefined : `${page}: ${link}: there is no such heading`;
}

test('each link between pages leads to a file and a heading that are there', () => {
	const links = pages.flatMap((page) => linksOf(page).map((link) => [page, link] as const));
	expect(links.length).toBeGreaterThan(500);
	const faults = links.flatMap(([page, link]) => faultOf(page, link) ?? []);
	expect(faults).toEqual([]);
});

test('each page of docs is linked from docs/README.md or docs/operations/README.md', () => {
	const heads = ['docs/README.md', 'docs/operations/README.md'];
	const linked = heads.flatMap((head) =>
		linksOf(head).map((link) => normalize(join(dirname(head), link.split('#')[0] ?? ''))),
	);
	const missing = filesIn('docs', '.md').filter(
		(page) => !linked.includes(page) && page !== heads[0],
	);
	expect(missing).toEqual([]);
});

test('each documentation address of a node or credential leads to a heading of the README', () => {
	const files = [...filesIn('nodes', '.node.json'), ...filesIn('credentials', '.ts')];
	const found = files.flatMap((file) =>
		[...textOf(file).matchAll(/npmjs\.com\/package\/[\w-]+#([\w-]+)/g)].map(([, anchor = '']) => ({
			file,
			anchor,
		})),
	);
	expect(found.length).toBeGreaterThanOrEqual(12);
	const headings = anchorsOf('README.md');
	const missing = found.filter(({ anchor }) => !headings.has(anchor));
	expect(missing.map(({ file, anchor }) => `${file}: README.md has no #${anchor}`)).toEqual([]);
});
