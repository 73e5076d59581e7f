import { isObject } from '../wire';
import type { Field, Fields, InputOf } from './field';
import type { FieldOptions } from './fieldKinds';
import type * as schemas from './schemas';
import type { Json } from './define';

/* Tables in a form. */

/** The rows in a value: a table of the form, a list, or a list as JSON text; undefined for anything else. */
function rowsIn(given: unknown): unknown[] | undefined {
	if (Array.isArray(given)) return given;
	if (isObject(given)) return Array.isArray(given.rows) ? given.rows : undefined;
	if (typeof given !== 'string') return undefined;
	try {
		const parsed: unknown = JSON.parse(given);
		return typeof parsed === 'string' ? undefined : rowsIn(parsed);
	} catch {
		return undefined;
	}
}

/** The name of a column as tables of n8n and of databases have it: `window_days` for `windowDays`. */
const inTables = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The checked values of a row, or what is wrong with it. */
function readRow(s: typeof schemas, columns: Fields, row: Json): Json | { wrong: string } {
	const values: Json = {};
	for (const [name, column] of Object.entries(columns)) {
		const given = name in row ? row[name] : row[inTables(name)];
		const parsed = column.schema(s).safeParse(given === undefined ? column.default : given);
		if (!parsed.success) return { wrong: `${column.label} ${parsed.error.issues[0]?.message}` };
		values[name] = parsed.data;
	}
	return values;
}

/**
 * A table with at least one row. An expression may give a list of objects instead, such as rows of a Data
 * Table, with the names of the columns. `misfit` says what is wrong with a row whose values are right by themselves.
 */
export function rows<C extends Fields>(
	look: FieldOptions,
	{ row, columns }: { row: string; columns: C },
	misfit: (row: InputOf<C>) => string | undefined = () => undefined,
): Field<Array<InputOf<C>>> {
	const thing = row.toLowerCase();
	return {
		default: {},
		...look,
		control: { kind: 'rows', row, columns },
		schema: (s) =>
			s.readSchema<Array<InputOf<C>>>((given, refuse) => {
				const list = rowsIn(given) ?? [];
				if (list.length === 0) return refuse(`must have at least one ${thing}`);
				const read: Array<InputOf<C>> = [];
				for (const [i, one] of list.entries()) {
					const place = `must be right in each row: in row ${i + 1}`;
					if (!isObject(one)) return refuse(`${place}, there is no ${thing}`);
					const values = readRow(s, columns, one);
					if ('wrong' in values) return refuse(`${place}, ${String(values.wrong)}`);
					const checked = values as InputOf<C>;
					const wrong = misfit(checked);
					if (wrong !== undefined) return refuse(`${place}, ${wrong}`);
					read.push(checked);
				}
				return read;
			}),
	};
}
