import { readFileSync } from 'node:fs';
import { currentPage, file } from '../../../scripts/generate-docs';

test('docs/operations.md is up to date with the table (run "npm run docs")', async () => {
	expect(readFileSync(file, 'utf8') === (await currentPage())).toBe(true);
});
