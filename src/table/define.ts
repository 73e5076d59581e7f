import type { Effect } from '../wire';
import type { Fields } from './field';
import type { Operation, Plain, Typed } from './operation';

/* How entries of the table are written; and their types, for those who write or read them. */

export type { Answer, Effect, Json, LaneName, RequestParts } from '../wire';
export type { Bulk, Prepared } from './bulk';
export type { Call, RequestEntry } from './call';
export {
	type Choice,
	LOOKUPS,
	type LookupName,
	NAMED_FORM_NAMES,
	type NamedFormName,
} from './control';
export type { Check, Field, FieldGroup, Fields, Input, InputOf, NamedKind, ValueOf } from './field';
export type { Explanation, Operation, Touched } from './operation';
export type { ComparedParts, Pages } from './pages';
export type { Id, ReadBack, ReadBackResult, Since } from './readBack';
export type { Env, Rule } from './rules';
export type { By } from './values';

/** Only a GET, which reads, and a DELETE, which sets, need no effect. */
type Effective = { request: `${'GET' | 'DELETE'} ${string}` } | { effect: Effect };
export type Definition<F extends Fields, Given extends PropertyKey = never> = Typed<F> &
	Partial<Plain> &
	Omit<Plain, Given | 'effect' | 'source'> &
	('effect' extends Given ? unknown : Effective);

/** Makes entries of the table, with what they have in common. */
export const operationsWith =
	<Common extends Partial<Plain & Pick<Operation, 'rules'>>>(common: Common) =>
	/** One entry; inside it `input` has the types of its fields. */
	<F extends Fields>(own: Definition<F, keyof Common>): Operation =>
		// eslint-disable-next-line no-restricted-syntax -- rules, result and run are only ever called with input that the entry's own fields have checked
		({
			effect: own.request?.startsWith('DELETE') ? 'set' : 'read',
			source: 'public reference',
			...common,
			...own,
		}) as unknown as Operation;

/** One entry that shares nothing with others. */
export const defineOperation = operationsWith({});
