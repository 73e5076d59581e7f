import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findNode } from '../../demo/lib/node';
import { rootDir } from '../../demo/lib/paths';
import { textOf } from './sources';

/*
 * The programs that run without jest: those of test/real/, some only weekly, and the others beside them. All files that
 * they import load in Node.js: one that names a global of jest, for example, would end them at their start.
 */

const PROGRAMS = [
	...readdirSync(join(rootDir, 'test/real')).map((folder) => `test/real/${folder}/main.ts`),
	'test/faults/main.ts',
	'test/worlds/main.ts',
	'test/scale/main.ts',
	'bench/main.ts',
	'demo/main.ts',
	'simulator/main.ts',
].filter((program) => existsSync(join(rootDir, program)));

/** The project's own modules that a program names, also those that it imports only when they are needed. */
const importsOf = (program: string): string[] =>
	[...textOf(program).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
		join(rootDir, dirname(program), path!),
	);

/** Imports modules in one process, and prints which of them do not load, and why. */
const LOAD = `
const failures = [];
for (const path of process.argv.slice(1)) {
	try { require(path); } catch (error) { failures.push(path + ': ' + error.message); }
}
process.stdout.write(JSON.stringify(failures), () => process.exit());
`;

test('each program and what it imports load without jest', () => {
	const modules = [...new Set(PROGRAMS.flatMap(importsOf))];
	expect(modules.length).toBeGreaterThan(PROGRAMS.length);
	const first = ['./scripts/lua.cjs', 'tsx/cjs', './test/faults/resolve.ts'];
	const failures = execFileSync(
		findNode(),
		[...first.flatMap((module) => ['--require', module]), '-e', LOAD, '--', ...modules],
		{ cwd: rootDir, encoding: 'utf8' },
	);
	expect(JSON.parse(failures)).toEqual([]);
});
