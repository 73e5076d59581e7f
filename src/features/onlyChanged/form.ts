import type { ComparedParts } from '../../table/define';
import * as f from '../../table/fields';
import { rule } from '../../table/rules';

/* The option Only What Changed, and its rules. */

const onlyChanged = f.choice(
	{
		label: 'Only What Changed',
		hint: 'Added, changed or removed since a run that ended well; needs Return All',
		default: 'changes',
	},
	[
		{ name: 'Changes', value: 'changes' },
		{ name: 'Reset', value: 'reset', description: 'All, anew' },
	],
);

export const changesOption = f.inGroup('options', { onlyChanged });

/** Rules of a list that can be followed. */
export const rulesOf = ({ isDeleted }: ComparedParts) => [
	rule('{onlyChanged} needs {returnAll}', ({ onlyChanged: wanted, returnAll }) =>
		wanted !== undefined && returnAll !== true
			? { field: 'onlyChanged', rule: 'needs {returnAll}: a part of the list shows no removal' }
			: undefined,
	),
	rule('{onlyChanged} gives items', ({ onlyChanged: wanted, output = 'items' }) =>
		wanted !== undefined && output !== 'items'
			? { field: 'output', rule: 'must be Items with {onlyChanged}' }
			: undefined,
	),
	rule('{onlyChanged} must not be given with the deleted ones alone', (input) =>
		input.onlyChanged !== undefined && isDeleted({ status: { id: input.status } })
			? { field: 'status', rule: 'must not be "Deleted" with {onlyChanged}' }
			: undefined,
	),
];
