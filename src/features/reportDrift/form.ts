import type { Fields, Input, InputOf } from '../../table/define';
import * as f from '../../table/fields';
import { includeInput } from '../../table/outcomes';
import { rule } from '../../table/rules';
import { notBothGivenAndCleared } from '../../table/entries/endpoint/endpointFields';
import { tableFields } from '../applyTable/tableFields';

/* The form of Report Drift: the columns of Apply a Table, which endpoints the table manages, and what is given. */

/** The same fields without a place in a request: what they say is compared, and never sent. */
const compared = <F extends Fields>(fields: F): F =>
	Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			{ ...field, in: undefined, key: undefined },
		]),
	) as F;

const COLUMNS = [
	'name',
	'status',
	'tagAssignments',
	'simId',
	'serviceProfileId',
	'tariffProfileId',
	'imei',
	'imeiLock',
	'dataQuota',
	'smsQuota',
	'quotaExpiryDate',
] as const;

/** The columns of Apply a Table whose values are compared. */
const columns = Object.fromEntries(COLUMNS.map((name) => [name, tableFields[name]])) as Pick<
	typeof tableFields,
	(typeof COLUMNS)[number]
>;

/** The endpoint of a row; the whole list is read, so that a name may have signs which no filter takes. */
const endpointId = f.checkedBy(
	{
		...f.body('id', f.endpointId),
		hint: 'ICCID, IMEI or name must match exactly one',
		saidOnce: false,
	},
	(s) => s.refSchema(s.wholeOrIdSchema('endpoint'), ['iccid', 'imei', 'name'], false),
);

const NAMES_RULE = 'must be names separated by commas';

export const driftFields = {
	...compared({ endpointId }),
	output: f.choice(
		{ label: 'Output', hint: 'An item for each difference, or all in one', default: 'items' },
		[
			{ name: 'An Item for Each Difference', value: 'items', description: 'None if there is none' },
			{
				name: 'One Report',
				value: 'report',
				description: 'One item with counts and a report in Markdown',
			},
		],
	),
	...compared({
		...columns,
		clear: { ...tableFields.clear, hint: 'Values that the endpoint must not have' },
	}),
	...f.inGroup('filters', {
		managedTags: f.pickNames(
			{
				label: 'With One of the Tags',
				hint: 'Only endpoints with one of these tags are reported as unmanaged',
			},
			'tag',
			f.list({ label: 'Tags', hint: '' }, NAMES_RULE, (s) =>
				s.textSchema(NAMES_RULE, (v) => v.trim() !== ''),
			).schema,
		),
		managedName: f.text({
			label: 'With a Name Like',
			hint: 'Only endpoints with such a name are reported as unmanaged; * stands for any text',
			placeholder: 'pump-*',
		}),
		managedStatus: f.choice(
			{
				label: 'With the Status',
				hint: 'Only endpoints with this status are reported as unmanaged',
				default: 0,
			},
			{ Disabled: 1, Enabled: 0 },
		),
	}),
	...f.inGroup('options', {
		findWho: f.flag({
			label: 'Find Who Did It',
			hint: 'Whether to look in the events of the last 30 days for who changed a status or a SIM; takes a request for 100 events',
			default: true,
		}),
		unmanaged: f.flag({
			label: 'Report Unmanaged',
			hint: 'Whether to report endpoints that are not in the table; Filters limit which ones',
			default: true,
		}),
	}),
	emptyCells: tableFields.emptyCells,
	tagChange: {
		...tableFields.tagChange,
		hint: 'Whether an endpoint may have more tags than those of its row',
		control: {
			kind: 'choice' as const,
			choices: [
				{
					name: 'Add',
					value: 'add',
					description: 'Tags beside those of the row are no difference',
				},
				{
					name: 'Exactly These',
					value: 'exact',
					description: 'A tag beside those of the row is a difference',
				},
			],
		},
	},
	...includeInput,
};
type DriftInput = InputOf<typeof driftFields>;

/** The options that must be the same for all rows. */
export const SHARED_OPTIONS = [
	'output',
	'managedTags',
	'managedName',
	'managedStatus',
	'findWho',
	'tagChange',
	'unmanaged',
] as const;
export type DriftOptions = Pick<DriftInput, (typeof SHARED_OPTIONS)[number]>;

export const driftRules = [
	notBothGivenAndCleared,
	rule<Input>('filters are for endpoints that are not in the table', (input) => {
		const given = ['managedTags', 'managedName', 'managedStatus'].find(
			(field) => input[field] !== undefined,
		);
		return input.unmanaged === false && given !== undefined
			? { field: given, rule: 'needs {unmanaged}' }
			: undefined;
	}),
];
