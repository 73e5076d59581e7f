import type { INodeProperties } from 'n8n-workflow';
import { filterFields } from '../../src/operations/dataStreamFields';
import * as f from '../../src/operations/fields';
import { privateAddress } from '../../src/triggers/addressField';
import { USAGE_EVENTS, USAGE_FIELDS } from '../../src/triggers/stream/usageFields';
import type { UsageRule } from '../../src/triggers/stream/usage';
import { authentication } from './authentication';
import { property } from './properties';
import { notice, show, triggerForm, verification } from './triggerForm';

/* The form of the stream trigger. */

export const EVENTS = [
	{
		name: 'Event Received',
		value: 'events',
		action: 'On an event of the service',
		description: 'Any event: connections, SIMs, quotas, limits',
		kinds: ['event'],
	},
	{
		name: 'Record Received',
		value: 'records',
		action: 'On a record of usage or an event',
		description: 'Whatever a data stream pushes',
		kinds: ['event', 'usage'],
	},
	{
		name: 'Usage Record Received',
		value: 'usage',
		action: 'On a usage record',
		description: 'What a SIM has used since its last record: data every 45 seconds, or an SMS',
		kinds: ['usage'],
	},
	...USAGE_EVENTS.map((event) => ({ ...event, kinds: ['usage'] as const })),
] as const;

export type StreamEvent = (typeof EVENTS)[number]['value'];

const isRegistered = { registerStream: [true] };
const isByHand = { registerStream: [false] };

/** Checked by the rules of the operations on data streams. */
export const options = f.inGroup('options', {
	size: f.number(
		{
			label: 'Records in a Request',
			hint: 'The most that a registered stream sends at once; 10,000 events are about 10 MB, and n8n takes 16 MB (N8N_PAYLOAD_SIZE_MAX)',
			default: 500,
		},
		{ min: 1, max: 10_000 },
	),
	unpublished: f.choice<'delete' | 'pause'>(
		{
			label: 'When Unpublished',
			hint: 'What becomes of a registered stream; also between two versions of the workflow',
			default: 'delete',
		},
		[
			{
				name: 'Delete Stream',
				value: 'delete',
				description: 'What was not delivered yet is not delivered any more',
			},
			{
				name: 'Pause Stream',
				value: 'pause',
				description: 'Its records wait for the next publication, for up to 7 days',
			},
		],
	),
	inError: f.choice<'restart' | 'tell' | 'both' | 'nothing'>(
		{
			label: 'When the Stream Is in Error',
			hint: 'What becomes of a registered stream that the service has stopped, because n8n was out of reach for long; looked at every five minutes',
			default: 'restart',
		},
		[
			{ name: 'Do Nothing', value: 'nothing', description: 'It is not looked at' },
			{ name: 'Restart', value: 'restart', description: "Said in n8n's log" },
			{
				name: 'Restart and Start the Workflow',
				value: 'both',
				description: 'With an item whose event is streamInError',
			},
			{
				name: 'Start the Workflow',
				value: 'tell',
				description: 'With an item whose event is streamInError; the stream stays in error',
			},
		],
	),
	allowPrivate: privateAddress,
	streamName: f.text({
		label: 'Stream Name',
		hint: 'Name of a registered stream, with "(usage)" or "(events)" behind it; that of the workflow unless given. Where a stream of somebody else has it, publishing is refused.',
		placeholder: 'n8n fleet',
	}),
	...filterFields,
});

/** The events that add usage up. */
export const isUsageEvent = (event: StreamEvent): event is UsageRule['event'] =>
	USAGE_EVENTS.some(({ value }) => value === event);

export const streamTriggerForm: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'records',
		description: 'What starts the workflow; one run gets the whole list of a request as items',
		options: EVENTS.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
	},
	...triggerForm(USAGE_FIELDS.map(({ events, fields }) => ({ fields, show: { event: events } }))),
	{
		...authentication,
		description:
			'The account is needed for Register Stream. Where its credential shares limits over a Redis, what has arrived is known there too: once for all processes of n8n, and over their restarts.',
	},
	{
		displayName: 'Register Stream',
		name: 'registerStream',
		type: 'boolean',
		default: true,
		noDataExpression: true,
		description:
			'Whether to create the data stream at the service when the workflow is published, with a secret of its own, and to take it back when it is unpublished',
	},
	notice(
		'registerNotice',
		'Publishing creates the data stream to the <b>production</b> address and waits until it runs. It sends from then on; the past is not sent. "Execute step" creates another one to the <b>test</b> address for as long as it listens.',
		show(isRegistered),
	),
	{
		...verification({
			name: 'Secret',
			description: 'Calls without the secret of the credential get 401 and start nothing',
		}),
		// Not by `show`: n8n hides what that names in a field that credentials depend on.
		displayOptions: { hide: isRegistered },
	},
	notice(
		'byHandNotice',
		'Create a data stream of type RestAPI with the <b>production</b> address above as its URL, and <code>X-Stream-Secret:</code> with the secret of the credential behind it, without a blank, under its headers.',
		show(isByHand),
	),
	{
		...property('simplify', f.simplify),
		...show({ event: EVENTS.map(({ value }) => value).filter((event) => !isUsageEvent(event)) }),
	},
	...triggerForm([{ fields: options }]),
];
