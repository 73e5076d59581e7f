import type { Field } from './field';
import { flag, number } from './fieldKinds';
import { aboutRun } from './fieldVariants';

/* Fields of reads. */

/** The same field outside the collections, which need not be chosen. */
const leftAlone = <T>(field: Field<T>): Field<T> => ({ ...field, optional: true });

/** Return All, Limit and Simplify, as every n8n user knows them. */
export const listFields = {
	returnAll: leftAlone(
		flag({
			label: 'Return All',
			hint: 'Whether to return all results or only up to a given limit',
			saidOnce: true,
		}),
	),
	limit: number(
		{
			label: 'Limit',
			hint: 'Max number of results to return',
			saidOnce: true,
			default: 50,
			showWhen: { returnAll: [false] },
		},
		{ min: 1 },
	),
};

export const simplify = leftAlone(
	aboutRun(
		flag({
			label: 'Simplify',
			hint: 'Whether to return main fields only',
			saidOnce: true,
			default: true,
		}),
	),
);

/** Fields of a read of one thing. */
export const single = { simplify };
/** Fields of a list. */
export const many = { ...listFields, simplify };
