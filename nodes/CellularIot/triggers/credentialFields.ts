import type {
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import { monotonic, systemClock } from '../../../src/ports';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import { secretProblem } from '../../../src/triggers/sms/signature';
import { nodeKey } from './triggerInput';

/*
 * Credential fields for calls that come in hundreds. Reading a credential costs n8n a query, a
 * decryption and an isolate for expressions, as much as all the rest of a call; calls therefore
 * share one read for some seconds.
 */

/** How long fields are used: after this a replaced secret is refused. */
const FIELDS_CACHED_MS = 5_000;
/** How soon fields are read again for a call that they refuse: the secret may have changed. */
const REREAD_AFTER_MS = 1_000;

/** The credential with the secret that authenticates calls. */
const SECRET_CREDENTIAL = 'cellularIotCallbackApi';

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
	const known = await credentialFields(context, SECRET_CREDENTIAL);
	if (await isFit(known.secret)) return true;
	const newest = await credentialFields(context, SECRET_CREDENTIAL, true);
	return newest !== known && (await isFit(newest.secret));
}

/** The signing secret. @throws InputError if it is empty or too short */
export async function signingSecret(
	context: Pick<IHookFunctions, 'getCredentials'>,
): Promise<string> {
	const { secret } = await context.getCredentials<{ secret?: unknown }>(SECRET_CREDENTIAL);
	const problem = secretProblem(secret);
	if (problem === undefined) return secret as string;
	throw new InputError('secret', problem, 'Signing Secret');
}
