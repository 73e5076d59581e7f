import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { secretProblem } from '../src/triggers/callSecret';
import { PROBE_HEADERS } from '../src/triggers/runtime/probe';
import { signedNow } from '../src/triggers/sms/signature';
import { NO_REDIRECT } from './transport';

/* The test of a callback secret: a signed call to the trigger that is to accept it. */

/**
 * The request as the service would sign it (HS256, issued now), marked so that the trigger answers it and
 * starts nothing. Without a trigger address it stays as it is.
 * @throws Error with the fault of the secret, or for another address than that of the credential
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { secret } = credentials;
	const problem = secretProblem(secret);
	if (problem !== undefined) throw new Error(`Signing Secret ${problem}.`);
	const address = String(credentials.address ?? '').trim();
	if (address === '') return options;
	if (options.url !== address) {
		throw new Error(`This credential is for ${address}; nothing else is signed with it.`);
	}
	const Authorization = await signedNow(String(secret));
	const headers = { ...options.headers, ...PROBE_HEADERS, Authorization };
	return { ...options, ...NO_REDIRECT, method: 'POST', body: {}, headers };
}
