import ts from 'typescript';
import type { Step } from './tasks';
import { type NodeName, typeFileOf } from './typeFile';

/* Compiles a step against the type file of its node. */

/** The helper types that n8n adds to a type file. An expression is text that begins with `=`. */
const BESIDE = `
type Expression<T> = T extends never ? never : \`=\${string}\`;
type CredentialReference = { id: string; name: string };
type NodeConfig<T> = { parameters: T };
type IDataObject = Record<string, unknown>;
`;

/** Makes fields optional that depend on another field: the type cannot say when they are required. */
const dependentOptional = (file: string) =>
	file.replace(
		/(@displayOptions\.show \{[^\n]*\n(?: \*[^\n]*\n)* \*\/\n\s*)(\w+): /g,
		(_, comment: string, name: string) => `${comment}${name}?: `,
	);

const pascal = (name: string) => name.replace(/^./, (c) => c.toUpperCase());

/** The name of a step's type; undefined if the file does not have the operation. */
function typeNameOf(file: string, { parameters: { resource, operation } }: Step) {
	if (resource === undefined) return /export interface (\w+Params) \{/.exec(file)?.[1];
	const name = `${pascal(String(resource))}${pascal(String(operation))}Params`;
	return new RegExp(`export type (\\w+V\\d+${name}) = `).exec(file)?.[1];
}

/** The type errors in steps of one node. */
export function faultsOf(node: NodeName, steps: Step[]): string[] {
	const file = typeFileOf(node);
	const missing: string[] = [];
	const values = steps.flatMap((step, i) => {
		const type = typeNameOf(file, step);
		if (type === undefined) missing.push(`no ${JSON.stringify(step.parameters)} in ${node}`);
		return type ? [`const step${i}: ${type} = ${JSON.stringify(step.parameters)};`] : [];
	});
	const source = [dependentOptional(file), BESIDE, ...values].join('\n');
	const host = ts.createCompilerHost({});
	const given = host.getSourceFile.bind(host);
	host.getSourceFile = (name, version) =>
		name === 'steps.ts' ? ts.createSourceFile(name, source, version) : given(name, version);
	const program = ts.createProgram(
		['steps.ts'],
		{
			strict: true,
			noEmit: true,
			target: ts.ScriptTarget.ES2022,
			lib: ['lib.es5.d.ts'],
			types: [],
		},
		host,
	);
	const found = ts.getPreEmitDiagnostics(program).filter(({ code }) => !MADE_BY_N8N.includes(code));
	return [
		...missing,
		...found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
	];
}

/** Errors of n8n's own generator: it refers to a type for all operations and does not define it. */
const MADE_BY_N8N = [2304, 2552];
