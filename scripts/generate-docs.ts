import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operationsPage } from './operationsPage';

/*
 * Writes docs/operations.md from the operation table. With --check it writes nothing and fails when the
 * page is outdated.
 */

const root = dirname(__dirname);
export const file = join(root, 'docs', 'operations.md');

/** The page as the table says it, formatted. */
export async function currentPage(): Promise<string> {
	const options = await resolveConfig(file);
	return await format(await operationsPage(), { ...options, parser: 'markdown' });
}

async function main(): Promise<void> {
	const page = await currentPage();
	if (!process.argv.includes('--check')) {
		writeFileSync(file, page);
		console.log('docs/operations.md written');
		return;
	}
	if (readFileSync(file, 'utf8') === page) return console.log('docs/operations.md is current');
	console.error('docs/operations.md is not current: run "tsx scripts/generate-docs.ts"');
	process.exitCode = 1;
}

if (require.main === module) void main();
