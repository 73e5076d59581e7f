import type { IHookFunctions } from 'n8n-workflow';
import { InputError } from '../../src/errors';
import { toId } from '../../src/operations/values';
import {
	isRegistered,
	register,
	type Registration,
	repair,
	unregister,
	type WantedCallback,
} from '../../src/triggers/sms/registration';
import { SECRET_CREDENTIAL } from './credentialFields';
import { secretProblem } from '../../src/triggers/sms/signature';
import { plain } from './form';
import { accountClient, addressOf, isStarting, kindOf, ownerOf } from './hooks';
import { readSmsForm } from './smsTriggerInput';

/* "Register Callback": what n8n calls when a workflow is published, unpublished, tested or loaded. */

/** The signing secret. @throws InputError for one that protects nothing */
export async function secretOf(context: Pick<IHookFunctions, 'getCredentials'>): Promise<string> {
	const { secret } = await context.getCredentials<{ secret?: unknown }>(SECRET_CREDENTIAL);
	const problem = secretProblem(secret);
	if (problem === undefined) return secret as string;
	throw new InputError('secret', problem, 'Signing Secret');
}

async function wantedOf(context: IHookFunctions): Promise<WantedCallback> {
	const profileId = toId(plain(context.getNodeParameter('serviceProfileId')));
	if (profileId === undefined) {
		throw new InputError('serviceProfileId', 'must be picked or given by ID', 'Service Profile');
	}
	const { verify, allowPrivate } = readSmsForm(context);
	return {
		profileId,
		url: addressOf(context),
		owner: ownerOf(context),
		kind: kindOf(context),
		replace: context.getNodeParameter('replaceCallback', false) as boolean,
		allowPrivate,
		...(verify && { secret: await secretOf(context) }),
	};
}

const isOn = (context: IHookFunctions) =>
	context.getNodeParameter('registerCallback', false) === true;
/** n8n's copy, for a service that does not give marks back; other saves may undo it. */
const kept = (context: IHookFunctions) =>
	context.getWorkflowStaticData('node').registration as Registration | undefined;

/** Whether nothing is to be done: it stands already, or is not wanted. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	// Whether it stands or not, a test that n8n's end has left is to be taken back.
	if (isStarting(context)) return false;
	// Whatever is wrong in the form shows at publication, not with the first message.
	if (readSmsForm(context).verify) await secretOf(context);
	if (isOn(context)) {
		return await isRegistered(await accountClient(context), await wantedOf(context));
	}
	const left = kept(context);
	if (left) {
		context.logger.warn(
			`"${context.getNode().name}": service profile ${left.profileId} may still call this workflow. ` +
				'Switch "Register Callback" on, publish and unpublish the workflow to take it back.',
		);
	}
	return true;
}

/** Registers the address; at a start of n8n it only mends what is our own. */
export async function create(context: IHookFunctions): Promise<boolean> {
	if (!isOn(context)) return true;
	if (isStarting(context)) return await mended(context);
	const wanted = await wantedOf(context);
	const registration = await register(await accountClient(context), wanted);
	if (wanted.kind === 'live') {
		context.getWorkflowStaticData('node').registration = { ...registration };
	}
	return true;
}

/** What could not be mended must not cost the address: n8n takes it away where this fails. */
async function mended(context: IHookFunctions): Promise<boolean> {
	const { logger } = context;
	const { name } = context.getNode();
	try {
		const wanted = await wantedOf(context);
		if (await repair(await accountClient(context), wanted)) {
			logger.info(`"${name}": service profile ${wanted.profileId} calls this workflow again.`);
		}
	} catch (error) {
		logger.warn(`"${name}": its callback could not be checked: ${String(error)}`);
	}
	return true;
}

/** Takes back what was done, if anything was. */
export async function takeBack(context: IHookFunctions): Promise<boolean> {
	const mine = { owner: ownerOf(context), kind: kindOf(context) };
	const registration = mine.kind === 'live' ? kept(context) : undefined;
	if (!isOn(context) && !registration) return true;
	await unregister(await accountClient(context), mine, registration);
	if (registration) delete context.getWorkflowStaticData('node').registration;
	return true;
}
