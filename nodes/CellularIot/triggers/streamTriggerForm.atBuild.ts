import type { INodeProperties } from 'n8n-workflow';
import * as f from '../../../src/table/fields';
import { STREAM_EVENTS, isUsageEvent, options } from '../../../src/triggers/stream/form';
import { USAGE_FIELDS } from '../../../src/triggers/stream/usageFields';
import {
	callerAuthentication,
	withAccount,
	withNothing,
	withoutAccount,
} from '../shared/authentication';
import { notice, shownWhen } from '../shared/display';
import { property } from '../shared/fieldProperty';
import {
	accountSecretNotice,
	fixedValue,
	secretAloneNotice,
	subtitleOf,
	triggerForm,
	verification,
} from './triggerForm';
import { triggerParts } from './triggerParts';

/* The form of the stream trigger. */

const ifRegistered = { registerStream: [true] };
const ifByHand = { registerStream: [false] };

const whatStarts: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		required: true,
		default: 'records',
		description: 'Records that start the workflow. One run gets all records of a request as items.',
		options: STREAM_EVENTS.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
	},
	...triggerForm(USAGE_FIELDS.map(({ events, fields }) => ({ fields, show: { event: events } }))),
];

const registerStream: INodeProperties = {
	displayName: 'Register Stream',
	name: 'registerStream',
	type: 'boolean',
	required: true,
	default: true,
	noDataExpression: true,
	description:
		'Whether to create the data stream at the service when the workflow is published, with a secret of its own, and to remove it when it is unpublished',
};

const registerNotice = notice(
	'registerNotice',
	'Publishing creates the data stream to the <b>production</b> address and waits until it runs. It sends from then on; the past is not sent. "Execute step" creates another one to the <b>test</b> address for as long as it listens.',
	shownWhen(ifRegistered),
);

const withHeader = verification({
	name: 'Secret',
	description: 'Calls without the secret of the credential get 401 and start nothing',
});

const byHandNotice = notice(
	'byHandNotice',
	'Create a data stream of type RestAPI with the <b>production</b> address above as its URL, and <code>X-Stream-Secret:</code> with the secret of the credential behind it, without a blank, under its headers.',
	shownWhen(ifByHand),
);

const howRead: INodeProperties[] = [
	{
		...property('simplify', f.simplify),
		...shownWhen({
			event: STREAM_EVENTS.map(({ value }) => value).filter((event) => !isUsageEvent(event)),
		}),
	},
	...triggerForm([{ fields: options }]),
];

export const streamTriggerForm: INodeProperties[] = [
	...whatStarts,
	{
		...callerAuthentication,
		description:
			'An account creates the data stream, if you wish. Received records are also remembered on its Redis if its credential shares limits over one, for all n8n processes and across restarts.',
	},
	{ ...registerStream, ...shownWhen(withAccount) },
	fixedValue('registerStream', false, withoutAccount),
	registerNotice,
	{ ...withHeader, ...shownWhen({ ...withAccount, ...ifByHand }) },
	fixedValue('verification', 'none', withNothing),
	accountSecretNotice(ifByHand),
	secretAloneNotice,
	byHandNotice,
	...howRead,
];

export const streamTriggerSubtitle = subtitleOf(streamTriggerForm, 'event');

export const streamTriggerParts = triggerParts({
	hint: 'Starts for the usage records and events that a data stream of the service pushes to n8n, many in a call. Which field is the device: endpoint_id, its SIM sim_id and iccid. For single kinds of events of few devices the other triggers are easier.',
	related: 'Reads and changes the devices concerned',
	testing: 'Waiting for records of a data stream at the test address',
	published:
		'Records that reach the production address start this workflow. With Register Stream on, n8n is making the data stream now; if it cannot, the workflow is not published and n8n says why.',
	header: 'Wait for records of a data stream',
	building:
		': with Register Stream on, a data stream to the test address is made for as long as this listens. A device in use makes a record every 45 seconds.',
	onceOn: 'records that reach the production address then start it by themselves.',
	nowOn: 'records start it.',
	starts: ['records', 'Records'],
});
