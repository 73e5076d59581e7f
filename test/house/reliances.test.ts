import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reliances, reliancesText } from '../../scripts/reliances';
import { CHECKS } from '../real/compat/reliances/checks';
import { filesIn, ROOT, textOf } from './sources';

/* What the package relies on in n8n without a promise. */

test('each file of nodes/CellularIot/n8n has a head, and a check of its name in real n8n', () => {
	const names = reliances().map(({ name }) => name);
	expect(names.length).toBeGreaterThan(20);
	expect(Object.keys(CHECKS).sort()).toEqual(names);
	expect(reliancesText()).toContain('### webhookAnswer');
});

const GONE = 'test/unit/nodes/n8n/gone';

test('each reliance with a fallback has a test of its own in which it is gone', () => {
	const missing = reliances()
		.filter(({ parts }) => !parts.Fallback.startsWith('None'))
		.map(({ name }) => ({ name, file: `${GONE}/${name}.test.ts` }))
		.filter(
			({ name, file }) =>
				!existsSync(join(ROOT, file)) || !textOf(file).includes(`describe(gone('${name}')`),
		)
		.map(
			({ name, file }) => `${file}: add it, with what becomes true in describe(gone('${name}'))`,
		);
	expect(missing).toEqual([]);
});

test('insides of n8n are named in that folder alone', () => {
	const insides =
		/runExecutionData|getExecuteData\(|globalConfig|toJSON|credentialsDecrypted:|checkProcessedAndRecord|\.engineType|_bytesDispatched/;
	const outside = ['nodes', 'credentials', 'src']
		.flatMap((folder) => filesIn(folder, '.ts'))
		.filter((file) => !file.startsWith('nodes/CellularIot/n8n/'))
		.filter((file) => insides.test(textOf(file)));
	expect(outside).toEqual([]);
});
