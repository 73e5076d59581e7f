import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { beforeSending, InputError } from '../../../src/errors';
import { getServiceProfile } from '../../../src/table/entries/profile/serviceProfile';
import { isReference, toId } from '../../../src/table/values';
import { type CallbackRegistration, Callbacks } from '../../../src/triggers/sms/registration';
import { profileFields, replacingFields } from '../../../src/triggers/sms/form';
import { smsForm, smsTrigger } from '../../../src/triggers/sms/trigger';
import { tableValue } from '../shared/form';
import { toNodeError } from '../shared/nodeErrors';
import { pickedEntry } from '../shared/pickedEntry';
import { webhookFunctions } from './calls';
import { isSignedCall, signingSecret } from './credentialFields';
import { accountClient, hooksOf, storedBy } from './hooks';
import { type FormContext, readerOf } from './triggerInput';

/* The SMS trigger: its registration, and calls. */

const readSmsForm = (context: FormContext) => smsForm(readerOf(context));

/** For a service that does not give marks back. */
const keptRegistration = (context: IHookFunctions) =>
	storedBy(context).registration as CallbackRegistration | undefined;

/**
 * The ID of the service profile that is registered. One that is named is looked up when the workflow is published, so
 * that a wrong name is refused there.
 * @throws InputError
 */
async function profileIdOf(context: IHookFunctions): Promise<number> {
	const value = tableValue(context.getNodeParameter('serviceProfileId'));
	const id = toId(value);
	if (id !== undefined) return id;
	if (!isReference(value)) {
		throw new InputError(
			'serviceProfileId',
			'must be picked, or given by ID or name',
			'Service Profile',
		);
	}
	const client = await accountClient(context);
	const input = readerOf(context).fields(profileFields);
	const call = client.callFor(getServiceProfile);
	const [found] = await client.resolve(getServiceProfile, [input], call);
	if (!found || found instanceof Error) throw beforeSending(found);
	return found.serviceProfileId as number;
}

/** The hooks behind "Register Callback". */
export const { checkExists, create, takeBack } = hooksOf({
	at: (client, addresses) => new Callbacks(client, addresses),
	thing: 'callback',
	label: 'Register Callback',
	isOn: (context) => context.getNodeParameter('registerCallback', false) === true,
	left: (context, kind) => {
		const left = kind === 'live' ? keptRegistration(context) : undefined;
		return left && `service profile ${left.profileId}`;
	},
	check: async (context) => {
		const { verify, taking } = readSmsForm(context);
		// A mistake in the form shows at publication, not with the first message.
		taking();
		if (verify) await signingSecret(context);
	},
	wanted: async (context, address) => {
		const profileId = await profileIdOf(context);
		const { serviceProfileId: field } = context.getNode().parameters;
		const picked = pickedEntry({ lookup: 'serviceProfile', field: 'Service Profile' }, field);
		const { verify, taking } = readSmsForm(context);
		const { allowPrivate } = taking();
		const secret = verify ? await signingSecret(context) : undefined;
		return {
			...address,
			profileId,
			...(picked && { picked }),
			replace: readerOf(context).fields(replacingFields).replaceCallback === true,
			allowPrivate,
			...(secret !== undefined && { secret }),
		};
	},
	store: (context, { kind, isStart }, made) => {
		if (!made) return {};
		if (isStart) return { info: `service profile ${made.profileId} calls this workflow again.` };
		if (kind === 'live') storedBy(context).registration = { ...made };
		return {};
	},
	how: (context, { kind }) => (kind === 'live' ? keptRegistration(context) : undefined),
	forget: (context, _, registration) => {
		if (registration) delete storedBy(context).registration;
	},
});

export const { webhook, execute } = webhookFunctions(smsTrigger, hasValidSignature);

/** @throws any error in reading the secret; the call is then neither accepted nor refused. */
async function hasValidSignature(
	context: IWebhookFunctions,
	{ verify, maxTokenAgeS }: ReturnType<typeof smsForm>,
): Promise<boolean> {
	if (!verify) return true;
	try {
		return await isSignedCall(context, maxTokenAgeS);
	} catch (error) {
		throw toNodeError(context.getNode(), error, 0);
	}
}
