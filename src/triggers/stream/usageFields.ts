import { USUAL_SMS_AN_HOUR } from '../../fleet/loops';
import type { Fields, InputOf } from '../../table/define';
import * as f from '../../table/fields';
import type { FormReader } from '../runtime/definition';
import type { Per, UsageRule } from './usage';
import type { UsageSpan } from './usageSums';

/* Fields of the form for the events that usage records make. */

/** The events, with the words of the node panel in `action`. */
export const USAGE_EVENTS = [
	{
		name: 'SMS Loop',
		value: 'smsLoop',
		description: 'A device sends SMS again and again within an hour. Emitted once per hour.',
		action: 'On SMS loop',
	},
	{
		name: 'Usage Above a Limit',
		value: 'usageAboveLimit',
		description: 'More data in an hour, day or month than a limit. Emitted once per period.',
		action: 'On usage above limit',
	},
	{
		name: 'Usage Spike',
		value: 'usageSpike',
		description: 'A day with several times the data of the days before. Emitted once per day.',
		action: 'On usage spike',
	},
] as const;

const ofSum = {
	usageOf: f.choice<Per>(
		{
			label: 'Usage Of',
			hint: 'What usage is added up for. An endpoint counts under each of its tags.',
		},
		[
			{ name: 'Each Endpoint', value: 'endpoint' },
			{ name: 'Each ICCID', value: 'iccid' },
			{ name: 'Each Tag', value: 'tag' },
		],
	),
};
const ofCalendar = {
	usageCalendar: f.choice<'utc' | 'workflow'>(
		{
			label: 'Calendar',
			hint: 'When days and months begin. Statistics and quotas of the service use UTC.',
		},
		[
			{ name: 'UTC', value: 'utc' },
			{ name: 'Timezone of the Workflow', value: 'workflow' },
		],
	),
};
const ofLimits = {
	usageWindow: f.choice<UsageSpan>(
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
			hint: 'Usage above this amount starts the workflow. Sent and received data count together.',
			default: 100,
		},
		{ min: 0, decimals: 6 },
	),
};
const ofSpikes = {
	spikeFactor: f.number(
		{
			label: 'Multiple of Average',
			hint: 'A day above this multiple of the average is a spike',
			default: 3,
		},
		{ min: 1, decimals: 2 },
	),
	spikeDays: f.number(
		{ label: 'Days in Average', hint: 'How many previous days the average covers', default: 7 },
		{ min: 1, max: 31 },
	),
	spikeMinimum: f.number(
		{ label: 'Minimum (MB)', hint: 'A day with less data than this is never a spike', default: 1 },
		{ min: 0, decimals: 6 },
	),
};

const ofMessages = {
	smsAnHour: f.number(
		{
			label: 'SMS an Hour',
			hint: 'As many SMS sent in an hour of the calendar, or more, are a loop. Received ones do not count.',
			default: USUAL_SMS_AN_HOUR,
		},
		{ min: 2 },
	),
};

const ALL = USAGE_EVENTS.map(({ value }) => value);
const OF_DATA = ALL.filter((event) => event !== 'smsLoop');

/** The fields in the order of the form, and for which events they are. */
export const USAGE_FIELDS: ReadonlyArray<{ events: Array<UsageRule['event']>; fields: Fields }> = [
	{ events: ALL, fields: ofSum },
	{ events: ['usageAboveLimit'], fields: ofLimits },
	{ events: ['usageSpike'], fields: ofSpikes },
	{ events: ['smsLoop'], fields: ofMessages },
	{ events: OF_DATA, fields: ofCalendar },
];

const commonRule = (
	{ usageOf: per, usageCalendar }: InputOf<typeof ofSum & typeof ofCalendar>,
	read: FormReader,
) => ({ per, zone: usageCalendar === 'workflow' ? read.zone() : 'UTC' });

/** The rule of a usage event. @throws InputError */
export function usageRuleIn(read: FormReader, event: UsageRule['event']): UsageRule {
	if (event === 'usageAboveLimit') {
		const given = read.fields({ ...ofSum, ...ofLimits, ...ofCalendar });
		const { usageWindow: span, usageLimit: limit } = given;
		return { event, ...commonRule(given, read), span, limit };
	}
	if (event === 'smsLoop') {
		const { usageOf: per, smsAnHour: limit } = read.fields({ ...ofSum, ...ofMessages });
		return { event, per, zone: 'UTC', span: 'hour', limit };
	}
	const given = read.fields({ ...ofSum, ...ofSpikes, ...ofCalendar });
	const { spikeFactor: factor, spikeDays: days, spikeMinimum: minimum } = given;
	return { event, ...commonRule(given, read), factor, days, minimum };
}
