import type { InputOf } from '../../../table/define';
import * as f from '../../../table/fields';

/* Fields of the form for days in countries. */

/** The longest window: two years, with a leap day. */
const MOST_WINDOW_DAYS = 731;

const columns = {
	country: f.becoming(
		f.givenText({
			label: 'Country',
			hint: 'Where days are counted: name, ISO code or MCC',
			placeholder: 'BR',
		}),
		(country) => country.trim().toLowerCase(),
	),
	days: f.number(
		{ label: 'Days', hint: 'The number of days that reaches the limit', default: 91 },
		{ min: 1, max: MOST_WINDOW_DAYS },
	),
	windowDays: f.number(
		{ label: 'Window (Days)', hint: 'Within how many days, today included', default: 120 },
		{ min: 1, max: MOST_WINDOW_DAYS },
	),
	countedBy: f.choice<'imei' | 'sim'>(
		{
			label: 'Counted By',
			hint: 'IMEI: a device keeps its days with another SIM. SIM: it keeps them in another device.',
		},
		{ IMEI: 'imei', SIM: 'sim' },
	),
};

const misfit = ({ days, windowDays }: InputOf<typeof columns>) =>
	days > windowDays ? `Days (${days}) must not exceed Window (${windowDays})` : undefined;

const RULES_RULE = 'must have at least one rule: country, days, windowDays, countedBy';
const table = { row: 'Rule', columns };

export const roamingFields = {
	roamingRulesFrom: f.choice(
		{ label: 'Rules From', hint: 'Where the rules stand. None are built in: laws change.' },
		[
			{ name: 'Table Below', value: 'table' },
			{
				name: 'Expression',
				value: 'list',
				description: 'A list of objects, such as rows of a Data Table',
			},
		],
	),
	roamingRules: {
		...f.rows(
			{
				label: 'Rules',
				hint: 'Each is a number of days in a country, within a window that ends today',
				showWhen: { roamingRulesFrom: ['table'] },
			},
			table,
			misfit,
		),
		rule: RULES_RULE,
	},
	roamingRuleList: {
		...f.rows(
			{
				label: 'List of Rules',
				hint: 'By an expression, such as the rows of a Data Table: objects with country, days, window_days and counted_by (imei or sim)',
				showWhen: { roamingRulesFrom: ['list'] },
				default: '[]',
			},
			table,
			misfit,
		),
		control: { kind: 'json' as const },
		rule: RULES_RULE,
	},
	roamingWarnDays: f.number(
		{
			label: 'Warn Days Ahead',
			hint: 'How long before the limit is reached, if the device goes on as before',
			default: 21,
		},
		{ min: 0, max: MOST_WINDOW_DAYS },
	),
	roamingCalendar: f.choice<'workflow' | 'utc'>(
		{
			label: 'Days Of',
			hint: 'When a day begins. Choose a timezone of the countries in the settings of the workflow.',
		},
		[
			{ name: 'Timezone of the Workflow', value: 'workflow' },
			{ name: 'UTC', value: 'utc' },
		],
	),
};

export type RoamingInput = InputOf<typeof roamingFields>;
/** A rule as a person gives it. */
export type RoamingRule = RoamingInput['roamingRules'][number];
