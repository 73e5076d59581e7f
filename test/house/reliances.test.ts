import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { reliances, reliancesText } from '../../scripts/reliances';
import { filesIn, ROOT, sourcesIn, textOf } from './sources';

/* What the package relies on in n8n without a promise. */

const ROOM = 'nodes/CellularIot/n8n';
const CHECKED = 'test/real/compat/reliances/checks.ts';
const namesOf = (folder: string, ending: string) =>
	filesIn(folder, ending).map((file) => basename(file, ending));

test('each file of nodes/CellularIot/n8n has a head', () => {
	expect(reliances().length).toBeGreaterThan(20);
	expect(reliancesText()).toContain('### webhookAnswer');
});

test('each file of nodes/CellularIot/n8n has a check of its name in real n8n, and each check its file', async () => {
	const { CHECKS } = await import('../real/compat/reliances/checks');
	const names = namesOf(ROOM, '.ts');
	const checked = Object.keys(CHECKS);
	expect([
		...names
			.filter((name) => !checked.includes(name))
			.map((name) => `${CHECKED}: add a check "${name}" of ${ROOM}/${name}.ts`),
		...checked
			.filter((name) => !names.includes(name))
			.map((name) => `${CHECKED}: take out the check "${name}": ${ROOM}/${name}.ts is gone`),
	]).toEqual([]);
});

test('no file imports a reliance that is gone', () => {
	const imported = ['src', 'nodes', 'credentials', 'test', 'scripts', 'bench', 'demo'].flatMap(
		(folder) =>
			sourcesIn(folder).flatMap((file) =>
				[...textOf(file).matchAll(/(?:from|import|import\(|mock\(|Actual\()\s*'(\.[^']+)'/g)].map(
					([, path = '']) => ({ file, reliance: `${join(dirname(file), path)}.ts` }),
				),
			),
	);
	const relied = imported.filter(({ reliance }) => dirname(reliance) === ROOM);
	expect(relied.length).toBeGreaterThan(20);
	expect(
		relied
			.filter(({ reliance }) => !existsSync(join(ROOT, reliance)))
			.map(
				({ file, reliance }) =>
					`${file}: it imports ${reliance}, which is gone: take out what it does with it, or bring the file back`,
			),
	).toEqual([]);
});

const GONE = 'test/unit/nodes/n8n/gone';

test('each reliance with a fallback has a test of its own in which it is gone, and each such test its reliance', () => {
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
	const gone = namesOf(GONE, '.test.ts')
		.filter((name) => !existsSync(join(ROOT, ROOM, `${name}.ts`)))
		.map((name) => `${GONE}/${name}.test.ts: take it out: ${ROOM}/${name}.ts is gone`);
	expect([...missing, ...gone]).toEqual([]);
});

test('insides of n8n are named in that folder alone', () => {
	const insides =
		/runExecutionData|getExecuteData\(|globalConfig|toJSON|credentialsDecrypted:|checkProcessedAndRecord|\.engineType|_bytesDispatched/;
	const outside = ['nodes', 'credentials', 'src']
		.flatMap((folder) => filesIn(folder, '.ts'))
		.filter((file) => !file.startsWith(`${ROOM}/`))
		.filter((file) => insides.test(textOf(file)));
	expect(outside).toEqual([]);
});
