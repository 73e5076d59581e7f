import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operationPages } from './operationPages';
import { withReliances } from './reliances';

/*
 * Writes the pages in docs/operations from the operation table, and the reliances in docs/compatibility.md.
 * With --check it writes nothing and fails when a page is outdated, missing or of no node.
 */

const root = dirname(__dirname);
/** The folder of the reference: every page in it is made here. */
export const folder = join(root, 'docs', 'operations');
const compatibility = join(root, 'docs', 'compatibility.md');

async function formatted(path: string, page: string): Promise<string> {
	const options = await resolveConfig(path);
	return await format(page, { ...options, parser: 'markdown' });
}

/** The pages of the reference as the table says them, formatted, by their paths. */
export async function currentPages(): Promise<Record<string, string>> {
	const pages: Record<string, string> = {};
	for (const [name, page] of Object.entries(await operationPages())) {
		const path = join(folder, name);
		pages[path] = await formatted(path, page);
	}
	return pages;
}

/** Files in the folder of the reference that are none of its pages. */
export const leftOver = (pages: Record<string, string>): string[] =>
	existsSync(folder)
		? readdirSync(folder)
				.map((name) => join(folder, name))
				.filter((path) => !(path in pages))
		: [];

const textOf = (path: string): string | undefined =>
	existsSync(path) ? readFileSync(path, 'utf8') : undefined;

function write(pages: Record<string, string>, removed: readonly string[]): void {
	mkdirSync(folder, { recursive: true });
	for (const [path, page] of Object.entries(pages)) {
		writeFileSync(path, page);
		console.log(`${relative(root, path)} written`);
	}
	for (const path of removed) {
		rmSync(path);
		console.log(`${relative(root, path)} removed`);
	}
}

function check(pages: Record<string, string>, removed: readonly string[]): void {
	const outdated = Object.keys(pages).filter((path) => textOf(path) !== pages[path]);
	for (const path of Object.keys(pages)) {
		if (!outdated.includes(path)) console.log(`${relative(root, path)} is current`);
	}
	for (const path of [...outdated, ...removed]) {
		console.error(`${relative(root, path)} is not current: run "npm run docs"`);
		process.exitCode = 1;
	}
}

async function main(): Promise<void> {
	const reference = await currentPages();
	const pages = {
		...reference,
		[compatibility]: await formatted(
			compatibility,
			withReliances(readFileSync(compatibility, 'utf8')),
		),
	};
	const removed = leftOver(reference);
	if (process.argv.includes('--check')) check(pages, removed);
	else write(pages, removed);
}

if (require.main === module) void main();
