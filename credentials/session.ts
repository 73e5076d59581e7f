import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { type Account, accountFrom, parseBaseUrl } from '../src/account';
import { ownError } from '../src/errors';
import { checkSharedLane } from '../src/request/sharedLane';
import { Logins } from '../src/session/login';
import { sessionFor } from '../src/session/session';
import { sharedLogins } from '../src/session/sharedLogins';
import { belongsTo, parseStored } from '../src/session/tokens';
import { secretProblem } from '../src/triggers/callSecret';
import { STORE_ONLY } from '../nodes/CellularIot/n8n/storedSession';
import { NO_REDIRECT, redisGuard, transportWith } from './transport';

/* The session of an account credential: got, kept, and added to requests. */

type AccountKind = Account['kind'];

/**
 * A session for n8n to store. n8n calls it when there is no access token, after a 401, and in
 * every credential test; the single flight and the refusal of a second wrong password are in the
 * session all files of this package share.
 */
export const renew = async (
	kind: AccountKind,
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> =>
	await renewed(kind, helpers, credentials).catch((error: unknown) => {
		const own = ownError(error);
		// A credential test shows the message only, so the hint goes into it. n8n wraps the error:
		// a credential has no node to build n8n's own errors with.
		throw own ? new Error(`${own.message}. ${own.hint}`, { cause: own }) : error;
	});

async function renewed(
	kind: AccountKind,
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const account = accountFrom(kind, credentials);
	const session = sessionFor(account);
	if (credentials[STORE_ONLY] === true) {
		const stored = session.stored(account);
		return {
			accessToken: stored?.workspace?.authToken ?? stored?.tokens?.authToken ?? '',
			sessionState: JSON.stringify(stored ?? {}),
		};
	}
	await checkSharedLane(credentials, redisGuard(helpers.httpRequest));
	const transport = transportWith(helpers.httpRequest, credentials);
	const refused = String(credentials.accessToken ?? '');
	const logins = new Logins(account, { transport, ...sharedLogins(credentials) });
	session.adopt(parseStored(credentials.sessionState), logins.now);
	const { authToken } = await session.token(logins, { refused });
	return { accessToken: authToken, sessionState: JSON.stringify(session.stored(account)) };
}

/**
 * Adds the token, unless it was issued for other values than those now in the form, or the request
 * brings a token of its own. Redirects are not followed, and no other address gets the token.
 * @throws Error naming both addresses, when the request goes to another one than the credential's; in a
 * test of the credential, the fault of its callback secret.
 */
export async function authenticate(
	kind: AccountKind,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { 'x-credential-test': test, ...headers } = options.headers ?? {};
	const safe = { ...options, ...(test !== undefined && { headers }), ...NO_REDIRECT };
	if (test !== undefined) checkCallbackSecret(credentials.callbackSecret);
	if (credentials[STORE_ONLY] === true) return safe;
	const stored = parseStored(credentials.sessionState);
	const token = String(credentials.accessToken ?? '');
	if (token === '' || !stored || !belongsTo(stored, accountFrom(kind, credentials))) return safe;
	checkAddress(options, parseBaseUrl(credentials.baseUrl));
	return { ...safe, headers: { ...safe.headers, Authorization: `Bearer ${token}` } };
}

/** @throws Error for a secret with which no trigger could be published; none is fine */
function checkCallbackSecret(secret: unknown): void {
	const isNone = secret === undefined || secret === '';
	const problem = isNone ? undefined : secretProblem(secret);
	if (problem !== undefined) throw new Error(`Callback Secret ${problem}.`);
}

function checkAddress(options: IHttpRequestOptions & { uri?: string }, base: string): void {
	const address = options.url ?? options.uri ?? '';
	// A relative address without a base would be sent to this machine.
	const isWhole = URL.canParse(address, options.baseURL);
	const to = isWhole ? new URL(address, options.baseURL).origin : 'an address without its host';
	const own = new URL(base).origin;
	if (to === own) return;

	throw new Error(
		`This credential is for ${own}; it is not sent to ${to}. Use an address of the Base URL, or another credential.`,
	);
}
