import { createHash } from 'node:crypto';
import type { IHookFunctions } from 'n8n-workflow';
import { InputError } from '../../src/errors';
import { idSchema } from '../../src/operations/schemas';
import type { Kind } from '../../src/triggers/sms/callbackMarks';
import {
	isRegistered,
	register,
	type Registration,
	repair,
	unregister,
	type Wanted,
} from '../../src/triggers/sms/registration';
import { plain } from './form';
import { type AccountCredential, clientFor } from './host';
import { toMessageError } from './nodeErrors';
import { readSmsForm } from './smsTriggerForm';

/* "Register Callback": what n8n calls when a workflow is published, unpublished, tested or loaded. */

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

const client = async (context: IHookFunctions) => {
	const type = context.getNodeParameter('authentication') as AccountCredential;
	if (!context.getNode().credentials?.[type]) {
		throw new InputError('authentication', 'must be chosen, with a credential', 'Account');
	}
	return await clientFor(context, type);
};

/** Names the node in all instances of n8n: a copy in another one has a registration of its own. */
function ownerOf(context: IHookFunctions): string {
	const names = [context.getInstanceId(), context.getWorkflow().id, context.getNode().id];
	return createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, 12);
}

const addressOf = (context: IHookFunctions) => String(context.getNodeWebhookUrl('default'));

/** n8n says of a test only when it begins; its address always tells. */
const kindOf = (context: IHookFunctions): Kind =>
	context.getMode() === 'manual' || /\/[^/]*-test\//.test(new URL(addressOf(context)).pathname)
		? 'test'
		: 'live';

async function wantedOf(context: IHookFunctions): Promise<Wanted> {
	const id = idSchema.safeParse(plain(context.getNodeParameter('serviceProfileId')));
	if (!id.success) {
		throw new InputError('serviceProfileId', 'must be picked or given by ID', 'Service Profile');
	}
	const secret = await secretOf(context, readSmsForm(context).verify);
	return {
		profileId: id.data,
		url: addressOf(context),
		owner: ownerOf(context),
		kind: kindOf(context),
		replace: context.getNodeParameter('replaceCallback', false) as boolean,
		...(secret !== undefined && { secret }),
	};
}

const isOn = (context: IHookFunctions) =>
	context.getNodeParameter('registerCallback', false) === true;
/** n8n's copy, for a service that does not give marks back; other saves may undo it. */
const kept = (context: IHookFunctions) =>
	context.getWorkflowStaticData('node').registration as Registration | undefined;

/** Errors as a person reads them when publishing fails. */
const explained = async <T>(context: IHookFunctions, job: () => Promise<T>): Promise<T> => {
	try {
		return await job();
	} catch (error) {
		throw toMessageError(context.getNode(), error);
	}
};

/** Whether nothing is to be done: it stands already, or is not wanted. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		// Whatever is wrong in the form shows at publication, not with the first message.
		await secretOf(context, readSmsForm(context).verify);
		if (!isOn(context)) {
			const left = kept(context);
			if (left) {
				context.logger.warn(
					`"${context.getNode().name}": service profile ${left.profileId} may still call this workflow. ` +
						'Switch "Register Callback" on, publish and unpublish the workflow to take it back.',
				);
			}
			return true;
		}
		return await isRegistered(await client(context), await wantedOf(context));
	});
}

/** Registers the address; at a start of n8n it only mends what is our own. */
export async function create(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		if (!isOn(context)) return true;
		const wanted = await wantedOf(context);
		const activation = String(context.getActivationMode());
		if (activation === 'init' || activation === 'leadershipChange') {
			if (await repair(await client(context), wanted)) {
				context.logger.info(
					`"${context.getNode().name}": service profile ${wanted.profileId} calls this workflow again.`,
				);
			}
			return true;
		}
		const registration = await register(await client(context), wanted);
		if (wanted.kind === 'live') {
			context.getWorkflowStaticData('node').registration = { ...registration };
		}
		return true;
	});
}

/** Takes back what was done, if anything was. */
export async function takeBack(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		const mine = { owner: ownerOf(context), kind: kindOf(context) };
		const registration = mine.kind === 'live' ? kept(context) : undefined;
		if (!isOn(context) && !registration) return true;
		await unregister(await client(context), mine, registration);
		if (registration) delete context.getWorkflowStaticData('node').registration;
		return true;
	});
}
