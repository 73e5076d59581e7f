import type { Fields, Input, Rule } from '../../operations/define';
import { endpointFilters } from '../../operations/endpointFilters';
import * as f from '../../operations/fields';
import { pollTimes, timeFields } from '../feed/form';
import type { QuotaEvent } from './changes';
import type { PollOptions } from './poll';

/* Fields of the quota trigger's form, and what their values ask for. */

/** Where it looks, and for what. */
export const choiceFields = {
	source: f.choice({ label: 'Source', hint: 'Where changes are seen', default: 'status' }, [
		{
			name: 'Event Feed',
			value: 'eventFeed',
			description: 'Reads what the service has noted since the last poll; for fleets of any size',
		},
		{
			name: 'Status',
			value: 'status',
			description:
				'Reads the quota of every watched endpoint at every poll (about 50 a second) and compares',
		},
	]),
	events: f.choices(
		{
			label: 'Events',
			hint: 'What starts the workflow',
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
			hint: 'The feed tells nothing of expired quotas and of unblocked endpoints: those need the source Status',
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

/** Which endpoints; blocked ones are found by an event, not by a filter. */
export const filterFields = Object.fromEntries(
	Object.entries(endpointFilters).filter(([name]) => name !== 'blocked'),
) as Fields;

const chosenIn = ({ events, feedEvents }: Input) => (events ?? feedEvents) as QuotaEvent[];

export const someEvent: Rule = (input) =>
	chosenIn(input).length === 0
		? { field: 'events', rule: 'must hold at least one event' }
		: undefined;

/** How it polls. */
export const pollFields = {
	...f.inGroup('options', {
		emitCurrent: f.flag({
			label: 'Emit Current State',
			hint: 'Whether the first poll emits what already is as chosen, instead of learning it silently; source Status only',
		}),
	}),
	...timeFields,
};

/** Checked values of {@link choiceFields} and {@link pollFields}. */
export const optionsOf = (input: Input) => ({
	source: input.source as PollOptions['source'],
	events: new Set(chosenIn(input)),
	emitCurrent: input.emitCurrent === true,
	...pollTimes(input),
});
