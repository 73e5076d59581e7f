import { isDeepStrictEqual } from 'node:util';

/* Values as a module of literals that a person can read: short lines, and what repeats is written once. */

/** A line is broken from here on. */
const WIDTH = 100;

/** What is shorter is repeated: a name in its place would be hardly shorter. */
const WORTH_A_NAME = 40;

/** A text beyond this many characters is written in pieces, a line each. */
const LONG_TEXT = 2_000;
const PIECE = 200;

const isPlain = (value: object): boolean =>
	Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** A copy without properties that are undefined. @throws if a value is no constant: a function, a date, a class */
function constant(value: unknown, place: string): unknown {
	if (typeof value === 'object' && value !== null) {
		if (!isPlain(value)) throw new Error(`${place} is no plain object`);
		if (Array.isArray(value)) {
			return value.map((item, index) => constant(item, `${place}[${index}]`));
		}
		const defined = Object.entries(value).filter(([, item]) => item !== undefined);
		return Object.fromEntries(
			defined.map(([name, item]) => [name, constant(item, `${place}.${name}`)]),
		);
	}
	const isJson = isDeepStrictEqual(value, JSON.parse(JSON.stringify(value) ?? 'null'));
	if (!isJson) throw new Error(`${place} is no constant: ${String(value)}`);
	return value;
}

/** How often each object and array occurs, by its JSON. */
function countParts(value: unknown, counts: Map<string, number>): void {
	if (typeof value !== 'object' || value === null) return;
	const json = JSON.stringify(value);
	if (json.length < WORTH_A_NAME) return;
	const before = counts.get(json) ?? 0;
	counts.set(json, before + 1);
	// The parts of a part that repeats are written with it.
	if (before === 0) for (const item of Object.values(value)) countParts(item, counts);
}

function textLiteral(text: string, indent: string): string {
	if (text.length <= LONG_TEXT) return JSON.stringify(text);
	const pieces = text.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? [];
	const lines = pieces.map((piece) => `${indent}\t${JSON.stringify(piece)},\n`);
	return `[\n${lines.join('')}${indent}].join('')`;
}

/** The name of a property, quoted where it must be; `__proto__` would be no property of its own. */
function keyLiteral(name: string): string {
	if (name === '__proto__') return '["__proto__"]';
	return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}

/** The literal of a value; `partOf` writes a value inside it. */
function literal(
	value: unknown,
	indent: string,
	partOf: (part: unknown, indent: string) => string,
): string {
	if (typeof value === 'string') return textLiteral(value, indent);
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const inner = `${indent}\t`;
	const items = Array.isArray(value)
		? value.map((item) => partOf(item, inner))
		: Object.entries(value).map(([name, item]) => `${keyLiteral(name)}: ${partOf(item, inner)}`);
	const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
	const inLine = `${open}${items.join(', ')}${close}`;
	if (inLine.length + indent.length <= WIDTH && !inLine.includes('\n')) return inLine;
	return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

/**
 * The text of a module that exports these values. Parts that are equal are one object in them: whoever reads the
 * values must not change a part. n8n changes the outermost list of a form alone, which is copied for each node.
 * @throws if a value is no constant
 */
export function literals(exported: Record<string, unknown>): string {
	const values = Object.entries(exported).map(
		([name, value]) => [name, constant(value, name)] as const,
	);
	const counts = new Map<string, number>();
	for (const [, value] of values) {
		for (const item of Object.values(value ?? {})) countParts(item, counts);
	}
	const names = new Map<string, string>();
	const declarations: string[] = [];
	const partOf = (part: unknown, indent: string): string => {
		const json = JSON.stringify(part);
		if (typeof part !== 'object' || (counts.get(json) ?? 0) < 2)
			return literal(part, indent, partOf);
		const known = names.get(json);
		if (known !== undefined) return known;
		const text = literal(part, '', partOf);
		const name = `part${names.size + 1}`;
		names.set(json, name);
		declarations.push(`const ${name} = ${text};\n`);
		return name;
	};
	const exports = values.map(
		([name, value]) => `export const ${name} = ${literal(value, '', partOf)};\n`,
	);
	return [...declarations, ...exports].join('');
}
