import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import { hasLostDigits, mustBeText } from '../../../src/table/values';
import type { Json } from '../../../src/wire';
import { hasExpression, isExpression, type PlaceReader, referencePlace } from './expressions';

/*
 * Expressions that only name places of the item are looked up there. n8n evaluates each expression of each item: 0.7 ms
 * of CPU, in which nothing else runs, by its default engine, and 0.16 ms by the one without isolates. 10,000 items with
 * five expressions take n8n 34 s, and 0.2 s here (`npm run bench -- forms`). Where n8n comes below 0.02 ms, this file
 * can go.
 *
 * Bound: `$json` followed by plain names, with text around it or without, where the item has a text, a number or a
 * boolean, or `$json` alone, and n8n gives the same for the first item. Everything else is evaluated by n8n.
 */

/** The part of n8n's context that reads the form of a run. */
export interface RunFormContext {
	getNode(): Pick<INode, 'parameters'>;
	getInputData(): ReadonlyArray<{ json: Json }>;
	getNodeParameter(name: string, index: number, fallback?: unknown): unknown;
	evaluateExpression(expression: string, index: number): unknown;
}

/**
 * Reads the form of a run item by item. A parameter without expressions is read once; one whose expressions only
 * name places of the item is looked up there, if that gives the same as n8n for the first item.
 */
export function quickForm(context: IExecuteFunctions): RunFormContext {
	// n8n copies the node for each caller.
	const node = context.getNode();
	const { parameters } = node;
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
		if (!hasExpression(raw)) return () => ask(0);
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
		getNode: () => node,
		getInputData: () => items,
		evaluateExpression: (expression, index) => context.evaluateExpression(expression, index),
		getNodeParameter: (name, index, fallback) => (read[name] ??= reader(name, fallback))(index),
	};
}

/** The item whole. */
const WHOLE_ITEM = /^=\{\{\s*\$json\s*\}\}$/;
/** An expression in the text around it. */
const BRACES = /\{\{([^{}]*)\}\}/;

/**
 * The value at a path, as in `{{ $json.id }}`; or text with such values in it, as in
 * `pump-{{ $json.id }}`, which refuses a number that has lost digits.
 */
function expressionPlace(raw: string, name: string): PlaceReader | undefined {
	if (WHOLE_ITEM.test(raw)) return (json) => json;
	// Even pieces are the text around expressions, odd ones the expressions.
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

/**
 * The places that a parameter of this name names; undefined when it contains other expressions than
 * those.
 */
function placeReader(raw: unknown, name: string): PlaceReader | undefined {
	if (isExpression(raw)) return expressionPlace(raw, name);
	if (!hasExpression(raw)) return () => raw;
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
