import type { IHookFunctions } from 'n8n-workflow';
import { InputError } from '../../src/errors';
import { idSchema } from '../../src/operations/schemas';
import {
	isRegistered,
	register,
	type Registration,
	unregister,
	type Wanted,
} from '../../src/triggers/sms/registration';
import { plain } from './form';
import { type AccountCredential, clientFor } from './host';
import { toNodeError } from './nodeErrors';
import { readSmsForm } from './smsTriggerForm';

/* "Register Callback": what n8n calls when the SMS trigger is activated and deactivated. */

/** The signing secret, undefined where none is asked for. @throws InputError for an empty one */
export async function secretOf(
	context: Pick<IHookFunctions, 'getCredentials'>,
	verify: boolean,
): Promise<string | undefined> {
	if (!verify) return undefined;
	const { secret } = await context.getCredentials<{ secret?: string }>('cellularIotCallbackApi');
	if (typeof secret === 'string' && secret !== '') return secret;
	throw new InputError('secret', 'must not be empty', 'Signing Secret');
}

const client = async (context: IHookFunctions) =>
	await clientFor(context, context.getNodeParameter('authentication') as AccountCredential);

async function wantedOf(context: IHookFunctions): Promise<Wanted> {
	const id = idSchema.safeParse(plain(context.getNodeParameter('serviceProfileId')));
	if (!id.success) {
		throw new InputError('serviceProfileId', 'must be picked or given by ID', 'Service Profile');
	}
	const secret = await secretOf(context, readSmsForm(context).verify);
	return {
		profileId: id.data,
		url: String(context.getNodeWebhookUrl('default')),
		replace: context.getNodeParameter('replaceCallback', false) as boolean,
		...(secret !== undefined && { secret }),
	};
}

const isOn = (context: IHookFunctions) =>
	context.getNodeParameter('registerCallback', false) === true;
const known = (context: IHookFunctions) =>
	context.getWorkflowStaticData('node').registration as Registration | undefined;

/** Errors as a person reads them when activation fails. */
const explained = async <T>(context: IHookFunctions, job: () => Promise<T>): Promise<T> => {
	try {
		return await job();
	} catch (error) {
		throw toNodeError(context.getNode(), error, 0);
	}
};

/** Whether nothing is to be done: it stands already, or is not wanted. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		// Whatever is wrong in the form shows at activation, not with the first message.
		await secretOf(context, readSmsForm(context).verify);
		if (!isOn(context)) {
			// n8n takes back before it changes anything; where that failed, the account is out of
			// reach now, since a node gets only the credentials its form shows.
			const left = known(context);
			if (left) {
				context.logger.warn(
					`"${context.getNode().name}": service profile ${left.profileId} may still call ${left.url}. ` +
						'Switch "Register Callback" on, activate and deactivate the workflow to take it back.',
				);
			}
			return true;
		}
		return await isRegistered(await client(context), await wantedOf(context), known(context));
	});
}

/** Registers the address and remembers what was done. */
export async function create(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		if (!isOn(context)) return true;
		const registration = await register(
			await client(context),
			await wantedOf(context),
			known(context),
		);
		context.getWorkflowStaticData('node').registration = { ...registration };
		return true;
	});
}

async function remove(context: IHookFunctions): Promise<void> {
	const registration = known(context);
	if (!registration) return;
	await unregister(await client(context), registration);
	delete context.getWorkflowStaticData('node').registration;
}

/** Takes back what was done, if anything was. */
export async function takeBack(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		await remove(context);
		return true;
	});
}
