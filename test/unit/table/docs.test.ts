import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { measure } from '../../../scripts/operationLines';
import { operations } from '../../../src/table/entries';

const root = join(__dirname, '../../..');

test('docs/operations.md is what the table says', () => {
	const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const { stdout, stderr, status } = spawnSync(
		process.execPath,
		[tsx, 'scripts/generate-docs.ts', '--check'],
		{ cwd: root, encoding: 'utf8' },
	);
	process.stdout.write(stdout);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('an operation takes 20 lines or fewer (median)', () => {
	const { entries, median } = measure(root);
	expect(entries).toHaveLength(operations.length);
	expect(median).toBeLessThanOrEqual(20);
});
