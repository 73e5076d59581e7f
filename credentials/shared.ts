import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { type Account, accountFrom, parseBaseUrl } from '../src/account';
import { ownError } from '../src/errors';
import { checkSharedLane } from '../src/http/sharedLane';
import { sessionPorts } from '../src/session/ports';
import { sessionFor } from '../src/session/session';
import { belongsTo, parseStored } from '../src/session/tokens';
import { allowedDomains, KEEP, NO_REDIRECT, transportWith } from './transport';

type Kind = Account['kind'];

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'https://api.example.com',
	description:
		'Address of the API, as the API documentation of your connectivity provider names it; not that of its portal. Without /api/v1, and with https://.',
};

/**
 * n8n's rules forbid a package to reuse the built-in Redis credential, so the address stands here,
 * where every node that uses the account finds it and none can forget it.
 */
export const sharedLimits: INodeProperties[] = [
	{
		displayName: 'Share Limits Across Workers',
		name: 'shareLimits',
		type: 'boolean',
		default: false,
		description:
			'Whether several n8n workers (queue mode) take turns over Redis, so that one bulk call of the organisation is under way at a time. Without it each worker process has a lane of its own.',
	},
	{
		displayName: 'Redis URL',
		name: 'redisUrl',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		placeholder: 'redis://:password@redis.internal:6379/0',
		displayOptions: { show: { shareLimits: [true] } },
		description:
			'The same for all workers: redis:// or, with TLS, rediss://. The Redis of the queue mode will do. A test of this credential tries it.',
	},
];

/** The session, kept by n8n from one execution to the next. */
export const sessionProperties: INodeProperties[] = [
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{
		// One password-typed field for all that lasts: others would reach the browser in the clear,
		// and the form would write stale values back over them.
		displayName: 'Session',
		name: 'sessionState',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
];

/**
 * A session for n8n to store. n8n calls it when there is no access token, after a 401, and in
 * every credential test; the single flight and the refusal of a second wrong password are in the
 * session all files of this package share.
 */
export async function renew(
	kind: Kind,
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	try {
		const account = accountFrom(kind, credentials);
		const session = sessionFor(account);
		if (credentials[KEEP] === true) {
			const stored = session.stored(account);
			return {
				accessToken: stored?.workspace?.authToken ?? stored?.tokens?.authToken ?? '',
				sessionState: JSON.stringify(stored ?? {}),
			};
		}
		await checkSharedLane(credentials);
		session.adopt(parseStored(credentials.sessionState));
		const old = String(credentials.accessToken ?? '');
		const transport = transportWith(helpers.httpRequest, allowedDomains(credentials));
		const ports = sessionPorts(account, { transport });
		const { authToken } = await session.token(account, ports, old === '' ? {} : { refused: old });
		return { accessToken: authToken, sessionState: JSON.stringify(session.stored(account)) };
	} catch (error) {
		const own = ownError(error);
		/* eslint-disable @n8n/community-nodes/require-node-api-error -- a credential has no node to
		   build n8n's own errors with; n8n wraps what is thrown here. */
		if (!own) throw error;
		// A credential test shows the message only, so the hint goes into it.
		throw new Error(`${own.message}. ${own.hint}`, { cause: own });
	}
}

/**
 * Adds the token, unless it belongs to other values than those that stand in the form now, or the
 * request brings one of its own. Redirects are not followed, and no other address gets the token.
 * @throws Error naming both addresses, when the request goes to another one than the credential's.
 */
export async function authenticate(
	kind: Kind,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const safe = { ...options, ...NO_REDIRECT };
	if (credentials[KEEP] === true) return safe;
	const stored = parseStored(credentials.sessionState);
	const token = String(credentials.accessToken ?? '');
	if (token === '' || !stored || !belongsTo(stored, accountFrom(kind, credentials))) return safe;
	checkAddress(options, parseBaseUrl(credentials.baseUrl));
	return { ...safe, headers: { ...options.headers, Authorization: `Bearer ${token}` } };
}

function checkAddress(options: IHttpRequestOptions & { uri?: string }, base: string): void {
	const address = options.url ?? options.uri ?? '';
	const to = URL.canParse(address, options.baseURL ?? base)
		? new URL(address, options.baseURL ?? base).origin
		: address;
	const own = new URL(base).origin;
	if (to === own) return;

	throw new Error(
		`This credential is for ${own}; it is not sent to ${to}. Use an address of the Base URL, or another credential.`,
	);
}

/** Reads one endpoint; a failed login explains itself before that. */
export const test: ICredentialTestRequest = {
	request: {
		baseURL:
			'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/api(\\/v\\d+)?$/, "") }}',
		url: '/api/v1/endpoint?page=1&per_page=1',
	},
	rules: [
		...[301, 302, 303, 307, 308].map((value) => ({
			type: 'responseCode' as const,
			properties: {
				value,
				message:
					'What answers at the Base URL redirects to another address, and n8n follows no redirect with a session. Put the address that answers by itself into the Base URL.',
			},
		})),
		{
			type: 'responseCode',
			properties: {
				value: 401,
				message: 'The login worked, but the service refuses its session. Try again in a minute.',
			},
		},
		{
			type: 'responseCode',
			properties: {
				value: 403,
				message:
					'The login works, but the role of this user lacks the permission to read endpoints. Ask an administrator of the organisation.',
			},
		},
		{
			type: 'responseCode',
			properties: {
				value: 404,
				message: 'What answers at the Base URL is not the connectivity service. Correct it.',
			},
		},
	],
};
