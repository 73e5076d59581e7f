import type { Field, Input, Rule } from './define';
import * as f from './fields';
import { rule } from './rules';

/* Confirmations before something is deleted or bought for good. */

/** A field by which a person confirms what cannot be undone; an expression in it confirms nothing. */
export const confirming = <T>(field: Field<T>): Field<T> => ({ ...field, confirms: true });

/** Confirms one SIM by its ICCID. */
export const confirmIccid = confirming(
	f.text(
		{
			label: 'Repeat the ICCID',
			hint: 'ICCID of the SIM to delete, with or without its check digit',
			placeholder: '8988303000000000017',
		},
		'must be the ICCID of the SIM to delete, 19 or 20 digits',
		(v) => /^\d{19,20}$/.test(v.trim()),
	),
);

/** Confirms many SIMs by their number. */
export const confirmCount = confirming(
	f.number({ label: 'Repeat the Count', hint: 'Number of input items' }, { min: 1 }),
);

/** Checks that the number is that of the items, where the input deletes SIMs. */
export const countRepeated = (deletesSims: (input: Input) => boolean = () => true): Rule =>
	rule('Repeat the Count is the number of input items', (input, { items }) =>
		items !== undefined && deletesSims(input) && input.confirmCount !== items
			? {
					field: 'confirmCount',
					rule: 'must be the number of items whose SIMs are deleted for good, and is not',
				}
			: undefined,
	);
