import type { ICredentialType } from 'n8n-workflow';
import ts from 'typescript';
import { CellularIotCallbackApi } from '../../credentials/CellularIotCallbackApi.credentials';
import { CellularIotTokenApi } from '../../credentials/CellularIotTokenApi.credentials';
import { CellularIotUserApi } from '../../credentials/CellularIotUserApi.credentials';
import { actionNodes } from '../support/n8n/actionNodes';
import { triggerNodes } from '../support/n8n/triggerNodes';
import { filesIn, PACKAGE, sourcesIn, textOf } from './sources';

/*
 * Texts name the fields that a user sees. n8n shows the field "Authentication" as a part of "Credential
 * to connect with", so no text refers to it.
 */

/** The field; a file of n8n may have its name. */
const FIELD = /\bauthentication\b(?!\.js)/i;
/** The field itself: its parameter and the label that n8n replaces. */
const ITSELF = ['authentication', 'Authentication'];

/** Texts in a value, at any depth. */
function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsOf);
}

/** The texts of a source that a user may read: string literals and parts of templates. */
function quotedIn(file: string): string[] {
	const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		const isImport =
			ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
		if (isImport) return;
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text);
		if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

const naming = (texts: string[]) =>
	texts.filter((text) => FIELD.test(text) && !ITSELF.includes(text));

describe('no text refers to the field "Authentication"', () => {
	const nodes = [...actionNodes(), ...triggerNodes()].map(({ description }) => description);
	const credentials: ICredentialType[] = [
		new CellularIotTokenApi(),
		new CellularIotUserApi(),
		new CellularIotCallbackApi(),
	];

	test('in the forms of nodes and credentials', () => {
		const texts = [...nodes, ...credentials].flatMap(textsOf);
		expect(texts.length).toBeGreaterThan(10_000);
		expect(naming(texts)).toEqual([]);
	});

	test('in the sources: errors, hints and notices', () => {
		const texts = sourcesIn(...PACKAGE).flatMap(quotedIn);
		expect(texts.length).toBeGreaterThan(5_000);
		expect(naming(texts)).toEqual([]);
	});

	test('in the docs and the examples', () => {
		const docs = [...filesIn('docs', '.md'), 'README.md'];
		const texts = docs.map(textOf);
		const examples = filesIn('examples', '.json').flatMap((file) =>
			textsOf(JSON.parse(textOf(file))),
		);
		expect(docs.length).toBeGreaterThan(10);
		const lines = [...texts.flatMap((text) => text.split('\n')), ...examples];
		expect(naming(lines)).toEqual([]);
	});

	test('an error that asks for another login names the credential', () => {
		const texts = sourcesIn('src').flatMap(quotedIn);
		const asking = texts.filter((text) => text.includes('choose a "User Login"'));
		expect(asking.length).toBeGreaterThan(0);
		for (const text of asking) expect(text).toContain('"Credential"');
	});
});

/*
 * Money: that something is charged for, or is not, stands in the texts where a document of the service says so. None
 * says of anything that it costs nothing: a suspended SIM has a rate of its own, and is charged until the month ends.
 */
const COSTS_NOTHING =
	/\b(costs? (you )?nothing|free of charge|without (any )?(cost|charge)|bills nothing|no (extra )?charges?|ends (its|their) charges?|it is free)\b/i;

describe('no text says that something costs nothing', () => {
	const saying = (texts: string[]) => texts.filter((text) => COSTS_NOTHING.test(text));

	test('in the forms of nodes', () => {
		const nodes = [...actionNodes(), ...triggerNodes()].map(({ description }) => description);
		expect(saying(nodes.flatMap(textsOf))).toEqual([]);
	});

	test('in the sources', () => {
		expect(saying(sourcesIn(...PACKAGE).flatMap(quotedIn))).toEqual([]);
	});

	test('in the docs that are written by hand, and in the examples', () => {
		// The pages of operations are made of the forms.
		const docs = filesIn('docs', '.md').filter((file) => !file.startsWith('docs/operations/'));
		const examples = filesIn('examples', '.json').flatMap((file) =>
			textsOf(JSON.parse(textOf(file))),
		);
		const lines = docs.flatMap((file) => textOf(file).split('\n'));
		expect(saying([...lines, ...examples])).toEqual([]);
	});
});
