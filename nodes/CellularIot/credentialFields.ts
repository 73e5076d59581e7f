import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { monotonic, systemClock } from '../../src/ports';
import { inMemory } from '../../src/triggers/runtime/inMemory';
import { nodeKey } from './triggerInput';

/*
 * Fields of credentials for calls that come by the hundred. Reading one costs n8n a query, a
 * decryption and an isolate for expressions, as much as all the rest of a call; so calls share what
 * was read for some seconds.
 */

/** How long fields are used: a secret that was replaced lets nobody in after this. */
const KEPT_MS = 5_000;
/** How soon they are read again for a call that they do not let in: a new secret may. */
const AGAIN_MS = 1_000;

/** Holds the secret that calls are known by. */
export const SECRET_CREDENTIAL = 'cellularIotCallbackApi';

type Fields = Record<string, unknown>;

interface Read {
	at: number;
	fields: Promise<Fields>;
}

const kept = inMemory((): { read?: Read } => ({}));

/** The fields of a credential of the node; `anew` where those known may be old. */
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
	// A read that failed says nothing: the next call asks again.
	read.fields.catch(() => {
		if (own.read === read) delete own.read;
	});
	return await read.fields;
}

/**
 * Whether a call fits the fields of a credential. Where it does not, they are read again at most once
 * a second, whoever calls.
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
