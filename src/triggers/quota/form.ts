import type { Fields, Input, Rule } from '../../operations/define';
import { endpointFilters } from '../../operations/endpointFilters';
import * as f from '../../operations/fields';
import { pollTimes, timeFields } from '../feed/form';
import type { QuotaEvent } from './changes';
import type { PollOptions } from './poll';

/* Fields of the quota trigger's form, and their checked values. */

/** The source of changes, and the chosen ones. */
export const quotaChoiceFields = {
	source: f.choice({ label: 'Source', hint: 'Where changes are detected', default: 'status' }, [
		{
			name: 'Event Feed',
			value: 'eventFeed',
			description:
				'Reads the events that the service has recorded since the last poll; suits fleets of any size',
		},
		{
			name: 'Status',
			value: 'status',
			description:
				'Reads the quota of every watched endpoint in each poll (about 50 per second) and compares it',
		},
	]),
	events: f.choices(
		{
			label: 'Events',
			hint: 'Changes that start the workflow',
			default: ['exhausted'],
			showWhen: { source: ['status'] },
		},
		[
			{
				name: 'Any Status Change',
				value: 'statusChanged',
				description: 'Also a quota that is set for the first time, or deleted',
			},
			{ name: 'Endpoint Blocked', value: 'blocked', description: 'The endpoint is denied service' },
			{
				name: 'Endpoint Unblocked',
				value: 'unblocked',
				description: 'The endpoint gets service again',
			},
			{
				name: 'SMS Quota Active Again',
				value: 'activeAgain',
				description: 'It was exhausted or expired before',
			},
			{
				name: 'SMS Quota Exhausted',
				value: 'exhausted',
				description: 'Nothing is left of the volume',
			},
			{ name: 'SMS Quota Expired', value: 'expired', description: 'Its expiry date has passed' },
			{
				name: 'SMS Quota Threshold Reached',
				value: 'thresholdReached',
				description:
					'The volume has fallen to the threshold volume, or to the percentage of the last volume added',
			},
		],
	),
	feedEvents: f.choices(
		{
			label: 'Events',
			hint: 'Changes that start the workflow. Expired quotas and unblocked endpoints are not in the feed; use the source Status for those.',
			default: ['exhausted'],
			showWhen: { source: ['eventFeed'] },
		},
		[
			{
				name: 'Any Status Change',
				value: 'statusChanged',
				description: 'Quota used up, assigned or deleted',
			},
			{ name: 'Endpoint Blocked', value: 'blocked', description: 'Event type 11' },
			{
				name: 'SMS Quota Active Again',
				value: 'activeAgain',
				description: 'A quota was assigned, event type 58',
			},
			{ name: 'SMS Quota Exhausted', value: 'exhausted', description: 'Event type 21' },
			{
				name: 'SMS Quota Threshold Reached',
				value: 'thresholdReached',
				description: 'Event type 20',
			},
		],
	),
};

/** Filters of endpoints; blocked ones are found by an event, not by a filter. */
export const endpointFilterFields = Object.fromEntries(
	Object.entries(endpointFilters).filter(([name]) => name !== 'blocked'),
) as Fields;

const chosenIn = ({ events, feedEvents }: Input) => (events ?? feedEvents) as QuotaEvent[];

export const someChange: Rule = (input) =>
	chosenIn(input).length === 0
		? { field: 'events', rule: 'must hold at least one event' }
		: undefined;

/** Options of polls. */
export const optionFields = {
	...f.inGroup('options', {
		emitCurrent: f.flag({
			label: 'Emit Current State',
			hint: 'Whether the first poll emits endpoints that are already in a chosen state, instead of only remembering them. Only for the source Status.',
		}),
	}),
	...timeFields,
};

/** Checked values of {@link quotaChoiceFields} and {@link optionFields}. */
export const pollOptionsOf = (input: Input) => ({
	source: input.source as PollOptions['source'],
	events: new Set(chosenIn(input)),
	emitCurrent: input.emitCurrent === true,
	...pollTimes(input),
});
