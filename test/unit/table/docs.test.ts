import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentPage, file } from '../../../scripts/generate-docs';
import { measure } from '../../../scripts/operationLines';
import { operations } from '../../../src/table/entries';

const root = join(__dirname, '../../..');

test('docs/operations.md is what the table says; "npm run docs" writes it', async () => {
	expect(readFileSync(file, 'utf8') === (await currentPage())).toBe(true);
});

test('an operation takes 20 lines or fewer (median)', () => {
	const { entries, median } = measure(root);
	expect(entries).toHaveLength(operations.length);
	expect(median).toBeLessThanOrEqual(20);
});
