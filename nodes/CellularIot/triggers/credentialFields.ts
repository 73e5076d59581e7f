import type {
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import { monotonic, systemClock } from '../../../src/ports';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import { secretProblem } from '../../../src/triggers/callSecret';
import { isSigned } from '../../../src/triggers/sms/signature';
import { logThat } from '../shared/log';
import { secretFieldOf } from './callerCredential';
import { type FormContext, nodeKey } from './triggerInput';

/*
 * Credential fields for calls that come in hundreds. Reading a credential costs n8n a query, a
 * decryption and an isolate for expressions, as much as all the rest of a call; calls therefore
 * share one read for some seconds.
 */

/** How long fields are used: after this a replaced secret is refused. */
const FIELDS_CACHED_MS = 5_000;
/** How soon fields are read again for a call that they refuse: the secret may have changed. */
const REREAD_AFTER_MS = 1_000;

type CredentialValues = Record<string, unknown>;

interface CachedFields {
	at: number;
	fields: Promise<CredentialValues>;
}

const fieldCache = inMemory((): { read?: CachedFields } => ({}));

/** The fields of a credential of the node; `anew` if the known ones may be outdated. */
export async function credentialFields(
	context: IWebhookFunctions | IExecuteFunctions | ITriggerFunctions,
	type: string,
	anew = false,
): Promise<CredentialValues> {
	const id = context.getNode().credentials?.[type]?.id;
	const own = fieldCache(JSON.stringify([nodeKey(context), type, id]));
	const now = monotonic(systemClock);
	if (own.read && now - own.read.at < (anew ? REREAD_AFTER_MS : FIELDS_CACHED_MS))
		return await own.read.fields;
	const read: CachedFields = { at: now, fields: context.getCredentials<CredentialValues>(type) };
	own.read = read;
	// A failed read is not kept: the next call reads again.
	read.fields.catch(() => {
		if (own.read === read) delete own.read;
	});
	return await read.fields;
}

/**
 * Whether a call fits the secret. If not, the credential is read again, at most once a second for all
 * callers.
 */
export async function fitsSecret(
	context: IWebhookFunctions,
	isFit: (secret: unknown) => Promise<boolean> | boolean,
): Promise<boolean> {
	const { credential, field } = secretFieldOf(context);
	const known = await credentialFields(context, credential);
	if (await isFit(known[field])) return true;
	const newest = await credentialFields(context, credential, true);
	return newest !== known && (await isFit(newest[field]));
}

/** Whether a call is signed with the secret. `maxAgeS`: see {@link isSigned}. */
export async function isSignedCall(context: IWebhookFunctions, maxAgeS?: number): Promise<boolean> {
	const { authorization } = context.getHeaderData();
	// Without a token there is nothing to compare.
	if (authorization === undefined) return false;
	const now = systemClock.now();
	return await fitsSecret(context, async (secret) => {
		if (typeof secret !== 'string' || secret === '') {
			// All calls are refused, and n8n's log says why.
			logThat(context, 'has no signing secret', 'error');
			return false;
		}
		return await isSigned(authorization, secret, now, maxAgeS);
	});
}

/** The secret of calls. @throws InputError if it is empty or too short */
export async function signingSecret(
	context: Pick<IHookFunctions, 'getCredentials' | 'getNode'> & FormContext,
): Promise<string> {
	const { credential, field, label } = secretFieldOf(context);
	const { [field]: secret } = await context.getCredentials<CredentialValues>(credential);
	const problem = secretProblem(secret);
	if (problem === undefined) return secret as string;
	throw new InputError(field, problem, label);
}
