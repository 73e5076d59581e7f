import type { Field, Input, InputOf } from '../../table/define';
import { confirming } from '../../table/confirmed';
import * as f from '../../table/fields';
import { rule } from '../../table/rules';

/* The form of Endpoint: Retire. */

const ofItem = { endpointsBy: ['item'] };
const ofTag = { endpointsBy: ['tag'] };
const inEarnest = { dryRun: [false] };

/** The number of the items; none, as a dry run needs none, and 0, which the form begins with, confirm nothing. */
const repeatedCount: Field<number | undefined> = confirming({
	...f.number(
		{
			label: 'Repeat the Count',
			hint: 'Number of input items',
			default: 0,
			showWhen: { ...ofItem, ...inEarnest },
		},
		{ min: 0 },
	),
	schema: (s) => s.numberSchema('must be a whole number', Number.isInteger).optional(),
});

export const retireFields = {
	endpointsBy: f.choice(
		{ label: 'Endpoints', hint: 'Which endpoints an item retires', default: 'item' },
		[
			{ name: 'All with a Tag', value: 'tag', description: 'All that have the tag of the item' },
			{ name: 'One per Item', value: 'item', description: 'The endpoint of each item' },
		],
	),
	endpointId: { ...f.body('id', f.endpointId), showWhen: ofItem },
	tagId: f.pick(
		{ label: 'Tag', hint: 'All endpoints with this tag are retired', showWhen: ofTag },
		'tag',
	),
	sims: f.choice<'suspend' | 'keep' | 'move'>(
		{ label: 'SIMs', hint: 'What becomes of the SIMs', default: 'suspend' },
		[
			{
				name: 'Keep as They Are',
				value: 'keep',
				description: 'For other endpoints to use; an activated SIM stays billed',
			},
			{
				name: 'Move to a Workspace',
				value: 'move',
				description: 'Suspended, and moved to another workspace; needs a user login',
			},
			{
				name: 'Suspend',
				value: 'suspend',
				description:
					'For other endpoints to use, and suspended: the fee of an activated SIM ends with the month',
			},
		],
	),
	targetWorkspaceId: f.pick(
		{
			label: 'Target Workspace',
			hint: 'Workspace that gets the SIMs',
			showWhen: { sims: ['move'] },
		},
		'workspace',
	),
	dryRun: f.dryRunFlag('Whether to only show what would be done'),
	confirmCount: repeatedCount,
	confirmTag: confirming(
		f.text({
			label: 'Repeat the Tag',
			hint: 'Name of the tag, typed once more',
			showWhen: { ...ofTag, ...inEarnest },
		}),
	),
	...f.inGroup('options', {
		mostEndpoints: f.number(
			{
				label: 'Maximum Endpoints',
				hint: 'Endpoints of the run; if there are more, nothing is retired',
				default: 100,
			},
			{ min: 1 },
		),
		removeQuotas: f.flag({
			label: 'Remove Quotas',
			hint: 'Whether to remove the data and SMS quotas first: two requests per endpoint. On unless this option is added and switched off.',
			default: true,
		}),
	}),
};
export type RetireInput = InputOf<typeof retireFields>;

/** The number of the items, typed in again; the refusal does not say how many there are. */
export const countRule = rule<Input>(
	'{confirmCount} is the number of input items',
	({ endpointsBy, dryRun, confirmCount }, { items }) =>
		endpointsBy === 'item' && dryRun === false && items !== undefined && confirmCount !== items
			? { field: 'confirmCount', rule: 'must be the number of input items, and is not' }
			: undefined,
);
