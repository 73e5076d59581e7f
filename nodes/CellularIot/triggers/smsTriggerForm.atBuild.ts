import type { INodeProperties } from 'n8n-workflow';
import {
	callbackChoiceFields,
	profileFields,
	replacingFields,
	takingFields,
	tokenFields,
} from '../../../src/triggers/sms/form';
import { callerAuthentication, withAccount, withNothing } from '../shared/authentication';
import { notice, shownWhen } from '../shared/display';
import {
	accountSecretNotice,
	fixedValue,
	secretAloneNotice,
	subtitleOf,
	triggerForm,
	verification,
} from './triggerForm';
import { triggerParts } from './triggerParts';

/* The form of the SMS trigger. */

const ifRegistered = { registerCallback: [true] };

const choice = triggerForm([{ fields: callbackChoiceFields }]);

const addressNotice = (when: object) =>
	notice(
		'addressNotice',
		'This trigger has two addresses. The <b>production</b> address works while the workflow is published: it is the one for the API callback of the service profile. The <b>test</b> address works only for one message after "Execute step". Each accepts POST (messages) and PATCH (receipts).',
		when,
	);

const signed = verification({
	name: 'Signing Secret',
	description: 'Calls without a valid token get 401 and start nothing',
});

const openNotice = (when: object) =>
	notice(
		'openNotice',
		'Without a signing secret anybody who knows the address can start this workflow with messages of their own. Every item says <code>authenticated: false</code>.',
		when,
	);

const registerNotice = notice(
	'registerNotice',
	'"Execute step" registers the <b>test</b> address for as long as it listens. While the workflow is published, that needs "Replace Existing Callback", and real messages go to the test until it ends.',
	shownWhen(ifRegistered),
);

export const smsTriggerForm: INodeProperties[] = [
	...choice,
	{
		...callerAuthentication,
		description:
			'An account enters the address at the service, if you wish. Calls are also remembered on its Redis if its credential shares limits over one.',
	},
	{
		displayName: 'Register Callback',
		name: 'registerCallback',
		type: 'boolean',
		required: true,
		default: true,
		noDataExpression: true,
		description:
			'Whether to set the address (and the secret) in a service profile when the workflow is published, and to remove it when it is unpublished. If off, nothing arrives until you have entered the address in the service profile.',
		...shownWhen(withAccount),
	},
	...triggerForm([{ fields: profileFields, show: ifRegistered }]),
	registerNotice,
	addressNotice({ displayOptions: { hide: ifRegistered } }),
	{ ...signed, ...shownWhen(withAccount) },
	fixedValue('verification', 'none', withNothing),
	accountSecretNotice({}),
	secretAloneNotice,
	openNotice(shownWhen({ verification: ['none'] })),
	...triggerForm([
		{ fields: { ...takingFields, ...tokenFields } },
		{ fields: replacingFields, show: ifRegistered },
	]),
];

export const smsTriggerSubtitle = subtitleOf(smsTriggerForm, 'events');

export const smsTriggerParts = triggerParts({
	hint: 'Starts when a device sends an SMS, or when an SMS to a device is delivered or fails. Which field is the device: endpoint_id; the message is in text, type tells sms from receipt. One credential: with an account, registerCallback lets n8n enter its own address at the service, and the Callback Secret of its credential proves who calls; with cellularIotCallbackApi, which is a secret alone, the address is entered by hand.',
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
