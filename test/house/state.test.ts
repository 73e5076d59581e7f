import ts from 'typescript';
import { PACKAGE, sourcesIn, textOf } from './sources';

/*
 * Process state that outlives a run uses a single mechanism, whose entries have an account, a service
 * or a node in their key, and expire: `src/expiringMap.ts`.
 */

/** Objects by account, service or node, dropped some time after their last use. */
const REMEMBERED = {
	'src/keys/markedKeys.ts': ['openKeysByRow'],
	'src/request/limits/lanes.ts': ['hosts', 'lanes'],
	'src/request/limits/month.ts': ['months'],
	'src/request/retry.ts': ['budgets'],
	'src/run/knownResults.ts': ['services'],
	'src/session/session.ts': ['sessions'],
	'src/triggers/runtime/inMemory.ts': ['memories'],
};

/** Open connections, queues, runs and the check of a value, which end by themselves. */
const UNDER_WAY = {
	'src/keys/markedText.ts': ['held'],
	'src/redis/client.ts': ['pool'],
	'src/run/exclusive.ts': ['tails'],
	'src/table/saidChanges.ts': ['gathered'],
};

/** Cached results of pure functions, and the reference number of the next multipart SMS. */
const COMPUTED = {
	'src/run/client.ts': ['smsReference'],
	'src/table/values.ts': ['paths'],
	'src/triggers/runtime/calendar.ts': ['offsets'],
	'src/triggers/sms/script.ts': ['everyday'],
};

/** The class of a constant that is initialised empty. */
function emptyClass({ initializer }: ts.VariableDeclaration): string | undefined {
	if (!initializer || !ts.isNewExpression(initializer)) return undefined;
	const { expression, arguments: given = [] } = initializer;
	if (!ts.isIdentifier(expression)) return undefined;
	const name = expression.text;
	return name === 'ExpiringMap' || given.length === 0 ? name : undefined;
}

/** Mutable top-level variables of a file, with their class; `let` for reassigned variables. */
function stateIn(file: string): Array<[name: string, kind: string]> {
	const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
	return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList: list }) =>
		list.declarations.flatMap((declaration): Array<[string, string]> => {
			if (!ts.isIdentifier(declaration.name)) return [];
			const kind = list.flags & ts.NodeFlags.Const ? emptyClass(declaration) : 'let';
			return kind === undefined ? [] : [[declaration.name.text, kind]];
		}),
	);
}

/** The package's state by file, limited to the given kinds. */
function found(kinds: string[]): Record<string, string[]> {
	const all = sourcesIn(...PACKAGE).map((file): [string, string[]] => [
		file,
		stateIn(file).flatMap(([name, kind]) => (kinds.includes(kind) ? [name] : [])),
	]);
	return Object.fromEntries(all.filter(([, names]) => names.length > 0));
}

test('runs leave state in eight places only, each an expiring map', () => {
	expect(found(['ExpiringMap'])).toEqual(REMEMBERED);
	expect(Object.values(REMEMBERED).flat()).toHaveLength(8);
});

test('other state is in the listed maps only, apart from WeakMaps, which end with their keys', () => {
	expect(found(['Map', 'Set', 'let'])).toEqual({ ...UNDER_WAY, ...COMPUTED });
});
