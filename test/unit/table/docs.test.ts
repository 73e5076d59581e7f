import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentPage, file } from '../../../scripts/generate-docs';
import { measure } from '../../../scripts/operationLines';
import { operations } from '../../../src/table/entries';

const root = join(__dirname, '../../..');

test('docs/operations.md is up to date with the table (run "npm run docs")', async () => {
	expect(readFileSync(file, 'utf8') === (await currentPage())).toBe(true);
});

test('the median operation takes at most 20 lines', () => {
	const { entries, median } = measure(root);
	expect(entries).toHaveLength(operations.length);
	expect(median).toBeLessThanOrEqual(20);
});
