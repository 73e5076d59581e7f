import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import { givesNothing } from '../../../src/table/narrowing';
import { hasLostDigits, mustBeText } from '../../../src/table/values';
import { isObject, type Json } from '../../../src/wire';

/** The part of n8n's context that reads the form of a run. */
export type RunFormContext = Pick<
	IExecuteFunctions,
	'getNode' | 'getNodeParameter' | 'getInputData' | 'evaluateExpression'
>;

/**
 * Reads the form of a run item by item. n8n alone takes 0.4 ms for each expression of each item
 * (measured). A parameter without expressions is therefore read once; one whose expressions only
 * name places of the item, with text around them or without, is looked up there, if for the first item that gives the same as n8n.
 */
export function quickForm(context: IExecuteFunctions): RunFormContext {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const read: Record<string, (index: number) => unknown> = {};
	const reader = (name: string, fallback: unknown) => {
		const raw = parameters[name];
		let last: { index: number; value: unknown } | undefined;
		const ask = (index: number) => {
			if (last?.index !== index) {
				last = { index, value: context.getNodeParameter(name, index, fallback as object) };
			}
			return last.value;
		};
		if (!holdsExpression(raw)) return () => ask(0);
		const place = placeReader(raw, name);
		if (!place) return ask;
		const there = (index: number) => place((items[index]?.json ?? {}) as Json);
		if (items.length < 2) {
			return (index: number) => {
				there(index);
				return ask(index);
			};
		}
		let agrees: boolean | undefined;
		return (index: number) => {
			agrees ??= isDeepEqual(there(index), ask(index));
			return (agrees ? there(index) : undefined) ?? ask(index);
		};
	};
	return {
		getNode: () => context.getNode(),
		getInputData: () => items,
		evaluateExpression: (expression, index) => context.evaluateExpression(expression, index),
		getNodeParameter: ((name: string, index: number, fallback?: unknown) =>
			(read[name] ??= reader(name, fallback))(index)) as RunFormContext['getNodeParameter'],
	};
}

export const isExpression = (raw: unknown): raw is string =>
	typeof raw === 'string' && raw[0] === '=';
export const holdsExpression = (raw: unknown): boolean =>
	typeof raw === 'object' && raw !== null
		? Object.values(raw).some(holdsExpression)
		: isExpression(raw);

/** Gives the value at a place of an item; undefined if there is no plain value. */
type PlaceReader = (json: Json) => unknown;

/** An expression in the text around it. */
const BRACES = /\{\{([^{}]*)\}\}/;
/** The expressions in a text, and whether there is text around them. */
function partsOf(text: string): { expressions: string[]; isWhole: boolean } {
	const [before = '', ...rest] = text.split('{{');
	const pieces = rest.map((piece) => {
		const end = piece.indexOf('}}');
		return end < 0 ? [piece, ''] : [piece.slice(0, end), piece.slice(end + 2)];
	});
	const around = [before, ...pieces.map(([, after]) => after)].join('');
	return {
		expressions: pieces.map(([expression = '']) => expression),
		isWhole: pieces.length === 1 && around === '',
	};
}

/**
 * The first expression that gives nothing in a parameter that holds text around expressions, such as
 * `{{ $json.campaign }}-{{ $json.id }}`; undefined if each gives something.
 */
export function emptyPart(
	context: Pick<RunFormContext, 'getInputData' | 'evaluateExpression'>,
	raw: unknown,
	index: number,
): string | undefined {
	if (!isExpression(raw)) return undefined;
	const { expressions, isWhole } = partsOf(raw.slice(1));
	if (isWhole) return undefined;
	const json = (context.getInputData()[index]?.json ?? {}) as Json;
	const valueOf = (piece: string): unknown => {
		const there = referencePlace(piece)?.(json);
		if (there !== undefined) return there;
		try {
			return context.evaluateExpression(`{{${piece}}}`, index);
		} catch {
			// Reading the parameter has told the error, or the piece is a part of an expression.
			return piece;
		}
	};
	return expressions.find((expression) => givesNothing(valueOf(expression)));
}

/** The refusal of a field that says what an operation is about, and has such a part. */
export const hasEmptyPart = (name: string, part: string, label?: string): InputError =>
	new InputError(
		name,
		`must not have an empty part: {{${part}}} gives nothing. Check that it names a field of this item`,
		label,
	);

/** `$json.device.id`, as dragging a value into a field makes it: its path. */
const REFERENCE = /^\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\]+"\]|\['[^'\\]+'\])+)\s*$/;

/**
 * The value at a path, as in `{{ $json.id }}`; or text with such values in it, as in
 * `pump-{{ $json.id }}`, which refuses a number that has lost digits.
 */
function expressionPlace(raw: string, name: string): PlaceReader | undefined {
	// The text around expressions stands at even places, what they hold at odd ones.
	const pieces = raw.slice(1).split(BRACES);
	const values = pieces.map((piece, i) => (i % 2 === 0 ? () => piece : referencePlace(piece)));
	if (pieces.length < 3 || values.includes(undefined)) return undefined;
	if (pieces.length === 3 && pieces[0] === '' && pieces[2] === '') return values[1];
	return (json) => {
		const all = values.map((value) => value!(json));
		const rounded = all.find(hasLostDigits);
		if (rounded !== undefined) {
			throw new InputError(name, mustBeText(rounded), `A value in the text "${raw.slice(1)}"`);
		}
		return all.includes(undefined) ? undefined : all.join('');
	};
}

function referencePlace(text: string): PlaceReader | undefined {
	const [, path] = REFERENCE.exec(text) ?? [];
	if (path === undefined) return undefined;
	const keys = [...path.matchAll(/\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g)].map(
		([, dot, double, single]) => dot ?? double ?? single!,
	);
	return (json) => plainAt(json, keys);
}

/**
 * The places that a parameter of this name names; undefined when it holds other expressions than
 * those.
 */
function placeReader(raw: unknown, name: string): PlaceReader | undefined {
	if (isExpression(raw)) return expressionPlace(raw, name);
	if (!holdsExpression(raw)) return () => raw;
	const places = Object.entries(raw as object).map(
		([key, value]) => [key, placeReader(value, name)] as const,
	);
	if (Array.isArray(raw) || places.some(([, place]) => !place)) return undefined;
	return (json) => {
		const values: Json = {};
		for (const [key, place] of places) {
			const value = place!(json);
			if (value === undefined) return undefined;
			values[key] = value;
		}
		return values;
	};
}

function plainAt(json: Json, keys: string[]): unknown {
	let value: unknown = json;
	for (const key of keys) {
		if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
		value = value[key];
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}

/** Whether two values are the same, or lists or plain objects of the same values. */
function isDeepEqual(a: unknown, b: unknown): boolean {
	if (Object.is(a, b)) return true;
	if (!isJson(a) || !isJson(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))
		return false;
	const keys = Object.keys(a);
	return (
		keys.length === Object.keys(b).length &&
		keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(a[key], b[key]))
	);
}

/** A list or a plain object; a date, for one, does not show its value in its fields. */
const isJson = (value: unknown): value is Json =>
	/^\[object (Object|Array)\]$/.test(Object.prototype.toString.call(value));
