import type { Fields, ComparedParts } from './define';
import * as f from './fields';
import { rule } from './rules';

/* Lists that support Only What Changed. */

const onlyChanged = f.choice(
	{
		label: 'Only What Changed Since the Last Run',
		hint: 'Added, changed or removed since a run that ended well; needs Return All',
		default: 'changes',
	},
	[
		{ name: 'Changes', value: 'changes' },
		{ name: 'Reset', value: 'reset', description: 'All, anew' },
	],
);

/** A list in pages that can be followed from run to run. */
export const followed = <F extends Fields, P extends object, L>(
	list: L & { fields: F; pages: P },
	parts: ComparedParts,
) => ({
	...list,
	fields: { ...list.fields, ...f.inGroup('options', { onlyChanged }) },
	pages: { ...list.pages, parts },
});

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
