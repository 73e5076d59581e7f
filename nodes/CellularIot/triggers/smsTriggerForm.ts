import type { INodeProperties } from 'n8n-workflow';
import { callbackChoiceFields, takingFields } from '../../../src/triggers/sms/form';
import { authentication, ifAccount } from '../shared/authentication';
import { notice, shownWhen } from '../shared/properties';
import { picked, triggerForm, verification } from './triggerForm';
import { triggerParts } from './triggerParts';

/* The form of the SMS trigger. */

export const smsTriggerForm: INodeProperties[] = [
	notice(
		'addressNotice',
		'This trigger has two addresses. The <b>production</b> address works while the workflow is published: it is the one for the API callback of the service profile. The <b>test</b> address works only for one message after "Execute step". Each accepts POST (messages) and PATCH (receipts).',
		shownWhen({ registerCallback: [false, 'remember'] }),
	),
	...triggerForm([{ fields: callbackChoiceFields }]),
	verification({
		name: 'Signing Secret',
		description: 'Calls without a valid token get 401 and start nothing',
	}),
	notice(
		'openNotice',
		'Without a signing secret anybody who knows the address can start this workflow with messages of their own. Every item says <code>authenticated: false</code>.',
		shownWhen({ verification: ['none'] }),
	),
	{
		displayName: 'Register Callback',
		name: 'registerCallback',
		type: 'options',
		options: [
			{
				name: 'No',
				value: false,
				description: 'You enter the production address in the service profile yourself',
			},
			{
				name: 'No, but Use an Account',
				value: 'remember',
				description:
					'As No; calls are remembered on the Redis of its credential (Share Limits Across Workers)',
			},
			{
				name: 'Yes',
				value: true,
				description: 'The address is entered when the workflow is published',
			},
		],
		default: false,
		noDataExpression: true,
		description:
			'Yes sets the address (and the secret) in a service profile when the workflow is published, and removes it when it is unpublished. With No, nothing arrives until you have entered the address in the service profile.',
	},
	{
		...authentication,
		description:
			'The account that registers the callback. If its credential shares limits over Redis, calls are remembered there, too.',
		...ifAccount(),
	},
	{
		displayName: 'Service Profile',
		name: 'serviceProfileId',
		description: 'Service profile whose endpoints send their messages here',
		...picked('serviceProfile'),
		...shownWhen({ registerCallback: [true] }),
	},
	{
		displayName: 'Replace Existing Callback',
		name: 'replaceCallback',
		type: 'boolean',
		default: false,
		description:
			'Whether to replace another callback of the profile. It is restored when the workflow is unpublished. If off, publishing fails while there is another callback.',
		...shownWhen({ registerCallback: [true] }),
	},
	notice(
		'registerNotice',
		'"Execute step" registers the <b>test</b> address for as long as it listens. While the workflow is published, that needs "Replace Existing Callback", and real messages go to the test until it ends.',
		shownWhen({ registerCallback: [true] }),
	),
	...triggerForm([{ fields: takingFields }]),
];

export const smsTriggerParts = triggerParts({
	hint: 'Starts when a device sends an SMS, or when an SMS to a device is delivered or fails. registerCallback lets n8n enter its own address at the service; the credential cellularIotCallbackApi holds the secret that proves who calls.',
	related: 'Sends the answer: resource sms, operation send',
	testing: 'Waiting for an SMS or a delivery receipt at the test address',
	published:
		'Messages and receipts that reach the production address start this workflow. With Register Callback on, n8n is setting that address in the service profile now; if it cannot, the workflow is not published and n8n says why.',
	header: 'Wait for an SMS or a delivery receipt',
	building:
		', then send an SMS from a device, or from a workflow to one. The test address takes one message.',
	onceOn: 'messages to the production address then start it by themselves.',
	nowOn: 'messages to the production address start it.',
	starts: ['messages', 'Messages to the production address'],
});
