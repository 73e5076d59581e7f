import { filterFields } from '../../table/entries/push/dataStreamFields';
import * as f from '../../table/fields';
import { flatOption } from '../../table/filters';
import { at } from '../../table/reading';
import { catchUpField } from '../runtime/catchUp';
import type { FormReader } from '../runtime/definition';
import { privateAddress } from '../runtime/reachable';
import { afterCrashField } from '../runtime/store';
import type { RecordKind, StreamRecord } from './record';
import type { UsageRule } from './usage';
import { USAGE_EVENTS } from './usageFields';

/* Fields of the stream trigger's form, and their checked values. */

export const STREAM_EVENTS = [
	{
		name: 'Event Received',
		value: 'events',
		action: 'On service event',
		description: 'Any event: connections, SIMs, quotas, limits',
		kinds: ['event'],
	},
	{
		name: 'Record Received',
		value: 'records',
		action: 'On usage record or event',
		description: 'Any record that a data stream pushes',
		kinds: ['event', 'usage'],
	},
	{
		name: 'Usage Record Received',
		value: 'usage',
		action: 'On usage record',
		description: 'Usage of a SIM since its last record: data every 45 seconds, or an SMS',
		kinds: ['usage'],
	},
	...USAGE_EVENTS.map((event) => ({ ...event, kinds: ['usage'] as const })),
] as const;

type StreamEvent = (typeof STREAM_EVENTS)[number]['value'];

/** Options; the operations on data streams check them by their own rules. */
export const options = f.inGroup('options', {
	afterCrash: afterCrashField,
	catchUpHours: catchUpField(
		'events that the service has sent to an n8n that was starting, and that no run got: those of the event feed that this trigger does not remember. They have "caught_up": true. For registered streams of events; the service has no such list of usage records.',
		24,
	),
	size: f.number(
		{
			label: 'Records per Request',
			hint: 'How many records a registered stream sends at most in one request. 10,000 events are about 10 MB; n8n accepts 16 MB (N8N_PAYLOAD_SIZE_MAX).',
			default: 500,
		},
		{ min: 1, max: 10_000 },
	),
	unpublished: f.choice<'delete' | 'pause'>(
		{
			label: 'When Unpublished',
			hint: 'How to handle a registered stream, also between two versions of the workflow',
			default: 'delete',
		},
		[
			{
				name: 'Delete Stream',
				value: 'delete',
				description: 'Records that were not delivered yet are lost',
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
			hint: 'How to handle a registered stream that the service has stopped because n8n was out of reach for long. Checked every five minutes, with a look at its address and its state: a stream that pushes to another n8n is told, too (event streamAtAnotherAddress), and so is one that is paused (event streamPaused).',
			default: 'restart',
		},
		[
			{ name: 'Do Nothing', value: 'nothing', description: 'The stream is not checked' },
			{ name: 'Restart', value: 'restart', description: "Restart it and write to n8n's log" },
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
	pauseWhileStopped: f.flag({
		label: 'Pause While n8n Stops',
		hint: 'Whether to pause the registered stream when n8n stops gracefully, and to resume it when n8n is ready again, so that no record comes to an n8n that is starting. Meanwhile its name ends in "(paused by n8n)", and a stream that is paused without that is left so. Nothing is paused where another process of n8n answers at the address. An n8n that never comes back leaves it paused, and its records are lost after 7 days.',
	}),
	streamName: f.text({
		label: 'Stream Name',
		hint: 'Name of the registered stream, followed by "(usage)" or "(events)". Defaults to the name of the workflow. Publishing fails if another stream has this name.',
		placeholder: 'n8n fleet',
	}),
	...filterFields,
	...flatOption,
});

/** Whether an event is computed from usage sums. */
export const isUsageEvent = (event: StreamEvent): event is UsageRule['event'] =>
	USAGE_EVENTS.some(({ value }) => value === event);

/** The part of the checked form that every call needs. */
export function streamForm(read: FormReader) {
	const event = read.value('event', 'records') as StreamEvent;
	const kinds: readonly RecordKind[] =
		STREAM_EVENTS.find(({ value }) => value === event)?.kinds ?? [];
	const registers = read.value('registerStream', true) === true;
	const verification = registers ? 'own' : read.value('verification', 'secret');
	return {
		event,
		kinds,
		registers,
		verification: verification as 'own' | 'secret' | 'none',
		simplify: read.value('simplify', true) === true,
	};
}

export const optionsIn = (read: FormReader) => read.fields(options);

/** The selected kinds of records; a stream made by hand may send others. @throws InputError */
export function wantedBy(read: FormReader): (record: StreamRecord) => boolean {
	const { kinds } = streamForm(read);
	const { eventTypeIds, alertsOnly } = optionsIn(read);
	return ({ kind, entity }) => {
		if (!kinds.includes(kind)) return false;
		if (kind === 'usage') return true;
		const isOfType =
			!eventTypeIds?.length || eventTypeIds.includes(Number(at(entity, 'event_type.id')));
		return isOfType && (alertsOnly !== true || Number(entity.alert) === 1);
	};
}
