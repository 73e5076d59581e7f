import * as z from 'zod/v4';

/*
 * Value formats of the service, from its specification, its public reference and recorded traffic.
 * Shapes use neither the package nor the simulator: both are compared with them. A shape has every
 * documented field; any other field is a finding.
 */

/** As recorded, or as in the references. */
export type Generation = 'recorded' | 'reference';

/**
 * The answer of a generation: the recorded form if there is a recording, otherwise the documented
 * form.
 */
export type ByGeneration<T> = Record<Generation, T>;

/** A shape, or one for each generation. */
export type Shape = z.ZodType | ByGeneration<z.ZodType>;
export const of = (shape: Shape, generation: Generation): z.ZodType =>
	shape instanceof z.ZodType ? shape : shape[generation];

/** A list with at least one entry, in both generations. */
export const listOf = ({
	recorded,
	reference,
}: ByGeneration<z.ZodType>): ByGeneration<z.ZodType> => ({
	recorded: z.array(recorded).min(1),
	reference: z.array(reference).min(1),
});

export const id = z.int().min(0);
export const text = z.string();
export const digits = (length: number) => z.string().regex(new RegExp(`^\\d{${length}}$`));
/** An id or a count as a string. */
export const idText = z.string().regex(/^\d+$/);
/** A number, or a number as a string. */
export const amount = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);

/** An id as a number or as a string. */
export const anyId = z.union([id, idText]);

/** `2026-02-03T10:00:05.000Z`. */
export const isoTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
/** `2026-02-03T10:00:05.000+0000`: recorded in endpoints, SIMs and messages. */
export const offsetTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
/** For values without a recording. */
export const anyTime = z.union([isoTime, offsetTime]);
export const day = z.iso.date();

export const described = z.strictObject({ id, description: text });
export const named = z.strictObject({ id, name: text });
export const ref = z.strictObject({ id });
export const space = z.strictObject({
	id,
	ip_address_space: text,
	ip_address_version: z.literal([4, 6]),
});
export const currency = z.strictObject({ id, code: text, symbol: text });
export const lookup = z.array(described).min(1);

/** An answer without a body, whatever its type. */
export const empty = z.undefined();
/** Documented as an empty object; answered as such or without a body. */
export const emptyObject = z.union([z.undefined(), z.strictObject({})]);
