import type { Fields, Input, InputOf } from '../../operations/define';
import * as f from '../../operations/fields';
import type { Per } from './usageRecord';
import type { Span } from './usageSums';
import type { UsageRule } from './usage';

/* What a form asks for, for the two usage events. */

/** The two events, with the words of the node panel in `action`. */
export const USAGE_EVENTS = [
	{
		name: 'Usage Above a Limit',
		value: 'usageAboveLimit',
		description: 'More data in an hour, a day or a month than a limit; told once in each',
		action: 'On usage above a limit',
	},
	{
		name: 'Usage Spike',
		value: 'usageSpike',
		description: 'A day with several times the data of the days before; told once a day',
		action: 'On a usage spike',
	},
] as const;

const ofBoth = {
	usageOf: f.choice<Per>(
		{
			label: 'Usage Of',
			hint: 'Whose usage is added up; an endpoint counts under each of its tags',
		},
		[
			{ name: 'Each Endpoint', value: 'endpoint' },
			{ name: 'Each ICCID', value: 'iccid' },
			{ name: 'Each Tag', value: 'tag' },
		],
	),
	usageCalendar: f.choice<'utc' | 'workflow'>(
		{
			label: 'Calendar',
			hint: 'Where days and months begin: the statistics and quotas of the service go by UTC',
		},
		[
			{ name: 'UTC', value: 'utc' },
			{ name: 'Timezone of the Workflow', value: 'workflow' },
		],
	),
};
const ofLimits = {
	usageWindow: f.choice<Span>(
		{ label: 'Within', hint: 'Hour, day or month of the calendar', default: 'day' },
		[
			{ name: 'A Day', value: 'day' },
			{ name: 'A Month', value: 'month' },
			{ name: 'An Hour', value: 'hour' },
		],
	),
	usageLimit: f.number(
		{
			label: 'Limit (MB)',
			hint: 'What is above it is told, sent and received data together',
			default: 100,
		},
		{ min: 0, decimals: 6 },
	),
};
const ofSpikes = {
	spikeFactor: f.number(
		{ label: 'Times the Mean', hint: 'A day above so many times the mean is a spike', default: 3 },
		{ min: 1, decimals: 2 },
	),
	spikeDays: f.number(
		{ label: 'Days of the Mean', hint: 'How many days before make the mean', default: 7 },
		{ min: 1, max: 31 },
	),
	spikeMinimum: f.number(
		{ label: 'Minimum (MB)', hint: 'A day with less than this is no spike', default: 1 },
		{ min: 0, decimals: 6 },
	),
};

const BOTH = USAGE_EVENTS.map(({ value }) => value);

/** The fields in the order of the form, and for which events they are. */
export const USAGE_FIELDS: ReadonlyArray<{ events: Array<UsageRule['event']>; fields: Fields }> = [
	{ events: BOTH, fields: { usageOf: ofBoth.usageOf } },
	{ events: ['usageAboveLimit'], fields: ofLimits },
	{ events: ['usageSpike'], fields: ofSpikes },
	{ events: BOTH, fields: { usageCalendar: ofBoth.usageCalendar } },
];

type UsageInput = InputOf<typeof ofBoth & typeof ofLimits & typeof ofSpikes>;

/** The rule of an event, from its checked fields. `zone`: IANA name of the workflow's timezone. */
export function usageRule(event: UsageRule['event'], input: Input, zone: string): UsageRule {
	const given = input as UsageInput;
	const common = {
		per: given.usageOf,
		zone: given.usageCalendar === 'workflow' ? zone : 'UTC',
	};
	if (event === 'usageAboveLimit') {
		return { event, ...common, span: given.usageWindow, limit: given.usageLimit };
	}
	const { spikeFactor: factor, spikeDays: days, spikeMinimum: minimum } = given;
	return { event, ...common, factor, days, minimum };
}
