import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/*
 * Checks one operation, before all tests are run: `npm run check:one -- sms.cancel`. It says what the operation lacks,
 * then runs the tests that it can touch: its entry and form, its cases, its rows in n8n with both generations of
 * the simulator, its schema, its keys, and the simulator's answers.
 */

/** Files of which the tests that name the operation are run. */
const OF_THE_OPERATION = [
	'test/unit/table/requests',
	'test/unit/table/paths',
	'test/unit/table/input',
	'test/unit/nodes/rows',
];

/** Files that hold all operations together, and are quick. */
const OF_ALL = [
	'test/house/entries',
	'test/house/keyDigests',
	'test/house/schemas',
	'test/unit/table/narrowing',
	'test/unit/table/registry',
	'test/unit/table/docs',
	'test/unit/table/publicOperations',
	'test/unit/table/stakes',
	'test/unit/nodes/shared/optionalFields',
	'test/unit/nodes/builder/typeFiles',
	'test/truth/truth.test.ts',
	'test/unit/simulator/docs.test.ts',
];

const root = join(__dirname, '..');

/** Runs a program of Node.js with the output of this one; whether it succeeded. */
const succeeds = (...given: string[]): boolean =>
	spawnSync(process.execPath, given, { cwd: root, stdio: 'inherit' }).status === 0;
const jestSucceeds = (...given: string[]): boolean =>
	succeeds(join(root, 'node_modules/jest/bin/jest.js'), '--maxWorkers=2', ...given);

const name = process.argv[2] ?? '';
if (!/^\w+[. ]\w+$/.test(name)) {
	console.error('Name an operation: npm run check:one -- sms.cancel');
	process.exit(2);
}
const key = name.replace('.', ' ');
const passed = [
	// With the flags by which this script itself runs: those of tsx.
	succeeds(...process.execArgv, join(__dirname, 'missing.ts'), name),
	jestSucceeds(...OF_THE_OPERATION, '-t', `${key}\\b`),
	jestSucceeds(...OF_ALL),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;
