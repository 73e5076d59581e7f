import * as z from 'zod/v4';

/*
 * Requests that the service accepts, from its specification and its public reference. These shapes
 * use neither the package nor the simulator. Each has every documented field; any other field is a
 * finding.
 */

/** The query and the body of a route; absent when the route has none. */
export interface Asked {
	/** Query parameters by name; required unless optional. */
	query?: Record<string, z.ZodType>;
	body?: z.ZodType;
}

export const text = z.string().min(1);
export const digits = (...lengths: number[]) =>
	z.string().regex(new RegExp(`^(${lengths.map((length) => `\\d{${length}}`).join('|')})$`));
export const id = z.int().min(0);
export const ref = z.strictObject({ id });
/** An id of a fixed set; recorded bodies carry a description beside it. */
export const oneOf = (...ids: number[]) =>
	z.strictObject({ id: z.literal(ids), description: text.optional() });
/** ISO 8601 in UTC. */
export const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
export const day = z.iso.date();
export const eid = digits(32);
/** SHA-1 of a password, in hex. */
export const hash = z.string().regex(/^[0-9a-f]{40}$/);

/** A number in a query. */
export const count = z.string().regex(/^[1-9]\d*$/);
export const flag = z.enum(['true', 'false']);
/** Ids joined by commas. */
export const idList = z.string().regex(/^\d+(,\d+)*$/);

/** A number of the path. */
export const ID = /^\d+$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const ANY = /^[^,|]+$/;

/** Pages of a list: `page` from 1, `per_page` to the most the list gives. */
export const pages = (most: number) => ({
	page: count.optional(),
	per_page: count.refine((n) => Number(n) <= most, { error: `more than ${most}` }).optional(),
});

/** `-created,id`: fields with a sign for the direction. */
export const sortBy = (...fields: string[]) =>
	z
		.string()
		.refine((sort) => sort.split(',').every((part) => fields.includes(part.replace(/^[-+]/, ''))), {
			error: 'a field that is not documented',
		})
		.optional();

/** `field:value,field:value`, each value in the form of its field. */
export const filterBy = (fields: Record<string, RegExp>) =>
	z
		.string()
		.superRefine((q, context) => {
			for (const part of q.split(/,(?=[a-z_]+:)/)) {
				const [, name = '', value = ''] = /^([a-z_]+):(.*)$/s.exec(part) ?? [];
				const form = fields[name];
				if (!form) context.addIssue(`"${part}" filters by a field that is not documented`);
				else if (!form.test(value)) context.addIssue(`"${part}" has a value that does not fit`);
			}
		})
		.optional();

/** At least one of the optional fields. */
export const some = <T extends z.ZodType>(shape: T) =>
	shape.refine((body) => Object.keys(body as object).length > 0, { error: 'changes nothing' });
