import type { Fields, Input, Rule } from '../../table/define';
import { endpointFilters } from '../../table/entries/endpoint/endpointFilters';
import * as f from '../../table/fields';
import { flatOption } from '../../table/filters';
import { pollTimes, timeFields } from '../feed/form';
import type { FormReader } from '../runtime/definition';
import { CHANGE_NAMES, type QuotaEvent } from './changes';
import type { Scope } from './source';

/* Fields of the quota trigger's form, and their checked values. */

/** Choices of changes, with how each is seen. */
const changeChoices = (descriptions: Partial<Record<QuotaEvent, string>>) =>
	(Object.entries(descriptions) as Array<[QuotaEvent, string]>).map(([value, description]) => ({
		name: CHANGE_NAMES[value],
		value,
		description,
	}));

/** The source of changes, and the chosen ones. */
export const quotaChoiceFields = {
	quota: f.choice({ label: 'Quota', hint: 'The quotas to watch', default: 'sms' }, [
		{ name: 'Data', value: 'data', description: 'Volumes in MB' },
		{ name: 'SMS', value: 'sms', description: 'Numbers of messages' },
	]),
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
		changeChoices({
			statusChanged: 'Also a quota that is set for the first time, or deleted',
			blocked: 'The endpoint is denied service',
			unblocked: 'The endpoint gets service again',
			activeAgain: 'It was exhausted or expired before',
			exhausted: 'Nothing is left of the volume',
			expired: 'Its expiry date has passed',
			thresholdReached:
				'The volume has fallen to the threshold volume, or to the percentage of the last volume added',
		}),
	),
	feedEvents: f.choices(
		{
			label: 'Events',
			hint: 'Changes that start the workflow. Expired SMS quotas and unblocked endpoints are not in the feed; use the source Status for those.',
			default: ['exhausted'],
			showWhen: { source: ['eventFeed'] },
		},
		changeChoices({
			statusChanged: 'Quota used up, assigned or deleted',
			blocked: 'Event type 11',
			activeAgain: 'A quota was assigned, event type 58 (data: 56)',
			exhausted: 'Event type 21 (data: 19)',
			expired: 'Data quotas only, event type 60',
			thresholdReached: 'Event type 20 (data: 18)',
		}),
	),
};

/** Filters of endpoints; blocked ones are found by an event, not by a filter. */
export const endpointFilterFields = Object.fromEntries(
	Object.entries(endpointFilters).filter(([name]) => name !== 'blocked'),
) as Fields;

const chosenIn = ({ events, feedEvents }: Input) => (events ?? feedEvents) as QuotaEvent[];

const someChange: Rule = (input) =>
	chosenIn(input).length === 0
		? { field: 'events', rule: 'must hold at least one event' }
		: undefined;

/** For SMS quotas that expire, the feed has only a type whose events are not documented. */
const inFeed: Rule = ({ quota, source, feedEvents }) =>
	quota === 'sms' && source === 'eventFeed' && (feedEvents as QuotaEvent[]).includes('expired')
		? {
				field: 'feedEvents',
				rule: 'must not hold "Quota Expired" for quotas of SMS, which the feed does not have: choose the source Status',
			}
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
	...flatOption,
};

/** Reads the form, but for the endpoints to watch. @throws InputError */
export function pollOptionsOf(read: FormReader) {
	const input = read.fields({ ...quotaChoiceFields, ...optionFields }, [someChange, inFeed]);
	return {
		quota: input.quota,
		source: input.source,
		events: new Set(chosenIn(input)),
		emitCurrent: input.emitCurrent === true,
		flat: input.flat === true,
		...pollTimes(input),
	};
}

/** The checked form. */
export type QuotaForm = ReturnType<typeof pollOptionsOf> & { scope: Scope };
