import * as z from 'zod/v4';
import type { Choice, Field, Input, Operation } from './define';
import { inGroup, text } from './fields';
import { bareIccid, iccidFault } from './iccid';
import { show } from './schemas';

/* The list's `q` (field:criteria, joined by commas) and `sort`. Source: specification, List endpoints. */

/** Criteria with a comma or a colon could not be told from the next filter. */
export const criteria = (look: { label: string; hint: string; placeholder?: string }) =>
	text(look, 'must be text without commas or colons (use Raw Query for those)', (v) =>
		/^[^,:]+$/.test(v),
	);

const iccid = criteria({ label: 'ICCID', hint: 'ICCID of the SIM, 19 digits' });
/** An ICCID to filter by; with its check digit, too, which the service does not know it by. */
export const iccidCriteria = {
	...iccid,
	schema: iccid.schema.transform((text) =>
		text.length === 20 && iccidFault(text) === undefined ? bareIccid(text) : text,
	),
};

/** `q` from the filter fields of an entry and the raw query, or undefined. */
export function queryOf(operation: Operation | { fields: Operation['fields'] }, input: Input) {
	const parts = Object.entries(operation.fields)
		.filter(([name, field]) => field.in === 'filter' && input[name] !== undefined)
		.map(([name, field]) => `${field.key}:${String(input[name])}`);
	if (typeof input.rawQuery === 'string' && input.rawQuery !== '') parts.push(input.rawQuery);
	return parts.length > 0 ? parts.join(',') : undefined;
}

const rowsSchema = z.object({
	by: z.array(z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) })).optional(),
});

/** Rows of field and direction as `-name,+id`. */
export const sort = (choices: Choice[]): Field<string | undefined> => ({
	label: 'Sort',
	hint: 'The order of the results; ties are ordered by ID',
	control: { kind: 'sort', choices },
	default: {},
	group: 'options',
	schema: z.unknown().transform((v, ctx): string | undefined => {
		if (v === undefined || v === '') return undefined;
		if (typeof v === 'string' && /^[-+]?[a-z_]+(,[-+]?[a-z_]+)*$/.test(v)) return v;
		const rows = rowsSchema.safeParse(v);
		const known = rows.data?.by?.every((row) => choices.some((c) => c.value === row.field)) ?? true;
		if (!rows.success || !known) {
			ctx.addIssue({ code: 'custom', message: `must name fields to sort by, got ${show(v)}` });
			return z.NEVER;
		}
		const text = (rows.data.by ?? [])
			.map((row) => (row.direction === 'desc' ? '-' : '+') + row.field)
			.join(',');
		return text === '' ? undefined : text;
	}),
});

/** Options every filterable list has. */
export const listOptions = (choices: Choice[]) => ({
	...inGroup('options', {
		rawQuery: text({
			label: 'Raw Query',
			hint: 'Filter in the form of the service: field:criteria, several joined by commas; added to the filters above',
			placeholder: 'status:0,tags:field-test',
		}),
	}),
	sort: sort(choices),
});

/** Refusals of a filter. Source: public reference. */
export const BAD_FILTER = {
	1301: 'The list cannot be filtered or sorted by that field; see Raw Query and Sort.',
	1302: 'The filter is not of the form field:criteria, or its criteria do not fit the field.',
};
