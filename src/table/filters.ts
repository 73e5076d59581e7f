import { isObject } from '../wire';
import type { Choice, Field, Fields, NamedKind } from './define';
import {
	checkedBy,
	choice,
	type Choices,
	choiceList,
	filter,
	flag,
	inGroup,
	many,
	pickName,
	pickNames,
	query,
	text,
} from './fields';
import { fileOutput } from './fileOutput';
import type { NumberKind } from './schemas';
import { givesNothing } from './narrowing';
import { inPages, type EntityKind } from './reading';
import { describeValue } from './values';

/* The list's `q` (field:criteria, joined by commas) and `sort`. Source: specification, List endpoints. */

/** Whether a criterion or one of its alternatives is left empty, as by a missing value, or fits everything. */
const isOpen = (alternatives: string): boolean =>
	alternatives.split(/\|+/).some((part) => givesNothing(part.replaceAll('*', '')));

/**
 * Text to filter by; with a comma or a colon it could not be distinguished from the next filter. Each of its
 * alternatives says something: an empty one, or a `*` alone, would let everything through.
 */
export const criteria = (label: string, hint: string) =>
	text(
		{ label, hint },
		'must be text without commas or colons (use Raw Query for those), and not * alone',
		(v) => /^[^,:]+$/.test(v) && !isOpen(v),
	);

/** Whether each part of a raw query is a field with its criteria: one without any may let everything through. */
const isRawQuery = (filters: string): boolean =>
	filters.split(',').every((part) => {
		const [, criterion] = /^\s*[^\s:]+:(.*)$/s.exec(part) ?? [];
		return criterion !== undefined && !isOpen(criterion);
	});

/**
 * A number to filter by, read as everywhere: one that cannot be is refused, since a list without entries would look as
 * if there were no such thing. Several are parted by `|` or `||`, and `*` stands for any digits.
 */
export const numberCriteria = (kind: NumberKind, label: string, hint: string): Field<string> =>
	checkedBy(criteria(label, hint), (s) => s.criteriaSchema(kind));

/** An ICCID to filter by; the check digit, which the service does not know, is cut off. */
export const iccidCriteria = numberCriteria('iccid', 'ICCID', 'Of 19 digits');

/** Rows of the form; undefined for another value, or when a row is not of these choices. */
function rowsIn(
	v: unknown,
	choices: Choice[],
): Array<[field: string, direction: string]> | undefined {
	if (!isObject(v)) return undefined;
	const { by: rows = [] } = v;
	if (!Array.isArray(rows)) return undefined;
	const isRow = (row: unknown) =>
		isObject(row) &&
		choices.some(({ value }) => value === row.field) &&
		(row.direction === 'asc' || row.direction === 'desc');
	return rows.every(isRow) ? rows.map(({ field, direction }) => [field, direction]) : undefined;
}

/** Rows of field and direction as `-name,+id`. */
function sort(fields: Choices<string>): Field<string | undefined> {
	const choices = choiceList(fields);
	return {
		label: 'Sort',
		hint: 'Order of the results; ties by ID',
		control: { kind: 'sort', choices },
		default: {},
		group: 'options',
		schema: (s) =>
			s.readSchema<string | undefined>((v, refuse) => {
				if (v === undefined || v === '') return undefined;
				if (typeof v === 'string' && /^[-+]?[a-z_]+(,[-+]?[a-z_]+)*$/.test(v)) return v;
				const rows = rowsIn(v, choices);
				if (!rows) return refuse(`must name fields to sort by, got ${describeValue(v)}`);
				const sorted = rows.map(([field, direction]) => (direction === 'desc' ? '-' : '+') + field);
				return sorted.length === 0 ? undefined : sorted.join(',');
			}),
	};
}

/** Options every filterable list has. */
export const listOptions = (sorts: Choices<string>) => ({
	...inGroup('options', {
		rawQuery: {
			...text(
				{
					label: 'Raw Query',
					hint: 'More filters as field:criteria, joined by commas',
					placeholder: 'status:0,tags:field-test',
				},
				'must be field:criteria, joined by commas, each with its criteria',
				isRawQuery,
			),
			in: 'filter' as const,
		},
	}),
	sort: query('sort', sort(sorts)),
});

/** Name of the field that says what happens if nothing has a name in a filter. */
export const UNKNOWN_NAMES = 'unknownName';

/** For lists whose filters name things such as tags; the client looks for them. */
export const unknownNames = inGroup('options', {
	[UNKNOWN_NAMES]: choice(
		{ label: 'If a Name Is Unknown', hint: 'Names in filters, such as a tag', saidOnce: true },
		{ Fail: 'fail', 'Return Nothing': 'nothing' },
	),
});

/** A filter that names things of a kind. */
export const naming = <T>(names: NamedKind, field: Field<T>): Field<T> => ({ ...field, names });

/** Refusals of a filter. Source: public reference. */
export const BAD_FILTER = {
	1301: 'The list cannot be filtered or sorted by that field; see Raw Query and Sort.',
	1302: 'The filter is not of the form field:criteria, or its criteria do not fit the field.',
};

const tagCriteria = criteria('Tag', '');

/** A filter by a tag. */
export const tagFilter = filter(
	'tags',
	naming('tag', pickName({ label: 'Tag', hint: 'Of the endpoint' }, 'tag', tagCriteria.schema)),
);

/** A filter by tags, of which an endpoint has one. */
export const tagsFilter = filter(
	'tags',
	naming(
		'tag',
		pickNames({ label: 'Tags', hint: 'One of them' }, 'tag', (s) =>
			s
				.readSchema((names) => (Array.isArray(names) ? names.join('||') : names))
				.pipe(tagCriteria.schema(s)),
		),
	),
);

/** Items as rows of a table; see src/run/flat.ts. */
export const flatOption = inGroup('options', {
	flat: flag({
		label: 'Flat',
		hint: 'Whether to return rows for n8n Data Tables and databases: text for lists, a_b for nested fields, and the ID under the name of its thing, such as endpoint_id',
		default: true,
		saidOnce: true,
	}),
});

/** Properties of an entry that reads a list in pages that can be filtered and sorted. */
export const readsFiltered = <F extends Fields>(
	kind: EntityKind,
	filters: F,
	sorts: Choices<string>,
	size?: number,
) => ({
	lane: 'list' as const,
	errors: [403, 422],
	explains: BAD_FILTER,
	fields: { ...many, ...filters, ...listOptions(sorts), ...fileOutput, ...flatOption },
	pages: inPages(kind, size),
});
