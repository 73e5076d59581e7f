import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeProperties,
	IWebhookFunctions,
} from 'n8n-workflow';
import { InputError } from '../../src/errors';
import type { Json } from '../../src/operations/define';
import { idListSchema } from '../../src/operations/schemas';
import type { InboxOptions } from '../../src/triggers/sms/inbox';
import type { CallbackFilters } from '../../src/triggers/sms/message';
import { authentication } from './authentication';

/* The form of the SMS trigger, and how its values are read. */

export const show = (values: Record<string, Array<string | boolean>>) => ({
	displayOptions: { show: values },
});
export const notice = (name: string, displayName: string, when: object = {}): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	...when,
});

export const smsTriggerForm: INodeProperties[] = [
	notice(
		'addressNotice',
		'This trigger has two addresses. The <b>production</b> address works while the workflow is published: it is the one for the API callback of the service profile. The <b>test</b> address works only for one message after "Execute step". Each accepts POST (messages) and PATCH (receipts).',
	),
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		default: ['sms', 'receipt'],
		required: true,
		description:
			'What starts the workflow; the field "type" of the output tells one from the other',
		options: [
			{
				name: 'Delivery Receipt',
				value: 'receipt',
				description: 'An SMS to a device was delivered or has failed',
			},
			{ name: 'SMS Received', value: 'sms', description: 'A device has sent an SMS' },
		],
	},
	{
		displayName: 'Verification',
		name: 'verification',
		type: 'options',
		noDataExpression: true,
		default: 'secret',
		options: [
			{
				name: 'None',
				value: 'none',
				description: 'Anybody who knows the address can start the workflow',
			},
			{
				name: 'Signing Secret',
				value: 'secret',
				description: 'Calls without a valid token get 401 and start nothing',
			},
		],
	},
	notice(
		'openNotice',
		'Without a signing secret anybody who knows the address can start this workflow with messages of their own. Every item says <code>authenticated: false</code>.',
		show({ verification: ['none'] }),
	),
	{
		...authentication,
		description:
			'The account is needed for Register Callback. Where its credential shares limits over a Redis, what has arrived is kept there too: once for all processes of n8n, and over their restarts.',
	},
	{
		displayName: 'Register Callback',
		name: 'registerCallback',
		type: 'boolean',
		default: false,
		noDataExpression: true,
		description:
			'Whether to set the address (and the secret) in a service profile when the workflow is published, and to take it back when it is unpublished',
	},
	{
		displayName: 'Service Profile',
		name: 'serviceProfileId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'Its endpoints send their messages here',
		...show({ registerCallback: [true] }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'search_serviceProfile', searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: '12345' },
		],
	},
	{
		displayName: 'Replace Existing Callback',
		name: 'replaceCallback',
		type: 'boolean',
		default: false,
		description:
			'Whether to take the place of another callback of the profile; it is put back when the workflow is unpublished. Off: publishing is refused.',
		...show({ registerCallback: [true] }),
	},
	notice(
		'registerNotice',
		'"Execute step" registers the <b>test</b> address for as long as it listens. While the workflow is published, that needs "Replace Existing Callback", and real messages go to the test until it ends.',
		show({ registerCallback: [true] }),
	),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'What does not match is answered with success and starts nothing',
		options: [
			{
				displayName: 'Destination Addresses',
				name: 'destinations',
				type: 'string',
				default: '',
				placeholder: '12345, 54321',
				description: 'Numbers the devices write to, separated by commas; for messages only',
			},
			{
				displayName: 'Endpoint IDs',
				name: 'endpointIds',
				type: 'string',
				default: '',
				placeholder: '10001, 10002',
				description: 'Separated by commas',
			},
			{
				displayName: 'Organisation IDs',
				name: 'organisationIds',
				type: 'string',
				default: '',
				placeholder: '1001',
				description: 'Separated by commas',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Give Up After (Minutes)',
				name: 'giveUpMinutes',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1440 },
				default: 10,
				description:
					'How long a long message waits for its last part. It is given up with the next call after that.',
			},
			{
				displayName: 'Incomplete Messages',
				name: 'incomplete',
				type: 'options',
				default: 'emit',
				description: 'What becomes of a long message whose parts do not all arrive',
				options: [
					{ name: 'Drop', value: 'drop' },
					{
						name: 'Emit',
						value: 'emit',
						description: 'With complete: false and the missing parts named',
					},
				],
			},
			{
				displayName: 'Payloads Are',
				name: 'reading',
				type: 'options',
				default: 'auto',
				description:
					'How the text is read from payloads that are not plain; "payload" always holds what came',
				options: [
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
			},
			{
				displayName: 'Redelivery Window (Minutes)',
				name: 'windowMinutes',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 10080 },
				default: 1440,
				description: 'A call that is repeated within this time starts nothing; 0 starts every time',
			},
		],
	},
];

type Context = Pick<IWebhookFunctions | IHookFunctions | IExecuteFunctions, 'getNodeParameter'>;

/** A value of the form: contexts of a run ask for it by item, others do not. */
export const parameter = (context: Context, name: string, fallback: unknown): unknown =>
	'getInputData' in context
		? context.getNodeParameter(name, 0, fallback as object)
		: (context as IWebhookFunctions).getNodeParameter(name, fallback as object);

const idsIn = (text: unknown, field: string, label: string): number[] => {
	const list = String(text ?? '').trim();
	// No filter, where the schema would refuse a list without an id.
	if (list === '') return [];
	const ids = idListSchema.safeParse(list);
	if (ids.success) return ids.data;
	throw new InputError(field, 'must be whole numbers separated by commas', label);
};

/** What the form asks for. @throws InputError */
export function readSmsForm(context: Context): {
	events: string[];
	verify: boolean;
	filters: CallbackFilters;
	inbox: InboxOptions;
} {
	const filters = parameter(context, 'filters', {}) as Json;
	const options = parameter(context, 'options', {}) as Partial<InboxOptions>;
	return {
		events: parameter(context, 'events', []) as string[],
		verify: parameter(context, 'verification', 'secret') !== 'none',
		filters: {
			destinations: String(filters.destinations ?? '')
				.split(',')
				.map((address) => address.trim())
				.filter(Boolean),
			endpointIds: idsIn(filters.endpointIds, 'endpointIds', 'Endpoint IDs'),
			organisationIds: idsIn(filters.organisationIds, 'organisationIds', 'Organisation IDs'),
		},
		inbox: {
			windowMinutes: options.windowMinutes ?? 1440,
			giveUpMinutes: options.giveUpMinutes ?? 10,
			incomplete: options.incomplete ?? 'emit',
			reading: options.reading ?? 'auto',
		},
	};
}
