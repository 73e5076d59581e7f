import { InputError } from '../../errors';
import type { By, Input, InputOf } from '../../table/define';
import * as f from '../../table/fields';
import { includeInput } from '../../table/outcomes';
import { rule } from '../../table/rules';
import {
	bareNameField,
	changeFields,
	notBothGivenAndCleared,
} from '../../table/entries/endpoint/endpointFields';
import { resetRule, waveFields, waveRule } from './waveForm';

/* The form of a table: its columns, and the options that all rows share. */

const MOST_RULE = 'must be a number of rows, or a share such as 5%';

const quota = (label: string, unit: string, most: number) =>
	f.unchosen(
		f.number(
			{ label, hint: `${unit} the endpoint is given; what it has used since is not given back` },
			{ min: 0, max: most, decimals: 6 },
		),
	);

/** Ways to say which endpoints a row is about, beside the ID. */
const ROW_KEYS: By[] = ['iccid', 'imei', 'name', 'tag'];

/** The endpoint of a row, or by a tag all endpoints that have it. */
const rowEndpoint = f.checkedBy(
	{
		...f.body('id', f.endpointId),
		hint: 'ICCID, IMEI or name must match exactly one; a tag stands for all that have it',
		saidOnce: false,
		control: { kind: 'locator', lookup: 'endpoint', alsoBy: ROW_KEYS },
	},
	(s) => s.refSchema(s.wholeOrIdSchema('endpoint'), ROW_KEYS, false),
);

const createMissing = f.checkedBy<boolean | undefined>(
	f.flag({
		label: 'Create What Is Missing',
		hint: 'Whether to create endpoints and tags that are not there; new endpoints need both profiles',
	}),
	(s) => s.flagSchema.optional(),
);

/** A profile that new endpoints get, unless their row names one. */
const profileOfNew = (label: string, lookup: 'serviceProfile' | 'tariffProfile') =>
	f.pick(
		{
			label: `${label} of New Endpoints`,
			hint: 'For rows that name none; needed for each endpoint that is created',
			showWhen: { createMissing: [true] },
		},
		lookup,
	);

export const tableFields = {
	endpointId: rowEndpoint,
	dryRun: f.dryRunFlag('Whether to only show what would change'),
	createMissing,
	...f.inGroup('newEndpoints', {
		newServiceProfileId: profileOfNew('Service Profile', 'serviceProfile'),
		newTariffProfileId: profileOfNew('Tariff Profile', 'tariffProfile'),
	}),
	...f.inGroup('updateFields', {
		name: bareNameField,
		status: changeFields.status,
		tagAssignments: { ...changeFields.tagAssignments, hint: 'By name; see Tag Change' },
		simId: { ...changeFields.simId, columnBy: 'iccid' as const },
		serviceProfileId: changeFields.serviceProfileId,
		tariffProfileId: changeFields.tariffProfileId,
		imei: f.checkedBy(changeFields.imei, (s) => s.imeiToCompleteSchema.optional()),
		imeiLock: changeFields.imeiLock,
		dataQuota: quota('Data Quota', 'MB', 1_000_000),
		smsQuota: quota('SMS Quota', 'SMS', 100_000),
		quotaExpiryDate: f.dateTime({
			label: 'Quota Expiry Date',
			hint: 'When both quotas expire; required for a new quota',
		}),
		clear: f.choices({ label: 'Clear', hint: 'Values to clear; for columns use Empty Cells' }, [
			{ name: 'Data Quota', value: 'dataQuota' },
			{ name: 'Name', value: 'name' },
			{ name: 'SIM', value: 'simId' },
			{ name: 'SMS Quota', value: 'smsQuota' },
			{ name: 'Tags', value: 'tagAssignments' },
		]),
	}),
	...f.inGroup('options', {
		emptyCells: f.choice(
			{ label: 'Empty Cells', hint: 'What an empty cell of a column means', default: 'leave' },
			[
				{ name: 'Clear', value: 'clear', description: 'The endpoint has none' },
				{ name: 'Leave as It Is', value: 'leave', description: 'Keep the current value' },
			],
		),
		ignoreUnknownColumns: f.flag({
			label: 'Ignore Unknown Columns',
			hint: 'Whether to accept columns that are none of the known ones; otherwise they are refused',
			default: true,
		}),
		mostChanges: f.text(
			{
				label: 'Maximum Changes',
				hint: 'Number or share of rows that may change. If more would change, nothing is applied.',
				placeholder: '5%',
			},
			MOST_RULE,
			(v) => /^\d+(\.\d+)?( ?%)?$/.test(v.trim()),
		),
		notInTable: f.choice(
			{
				label: 'Endpoints Not in the Table',
				hint: 'What to do with endpoints that are not in the table; they are never deleted',
				default: 'leave',
			},
			[
				{ name: 'Disable', value: 'disable' },
				{ name: 'Leave', value: 'leave' },
				{ name: 'Suspend Its SIM', value: 'suspend' },
			],
		),
		simActivate: f.flag({
			label: 'Activate SIM',
			hint: 'Whether to activate SIMs on assignment; an activated SIM is billed',
			default: true,
		}),
		tagChange: f.choice(
			{ label: 'Tag Change', hint: 'How the tags of a row are applied', default: 'exact' },
			[
				{
					name: 'Add',
					value: 'add',
					description: 'Add the tags of the row to the existing ones',
				},
				{ name: 'Exactly These', value: 'exact', description: 'Remove all other tags' },
			],
		),
	}),
	...waveFields,
	...includeInput,
};

/** The options that must be the same for all rows, in the order in which they are compared. */
export const SHARED_OPTIONS = [
	'dryRun',
	'createMissing',
	'newServiceProfileId',
	'newTariffProfileId',
	'tagChange',
	'notInTable',
	'mostChanges',
	'simActivate',
	'waveSize',
	'wavePause',
	'waveCondition',
	'waveMinutes',
	'wavePutBack',
	'waveReset',
	'waveSilent',
	'waveAccept',
] as const;
/** How the whole table is applied. */
export type TableOptions = Pick<InputOf<typeof tableFields>, (typeof SHARED_OPTIONS)[number]>;

/** The error of a column or an option, under its label. */
export const tableError = (field: keyof typeof tableFields, fault: string): InputError =>
	new InputError(field, fault, tableFields[field].label);

/** A quota's date needs a quota. */
const dateNeedsQuota = rule<Input>('{quotaExpiryDate} needs a quota', (input) =>
	input.quotaExpiryDate !== undefined &&
	input.dataQuota === undefined &&
	input.smsQuota === undefined
		? { field: 'quotaExpiryDate', rule: 'needs {dataQuota} or {smsQuota}' }
		: undefined,
);

/** A table that was cut off would disable the rest of the fleet. */
const cutOffRule = rule<Input>(
	'{notInTable} needs {mostChanges}, unless it leaves them',
	(input) =>
		['disable', 'suspend'].includes(String(input.notInTable)) && input.mostChanges === undefined
			? {
					field: 'mostChanges',
					rule: 'must be given with {notInTable}: a table that was cut off would switch off the rest of the fleet',
				}
			: undefined,
);

/** The call of an agent is one row, and what is missing in one row is the rest of the fleet. */
const wholeTableRule = rule<Input>(
	'{notInTable} leaves the endpoints where an agent calls',
	({ notInTable = 'leave' }) =>
		notInTable === 'leave'
			? undefined
			: {
					field: 'notInTable',
					rule: 'must be Leave in the tool of an agent: its call is one row, and no whole table',
				},
);

export const tableToolRules = [wholeTableRule];

export const tableRules = [dateNeedsQuota, notBothGivenAndCleared, cutOffRule, waveRule, resetRule];
