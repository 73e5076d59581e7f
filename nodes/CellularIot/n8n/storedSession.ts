import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

/*
 * n8n: `httpRequestWithAuthentication` takes a credential's values as `credentialsDecrypted`. If the
 * property with `expirable` is empty in them, it calls `preAuthentication` of the credential and stores
 * what that gives, before it sends the request.
 * Read: n8n-core 2.40.3, utils/request-helpers/authentication.js; n8n 2.41.1, packages/cli:
 * credentials-helper.js (`preAuthentication`, `updateCredentials`).
 * Why: A session is renewed ahead of time and shared by all runs of a process, which n8n's own way cannot
 * do. After a restart n8n must have the newest one: each login of a person may need a code.
 * Gone: Each process logs in once after its start; a login by typed code is asked for again.
 * Fallback: The memory of the process, and the Redis of the account.
 * Can it go: No. A node has no other way to change its credential.
 */

/**
 * Marks credential values that n8n is only to store: the session in them is stored as it is, and no login
 * is made.
 */
export const STORE_ONLY = 'keepSession';

/** Sends a request in the way that makes n8n store the session which `preAuthentication` gives. */
export async function sendAndStore(
	context: Pick<IExecuteFunctions, 'getNode'> & {
		helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
	},
	type: string,
	fields: object,
	options: IHttpRequestOptions,
): Promise<unknown> {
	const reference = context.getNode().credentials?.[type];
	const data = { ...fields, accessToken: '', [STORE_ONLY]: true };
	return await context.helpers.httpRequestWithAuthentication.call(
		context as IExecuteFunctions,
		type,
		options,
		{
			credentialsDecrypted: {
				id: reference?.id ?? '',
				name: reference?.name ?? '',
				type,
				data: data as ICredentialDataDecryptedObject,
			},
		},
	);
}
