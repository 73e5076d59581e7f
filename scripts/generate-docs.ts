import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operationsPage } from './operationsPage';
import { withReliances } from './reliances';

/*
 * Writes docs/operations.md from the operation table, and the reliances in docs/compatibility.md. With
 * --check it writes nothing and fails when a page is outdated.
 */

const root = dirname(__dirname);
export const file = join(root, 'docs', 'operations.md');
const compatibility = join(root, 'docs', 'compatibility.md');

async function formatted(page: string): Promise<string> {
	const options = await resolveConfig(file);
	return await format(page, { ...options, parser: 'markdown' });
}

/** The page as the table says it, formatted. */
export const currentPage = async (): Promise<string> => await formatted(await operationsPage());

async function main(): Promise<void> {
	const isCheck = process.argv.includes('--check');
	const pages: Record<string, string> = {
		[file]: await currentPage(),
		[compatibility]: await formatted(withReliances(readFileSync(compatibility, 'utf8'))),
	};
	for (const [path, page] of Object.entries(pages)) {
		const name = relative(root, path);
		if (!isCheck) {
			writeFileSync(path, page);
			console.log(`${name} written`);
		} else if (readFileSync(path, 'utf8') === page) {
			console.log(`${name} is current`);
		} else {
			console.error(`${name} is not current: run "tsx scripts/generate-docs.ts"`);
			process.exitCode = 1;
		}
	}
}

if (require.main === module) void main();
