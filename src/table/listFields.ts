import { flag, number } from './fieldKinds';
import { aboutRun } from './fieldVariants';

/* Fields of reads. */

/** Return All, Limit and Simplify, as every n8n user knows them. */
export const listFields = {
	returnAll: flag({
		label: 'Return All',
		hint: 'Whether to return all results or only up to a given limit',
	}),
	limit: number(
		{
			label: 'Limit',
			hint: 'Max number of results to return',
			default: 50,
			showWhen: { returnAll: [false] },
		},
		{ min: 1 },
	),
};

export const simplify = aboutRun(
	flag({
		label: 'Simplify',
		hint: 'Whether to return the main fields only',
		default: true,
	}),
);

/** Fields of a read of one thing. */
export const single = { simplify };
/** Fields of a list. */
export const many = { ...listFields, simplify };
