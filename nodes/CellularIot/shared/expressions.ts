import { isObject, type Json } from '../../../src/wire';

/* Parameters that contain expressions, as n8n stores them. */

/** Whether a text of the form is an expression. */
export const isExpression = (raw: unknown): raw is string =>
	typeof raw === 'string' && raw[0] === '=';
/** Whether a parameter is an expression, or contains one at any depth. */
export const hasExpression = (raw: unknown): boolean =>
	typeof raw === 'object' && raw !== null
		? Object.values(raw).some(hasExpression)
		: isExpression(raw);

/** Gives the value at a place of an item; undefined if there is no plain value. */
export type PlaceReader = (json: Json) => unknown;

/** `$json.device.id`, as dragging a value into a field makes it: its path. */
const REFERENCE = /^\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\]+"\]|\['[^'\\]+'\])+)\s*$/;

/** Reads the place that an expression is the path of; undefined for any other expression. */
export function referencePlace(text: string): PlaceReader | undefined {
	const [, path] = REFERENCE.exec(text) ?? [];
	if (path === undefined) return undefined;
	const keys = [...path.matchAll(/\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g)].map(
		([, dot, double, single]) => dot ?? double ?? single!,
	);
	return (json) => plainAt(json, keys);
}

function plainAt(json: Json, keys: string[]): unknown {
	let value: unknown = json;
	for (const key of keys) {
		if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
		value = value[key];
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}
