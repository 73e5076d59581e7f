import ts from 'typescript';
import { PACKAGE, sourcesIn, textOf } from './sources';

/* A top-level name has one meaning in the whole package. */

const SIMULATOR = ['simulator'];

/** Names with one meaning that several files declare separately. */
const OF_THE_PACKAGE = new Set([
	// The builder of a file's entries: its resource, lane and source.
	'define',
	// Methods of n8n, called on the node that has them.
	...['webhook', 'execute', 'checkExists', 'create', 'takeBack'],
]);

/** The builder of a file's routes. */
const OF_THE_SIMULATOR = new Set(['route']);

/**
 * Facts of the service and domain terms that both sides declare: the simulator shares no code with the
 * package.
 */
const OF_BOTH = new Set([
	...['FAILURES_TO_LOCK', 'HISTORY_MONTHS', 'HISTORY_MS', 'LOCK_MS'],
	...['MINUTE_MS', 'HOUR_MS', 'DAY_MS'],
	'QuotaStatus',
	...['hashPassword', 'isObject', 'luhnDigit'],
]);

/** Names declared at the top of a file. */
function namesIn(file: string): string[] {
	const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
	const bound = (name: ts.BindingName): string[] =>
		ts.isIdentifier(name)
			? [name.text]
			: name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : bound(one.name)));
	return source.statements.flatMap((statement) => {
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
		}
		const { name } = statement as ts.Statement & { name?: ts.Node };
		return name && ts.isIdentifier(name) ? [name.text] : [];
	});
}

/** The files that declare each name. */
function declaredIn(folders: string[]): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const file of sourcesIn(...folders)) {
		for (const name of new Set(namesIn(file))) found.set(name, [...(found.get(name) ?? []), file]);
	}
	return found;
}

const inPackage = declaredIn(PACKAGE);
const inSimulator = declaredIn(SIMULATOR);
const several = (found: Map<string, string[]>, allowed: Set<string>) =>
	[...found].filter(([name, files]) => files.length > 1 && !allowed.has(name));

test.each([
	['the package', inPackage, OF_THE_PACKAGE, 1500],
	['the simulator', inSimulator, OF_THE_SIMULATOR, 500],
])('no name of %s is declared in two files', (_, found, allowed, least) => {
	expect(found.size).toBeGreaterThan(least);
	expect(several(found, allowed)).toEqual([]);
	// Every exception must be in use.
	for (const name of allowed) expect(found.get(name)?.length).toBeGreaterThan(1);
});

test('the simulator and the package share only the listed names', () => {
	const shared = [...inSimulator.keys()].filter((name) => inPackage.has(name));
	expect(shared.sort()).toEqual([...OF_BOTH].sort());
});
