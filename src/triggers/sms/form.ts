import type { Input } from '../../operations/define';
import * as f from '../../operations/fields';
import type { InboxOptions } from './delivery';
import { privateAddress } from '../addressField';
import type { CallbackFilters } from './message';
import type { MaxAge } from './signature';

/* Fields of the SMS trigger's form about what it takes, and what their values ask for. */

/** Which calls. */
export const choiceFields = {
	events: f.choices(
		{
			label: 'Events',
			hint: 'What starts the workflow; the field "type" of the output tells one from the other',
			default: ['sms', 'receipt'],
		},
		[
			{
				name: 'Delivery Receipt',
				value: 'receipt',
				description: 'An SMS to a device was delivered or has failed',
			},
			{ name: 'SMS Received', value: 'sms', description: 'A device has sent an SMS' },
		],
	),
};

const ids = (label: string, hint: string, placeholder: string) =>
	f.list(
		{ label, hint, placeholder },
		'must be whole numbers separated by commas',
		(s) => s.idSchema,
	);

/** What is filtered out, and how the rest is read and kept. */
export const takingFields = {
	...f.inGroup('filters', {
		destinations: f.list(
			{
				label: 'Destination Addresses',
				hint: 'Numbers the devices write to, separated by commas; for messages only. What does not match is answered with success and starts nothing.',
				placeholder: '12345, 54321',
			},
			'must be addresses separated by commas',
			(s) => s.textSchema('must be an address'),
		),
		endpointIds: ids('Endpoint IDs', 'Devices whose calls count, separated by commas', '10001'),
		organisationIds: ids(
			'Organisation IDs',
			'Organisations whose calls count, separated by commas',
			'1001',
		),
	}),
	...f.inGroup('options', {
		allowPrivate: privateAddress,
		giveUpMinutes: f.number(
			{
				label: 'Give Up After (Minutes)',
				hint: 'How long a long message waits for its last part. It is given up with the next call after that.',
				default: 10,
			},
			{ min: 1, max: 1440 },
		),
		incomplete: f.choice(
			{
				label: 'Incomplete Messages',
				hint: 'What becomes of a long message whose parts do not all arrive',
				default: 'emit',
			},
			[
				{ name: 'Drop', value: 'drop' },
				{
					name: 'Emit',
					value: 'emit',
					description: 'With complete: false and the missing parts named',
				},
			],
		),
		maxTokenAge: f.number(
			{
				label: 'Maximum Token Age (Minutes)',
				hint: 'How long after it was issued a token lets its holder in. Given, tokens that do not say when they were issued are refused; without it those that say so count for a day.',
				default: 1440,
			},
			{ min: 1, max: 525_600 },
		),
		reading: f.choice(
			{
				label: 'Payloads Are',
				hint: 'How the text is read from payloads that are not plain; "payload" always holds what came',
				default: 'auto',
			},
			[
				{
					name: 'Hexadecimal Digits',
					value: 'hex',
					description: 'Digits of UCS-2 code units, or of bytes of UTF-8',
				},
				{ name: 'Text', value: 'text', description: 'As it came, whatever it looks like' },
				{
					name: 'Told by Their Looks',
					value: 'auto',
					description: 'Digits are decoded where text comes of it',
				},
			],
		),
		windowMinutes: f.number(
			{
				label: 'Redelivery Window (Minutes)',
				hint: 'A call that is repeated within this time starts nothing; 0 starts every time',
				default: 1440,
			},
			{ min: 0, max: 10080 },
		),
	}),
};

interface Taking {
	filters: CallbackFilters;
	inbox: InboxOptions;
	maxAge: MaxAge;
	allowPrivate: boolean;
}

/** Checked values of {@link takingFields}. */
export const takingOf = ({
	destinations,
	endpointIds,
	organisationIds,
	maxTokenAge,
	allowPrivate,
	...options
}: Input): Taking => ({
	filters: {
		destinations: (destinations as string[] | undefined) ?? [],
		endpointIds: (endpointIds as number[] | undefined) ?? [],
		organisationIds: (organisationIds as number[] | undefined) ?? [],
	},
	allowPrivate: allowPrivate === true,
	maxAge: { maxAgeS: maxTokenAge === undefined ? undefined : Number(maxTokenAge) * 60 },
	inbox: {
		windowMinutes: 1440,
		giveUpMinutes: 10,
		incomplete: 'emit',
		reading: 'auto',
		...(options as Partial<InboxOptions>),
	},
});
