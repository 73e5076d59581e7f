import type { LookupName } from './control';
import type { Check, Field } from './field';
import { type By, isReference, type Reference } from './values';
import type { FieldOptions } from './fieldKinds';
import type { WholeKind } from './wholeEntity';

/* Fields that name things of the service: picked from lists, or by their ids. */

const NUMBER_ID_RULE = 'must be a whole number of 1 or more';
/** Ids that a picker takes. */
interface PickedIds<T> {
	schema: Check<T>;
	rule: string;
	textIds?: boolean;
}
const WHOLE_ID: PickedIds<number> = { schema: (s) => s.idSchema, rule: NUMBER_ID_RULE };

/** Kinds that a picker takes whole, too. */
const isWholeKind = (lookup: LookupName): lookup is WholeKind =>
	lookup === 'endpoint' || lookup === 'sim';

const ID_OR_ZERO_RULE = 'must be a whole number of 0 or more';
/** Ids that begin at 0. */
export const ID_OR_ZERO: PickedIds<number> = {
	schema: (s) => s.numberSchema(ID_OR_ZERO_RULE, (n) => Number.isSafeInteger(n) && n >= 0),
	rule: ID_OR_ZERO_RULE,
};

/** Ids that are text. */
export const idsOfText = (rule: string, fits: (id: string) => boolean): PickedIds<string> => ({
	schema: (s) => s.textSchema(rule, fits),
	rule,
	textIds: true,
});

/** Names accepted beside the id, for each kind; only `name` for kinds that are not here. */
const NAMES_BY_LOOKUP: Partial<Record<LookupName, By[]>> = {
	endpoint: ['iccid', 'imei', 'name'],
	sim: ['iccid'],
	euicc: ['eid'],
};

/**
 * A picker: From List, By ID, and by other names of the thing, of which exactly one thing must match. The
 * client turns a reference into an id before the request is built.
 */
export function pick(look: FieldOptions, lookup: LookupName): Field<number>;
export function pick<T extends number | string>(
	look: FieldOptions,
	lookup: LookupName,
	ids: PickedIds<T>,
): Field<T>;
export function pick(
	look: FieldOptions,
	lookup: LookupName,
	ids: PickedIds<number | string> = WHOLE_ID,
): Field<number | string> {
	const alsoBy = NAMES_BY_LOOKUP[lookup] ?? ['name'];
	// Typed as the id alone: no entry gets to see the reference.
	const schema = ((s) =>
		s.refSchema(
			isWholeKind(lookup) ? s.wholeOrIdSchema(lookup) : ids.schema(s),
			alsoBy,
			lookup === 'endpoint',
		)) as Check<number | string>;
	return {
		default: { mode: 'list', value: '' },
		...look,
		control: { kind: 'locator', lookup, alsoBy, ...(ids.textIds && { textIds: true }) },
		schema,
		rule: ids.rule,
	};
}

/**
 * Whether a picker names the endpoint or SIM that an operation is about: the editor proposes the item for it. In a
 * collection it narrows, or is a value that something gets.
 */
export const takesItem = ({ control, group, isAnother }: Omit<Field, 'schema'>): boolean =>
	control.kind === 'locator' && isWholeKind(control.lookup) && group === undefined && !isAnother;

/** An id without a list to pick from. */
export const id = (look: FieldOptions): Field<number> => ({
	default: '',
	...look,
	control: { kind: 'text' },
	schema: (s) => s.idSchema,
	rule: NUMBER_ID_RULE,
});

/** Several picked entries; `entry` checks their ids where they do not begin at 1. */
export const picks = (
	look: FieldOptions,
	lookup: LookupName,
	entry: Check<number> = WHOLE_ID.schema,
): Field<number[]> => ({
	default: [],
	...look,
	control: { kind: 'picks', lookup },
	schema: (s) => s.idsSchema(entry(s)),
	rule: 'must be a list of ids',
});

/** Several picked entries, where expressions may give names; the client turns them into ids. */
export const picksByName = (look: FieldOptions, lookup: LookupName): Field<number[]> => ({
	...picks(look, lookup),
	// Typed as the ids that the client puts in place of names.
	schema: ((s) => s.idsOrNamesSchema) as Check<number[]>,
	rule: 'must be a list of IDs or names',
});

/** One picked entry, where an expression may give its name; the client turns it into the id. */
export const dropdown = (look: FieldOptions, lookup: LookupName): Field<number | Reference> => ({
	default: '',
	...look,
	control: { kind: 'dropdown', lookup },
	schema: (s) => s.idOrNameSchema,
	rule: 'must be an ID or a name',
});

/** One picked entry, as of a {@link dropdown}; or several, as texts that are IDs or names. */
export const dropdownOfSeveral = (
	look: FieldOptions,
	lookup: LookupName,
): Field<number | Reference | string[]> => ({
	default: [],
	...look,
	control: { kind: 'picks', lookup },
	schema: (s) => s.oneOrSeveralSchema,
	rule: 'must be IDs or names',
});

/** Several names in the text of By Names. */
const severalIn = (text: unknown) =>
	String(text)
		.split(',')
		.map((name) => name.trim());

/** A picker of a thing that the service knows by its name; `check` is that of the name. */
export const pickName = <T>(look: FieldOptions, lookup: LookupName, check: Check<T>): Field<T> => ({
	default: { mode: 'list', value: '' },
	...look,
	control: { kind: 'names', lookup },
	schema: (s) => s.readSchema((given) => (isReference(given) ? given.value : given)).pipe(check(s)),
});

/** A picker of several such things; `check` is that of a name, or of a list of names. */
export const pickNames = <T>(
	look: FieldOptions,
	lookup: LookupName,
	check: Check<T>,
): Field<T> => ({
	...pickName(look, lookup, check),
	control: { kind: 'names', lookup, several: true },
	schema: (s) =>
		s
			.readSchema((given) => {
				if (!isReference(given)) return given;
				// By Names is no reference to one thing.
				return String(given.by) === 'names' ? severalIn(given.value) : given.value;
			})
			.pipe(check(s)),
});
