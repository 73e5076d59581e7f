import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { measure } from './operationLines';
import { operationsPage } from './operationsPage';

/*
 * Writes docs/operations.md from the operation table. With --check it writes nothing, fails when the
 * page is outdated, and prints the number of lines per operation.
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
	const { entries, median, perEntryWithHelpers } = measure(root);
	console.log(
		`${entries.length} operations: ${median} lines each (median; aim: 20 or fewer), ` +
			`${perEntryWithHelpers} with all helpers of their files`,
	);
	if (readFileSync(file, 'utf8') === page) return console.log('docs/operations.md is current');
	console.error('docs/operations.md is not current: run "tsx scripts/generate-docs.ts"');
	process.exitCode = 1;
}

if (require.main === module) void main();
