import * as f from '../../table/fields';
import { flatOption } from '../../table/filters';
import type { FormReader } from '../runtime/definition';
import { privateAddress } from '../runtime/reachable';
import { afterCrashField } from '../runtime/store';
import type { InboxOptions } from './delivery';

/* Fields of the SMS trigger's form for the calls it takes, and their checked values. */

/** The calls that start a workflow; `action` is what the node panel calls them. */
const CALLS = [
	{
		name: 'Delivery Receipt',
		value: 'receipt',
		action: 'On SMS delivery receipt',
		description: 'An SMS to a device was delivered or has failed',
	},
	{
		name: 'SMS Received',
		value: 'sms',
		action: 'On SMS from device',
		description: 'A device has sent an SMS',
	},
];

/** The choice of calls. */
export const callbackChoiceFields = {
	events: f.choices(
		{
			label: 'Events',
			hint: 'Calls that start the workflow. The output field "type" is "sms" or "receipt".',
			default: ['sms', 'receipt'],
		},
		CALLS,
	),
};

/** How a registration meets another one. */
export const replacingFields = f.inGroup('options', {
	replaceCallback: f.flag({
		label: 'Replace Existing Callback',
		hint: 'Whether to replace another callback of the profile. It is restored when the workflow is unpublished. If off, publishing fails while there is another callback.',
	}),
});

/** The profile that a registration is about. */
export const profileFields = {
	serviceProfileId: f.pick(
		{ label: 'Service Profile', hint: 'Service profile whose endpoints send their messages here' },
		'serviceProfile',
	),
};

const idsField = (label: string, hint: string, placeholder: string) =>
	f.list(
		{ label, hint, placeholder },
		'must be whole numbers separated by commas',
		(s) => s.idSchema,
	);

/** What the check of a call's token depends on. */
export const tokenFields = f.inGroup('options', {
	maxTokenAge: f.number(
		{
			label: 'Maximum Token Age (Minutes)',
			hint: 'How long a token is accepted after it was issued. If set, tokens without an issue time are refused. If not set, tokens with an issue time are accepted for one day.',
			default: 1440,
		},
		{ min: 1, max: 525_600 },
	),
});

/** Filters, and how calls are read and kept. */
export const takingFields = {
	...f.inGroup('filters', {
		destinations: f.list(
			{
				label: 'Destination Addresses',
				hint: 'Numbers that devices send to, separated by commas. Applies to messages only. Other messages are answered with success and start nothing.',
				placeholder: '12345, 54321',
			},
			'must be addresses separated by commas',
			(s) => s.textSchema('must be an address'),
		),
		endpointIds: idsField(
			'Endpoint IDs',
			'Devices whose calls start the workflow, separated by commas',
			'10001',
		),
		organisationIds: idsField(
			'Organisation IDs',
			'Organisations whose calls start the workflow, separated by commas',
			'1001',
		),
	}),
	...f.inGroup('options', {
		afterCrash: afterCrashField,
		allowPrivate: privateAddress,
		giveUpMinutes: f.number(
			{
				label: 'Give Up After (Minutes)',
				hint: 'How long to wait for the last part of a long message. The message is given up at the next call after that.',
				default: 10,
			},
			{ min: 1, max: 1440 },
		),
		incomplete: f.choice<InboxOptions['incomplete']>(
			{
				label: 'Incomplete Messages',
				hint: 'How to handle a long message when not all of its parts arrive',
				default: 'emit',
			},
			[
				{ name: 'Drop', value: 'drop' },
				{
					name: 'Emit',
					value: 'emit',
					description: 'Emit it with "complete": false and a list of the missing parts',
				},
			],
		),
		reading: f.choice<InboxOptions['reading']>(
			{
				label: 'Payload Encoding',
				hint: 'How text is read from payloads that are not plain text. The field "payload" always holds the original.',
				default: 'auto',
			},
			[
				{
					name: 'Detect Automatically',
					value: 'auto',
					description: 'Digits are decoded if the result is text',
				},
				{
					name: 'Hexadecimal Digits',
					value: 'hex',
					description: 'Digits of UCS-2 code units, or of bytes of UTF-8',
				},
				{ name: 'Text', value: 'text', description: 'Use the payload as received' },
			],
		),
		windowMinutes: f.number(
			{
				label: 'Redelivery Window (Minutes)',
				hint: 'How long a repeated call is recognised and starts nothing. With 0 every call starts the workflow.',
				default: 1440,
			},
			{ min: 0, max: 10080 },
		),
	}),
	...flatOption,
};

/** Whether a call needs a token, and how old it may be, in seconds. @throws InputError */
export function checkOf(read: FormReader) {
	const { maxTokenAge } = read.fields(tokenFields);
	return {
		verify: read.value('verification', 'secret') !== 'none',
		maxTokenAgeS: maxTokenAge === undefined ? undefined : maxTokenAge * 60,
	};
}

/** How an authentic call is taken. @throws InputError */
export function takingOf(read: FormReader) {
	const { events } = read.fields(callbackChoiceFields);
	const {
		destinations = [],
		endpointIds = [],
		organisationIds = [],
		allowPrivate = false,
		windowMinutes = 1440,
		giveUpMinutes = 10,
		incomplete = 'emit',
		reading = 'auto',
		afterCrash = 'again',
		flat = false,
	} = read.fields(takingFields);
	return {
		events,
		filters: { destinations, endpointIds, organisationIds },
		allowPrivate,
		inbox: { windowMinutes, giveUpMinutes, incomplete, reading, afterCrash },
		flat,
	};
}
