import { dirname, join } from 'node:path';
import ts from 'typescript';
import { PACKAGE, sourcesIn, textOf } from './sources';

/** A regular expression in the package's sources. */
export interface Expression {
	/** File and line. */
	place: string;
	source: string;
	flags: string;
}

const parse = (name: string): ts.SourceFile =>
	ts.createSourceFile(name, textOf(name), ts.ScriptTarget.ES2022, true);

/** The string or number in a constant of a file, resolved through its imports. */
function constantOf(file: ts.SourceFile, name: string): string | undefined {
	for (const statement of file.statements) {
		if (ts.isVariableStatement(statement)) {
			for (const { name: own, initializer } of statement.declarationList.declarations) {
				if (!ts.isIdentifier(own) || own.text !== name || !initializer) continue;
				const isPlain = ts.isStringLiteralLike(initializer) || ts.isNumericLiteral(initializer);
				return isPlain ? initializer.text : undefined;
			}
		}
		if (!ts.isImportDeclaration(statement)) continue;
		const names = statement.importClause?.namedBindings;
		if (!names || !ts.isNamedImports(names)) continue;
		if (!names.elements.some((specifier) => specifier.name.text === name)) continue;
		const from = (statement.moduleSpecifier as ts.StringLiteral).text;
		return constantOf(parse(join(dirname(file.fileName), `${from}.ts`)), name);
	}
	return undefined;
}

/** The text of a composed pattern. @throws Error when a part of it is not a constant */
function patternOf(file: ts.SourceFile, node: ts.Node | undefined): string {
	if (node && ts.isStringLiteralLike(node)) return node.text;
	if (node && ts.isTemplateExpression(node)) {
		const spans = node.templateSpans.map(
			({ expression, literal }) => patternOf(file, expression) + literal.text,
		);
		return node.head.text + spans.join('');
	}
	const constant = node && ts.isIdentifier(node) ? constantOf(file, node.text) : undefined;
	if (constant !== undefined) return constant;
	throw new Error(`${file.fileName} builds a regular expression of a text: ${node?.getText()}`);
}

/** The code in an n8n expression, such as `={{ $json.id }}`. */
const codeIn = (text: string): string[] =>
	text.startsWith('=') ? [...text.matchAll(/\{\{(.*?)\}\}/gs)].map(([, code = '']) => code) : [];

function expressionsIn(name: string): Expression[] {
	const found: Expression[] = [];
	const read = (file: ts.SourceFile, placeOf: (node: ts.Node) => string) => {
		const visit = (node: ts.Node): void => {
			const place = placeOf(node);
			if (ts.isRegularExpressionLiteral(node)) {
				const end = node.text.lastIndexOf('/');
				found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
			}
			const isBuilt = ts.isNewExpression(node) || ts.isCallExpression(node);
			if (isBuilt && node.expression.getText(file) === 'RegExp') {
				const [source, flags] = node.arguments ?? [];
				const text = flags ? patternOf(file, flags) : '';
				found.push({ place, source: patternOf(file, source), flags: text });
			}
			for (const code of ts.isStringLiteralLike(node) ? codeIn(node.text) : []) {
				read(ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true), () => place);
			}
			ts.forEachChild(node, visit);
		};
		visit(file);
	};
	const file = parse(name);
	const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
	read(file, (node) => `${name}:${lineOf(node)}`);
	return found;
}

/** Every regular expression of the package, one entry per occurrence. */
export const allExpressions = (): Expression[] =>
	sourcesIn(...PACKAGE).flatMap((name) => expressionsIn(name));
