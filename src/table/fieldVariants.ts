import type { Check, Field, FieldGroup, Fields, ValueOf } from './field';

/* Fields made from other fields. */

/** The same field with another check. */
export const checkedBy = <T>(field: Field, schema: Check<T>): Field<T> => ({ ...field, schema });

/** The same list, where an empty list counts as not given. */
export const orNone = <T>(field: Field<T[]>): Field<T[] | undefined> => ({
	...field,
	schema: (s) => s.noneOr(field.schema(s)),
});

/** The same field, whose checked value becomes another. */
export const becoming = <A, B>(field: Field<A>, become: (value: A) => B): Field<B> => ({
	...field,
	schema: (s) => field.schema(s).transform(become),
});

/** One value for a whole bulk call. */
export const shared = <T>(field: Field<T>): Field<T> => ({ ...field, shared: true });

type Optional<F extends Fields> = {
	[K in keyof F]: Field<ValueOf<F[K]> | undefined>;
};

/**
 * The same field with nothing chosen, for a value that costs money or cuts something off. Its default becomes the
 * example of the reference page.
 */
export const unchosen = <T>(field: Field<T>): Field<T> => ({
	...field,
	default: '',
	example: field.example ?? field.default,
});

/** Makes fields optional and moves them into a collection of the form. */
export function inGroup<F extends Fields>(group: FieldGroup, fields: F): Optional<F> {
	const optional: Fields = {};
	for (const [name, field] of Object.entries(fields)) {
		optional[name] = { ...field, group, schema: (s) => field.schema(s).optional() };
	}
	return optional as Optional<F>;
}

/** A value of a request that says what the operation is about: see {@link Field.narrows}. */
export const narrowing = <T>(field: Field<T>): Field<T> => ({ ...field, narrows: true });

/** A field that says nothing to the service: see {@link Field.aboutRun}. */
export const aboutRun = <T>(field: Field<T>): Field<T> => ({ ...field, aboutRun: true });
