import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schema } from '../../scripts/outputSchemas';

/* The stored output schemas as n8n reads them, and the differences of an item. */

const FOLDER = join(__dirname, '../../nodes/CellularIot/__schema__/v1.0.0');

export const storedSchema = (resource: string, operation: string): Schema =>
	JSON.parse(readFileSync(join(FOLDER, resource, `${operation}.json`), 'utf8')) as Schema;

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/**
 * The parts of an item that do not fit its schema: fields without an entry, and values of another
 * type. Null fits everywhere, and a field that was only null may be anything; a number also fits a
 * text field, since the service's forms of answers differ.
 */
export function misfits(schema: Schema | undefined, value: unknown, at = 'item'): string[] {
	if (value === null || value === undefined) return [];
	if (!schema) return [`${at} is not in the schema`];
	if (schema.type === 'null') return [];
	const isScalar = typeof value === 'number' || typeof value === 'boolean';
	if (schema.type === 'string' && isScalar) return [];
	if (schema.type !== typeOf(value)) return [`${at} is ${typeOf(value)}, not ${schema.type}`];
	if (Array.isArray(value)) {
		return value.flatMap((part) => (schema.items ? misfits(schema.items, part, `${at}[]`) : []));
	}
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, part]) =>
		misfits(schema.properties?.[key], part, `${at}.${key}`),
	);
}
