import type { IHookFunctions } from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import { toId } from '../../../src/table/values';
import { type CallbackRegistration, Callbacks } from '../../../src/triggers/sms/registration';
import { secretProblem } from '../../../src/triggers/sms/signature';
import { smsForm } from '../../../src/triggers/sms/trigger';
import { tableValue } from '../shared/form';
import { SECRET_CREDENTIAL } from './credentialFields';
import { hooksOf, storedBy } from './hooks';
import { type FormContext, readerOf } from './triggerInput';

const readSmsForm = (context: FormContext) => smsForm(readerOf(context));

/** The signing secret. @throws InputError if it is empty or too short */
export async function signingSecret(
	context: Pick<IHookFunctions, 'getCredentials'>,
): Promise<string> {
	const { secret } = await context.getCredentials<{ secret?: unknown }>(SECRET_CREDENTIAL);
	const problem = secretProblem(secret);
	if (problem === undefined) return secret as string;
	throw new InputError('secret', problem, 'Signing Secret');
}

/** For a service that does not give marks back. */
const keptRegistration = (context: IHookFunctions) =>
	storedBy(context).registration as CallbackRegistration | undefined;

/** The hooks behind "Register Callback". */
export const { checkExists, create, takeBack } = hooksOf({
	at: (client) => new Callbacks(client),
	thing: 'callback',
	label: 'Register Callback',
	isOn: (context) => context.getNodeParameter('registerCallback', false) === true,
	left: (context, kind) => {
		const left = kind === 'live' ? keptRegistration(context) : undefined;
		return left && `service profile ${left.profileId}`;
	},
	check: async (context) => {
		if (readSmsForm(context).verify) await signingSecret(context);
	},
	wanted: async (context, address) => {
		const profileId = toId(tableValue(context.getNodeParameter('serviceProfileId')));
		if (profileId === undefined) {
			throw new InputError('serviceProfileId', 'must be picked or given by ID', 'Service Profile');
		}
		const { verify, allowPrivate } = readSmsForm(context);
		const replace = context.getNodeParameter('replaceCallback', false) as boolean;
		const secret = verify ? await signingSecret(context) : undefined;
		return {
			...address,
			profileId,
			replace,
			allowPrivate,
			...(secret !== undefined && { secret }),
		};
	},
	keep: (context, { kind, isStart }, made) => {
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
