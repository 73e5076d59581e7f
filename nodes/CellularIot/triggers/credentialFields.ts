import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { monotonic, systemClock } from '../../src/ports';
import { inMemory } from '../../src/triggers/runtime/inMemory';
import { nodeKey } from './triggerInput';

/*
 * Credential fields for calls that come in hundreds. Reading a credential costs n8n a query, a
 * decryption and an isolate for expressions, as much as all the rest of a call; calls therefore
 * share one read for some seconds.
 */

/** How long fields are used: after this a replaced secret is refused. */
const KEPT_MS = 5_000;
/** How soon fields are read again for a call that they refuse: the secret may have changed. */
const AGAIN_MS = 1_000;

/** The credential with the secret that authenticates calls. */
export const SECRET_CREDENTIAL = 'cellularIotCallbackApi';

type Fields = Record<string, unknown>;

interface Read {
	at: number;
	fields: Promise<Fields>;
}

const kept = inMemory((): { read?: Read } => ({}));

/** The fields of a credential of the node; `anew` if the known ones may be outdated. */
export async function credentialFields(
	context: IWebhookFunctions | IExecuteFunctions,
	type: string,
	anew = false,
): Promise<Fields> {
	const id = context.getNode().credentials?.[type]?.id;
	const own = kept(JSON.stringify([nodeKey(context), type, id]));
	const now = monotonic(systemClock);
	if (own.read && now - own.read.at < (anew ? AGAIN_MS : KEPT_MS)) return await own.read.fields;
	const read: Read = { at: now, fields: context.getCredentials<Fields>(type) };
	own.read = read;
	// A failed read is not kept: the next call reads again.
	read.fields.catch(() => {
		if (own.read === read) delete own.read;
	});
	return await read.fields;
}

/**
 * Whether a call fits the fields of a credential. If not, the fields are read again, at most once a
 * second for all callers.
 */
export async function fits(
	context: IWebhookFunctions,
	type: string,
	isFit: (fields: Fields) => Promise<boolean> | boolean,
): Promise<boolean> {
	const known = await credentialFields(context, type);
	if (await isFit(known)) return true;
	const newest = await credentialFields(context, type, true);
	return newest !== known && (await isFit(newest));
}
