import type { LookupName } from './control';
import type { Field } from './field';
import {
	choice,
	date,
	dateTime,
	type FieldOptions,
	flag,
	givenText,
	number,
	text,
} from './fieldKinds';
import { id, pick } from './pickers';

/* Where the value of a field stands in the request: in its path, query, body or filter. */

/** A place of the request for a field, under its wire name; and the builders of fields with that place. */
const placedIn = (where: Field['in']) => {
	const place = <T>(key: string, field: Field<T>): Field<T> => ({ ...field, in: where, key });
	return Object.assign(place, {
		text: (key: string, ...of: Parameters<typeof text>) => place(key, text(...of)),
		givenText: (key: string, ...of: Parameters<typeof givenText>) => place(key, givenText(...of)),
		number: (key: string, ...of: Parameters<typeof number>) => place(key, number(...of)),
		flag: (key: string, look: FieldOptions) => place(key, flag(look)),
		choice: <T extends string | number>(key: string, ...of: Parameters<typeof choice<T>>) =>
			place(key, choice(...of)),
		dateTime: (key: string, look: FieldOptions) => place(key, dateTime(look)),
		date: (key: string, look: FieldOptions) => place(key, date(look)),
		pick: (key: string, look: FieldOptions, lookup: LookupName) => place(key, pick(look, lookup)),
		id: (key: string, look: FieldOptions) => place(key, id(look)),
	});
};

/** In the path, at the field's own name; `otherwise` stands there where it is not given. */
export const path = <T>(field: Field<T>, otherwise?: string): Field<T> => ({
	...field,
	in: 'path',
	...(otherwise !== undefined && { otherwise }),
});
export const query = placedIn('query');
export const body = placedIn('body');
export const filter = placedIn('filter');
