import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { KEEP_ONLY, OWN_TOKEN, plainTransport } from '../nodes/CellularIot/transport';
import { type Account, accountFrom } from '../src/account';
import { ownError } from '../src/errors';
import { checkSharedLane } from '../src/http/sharedLane';
import { sessionPorts } from '../src/session/ports';
import { sessionFor } from '../src/session/session';
import { belongsTo, parseStored } from '../src/session/tokens';

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
		await checkSharedLane(credentials);
		const session = sessionFor(account);
		session.adopt(parseStored(credentials.sessionState));
		const old = String(credentials.accessToken ?? '');
		const ports = sessionPorts(account, { transport: plainTransport(helpers.httpRequest) });
		if (credentials[KEEP_ONLY] === true) {
			// A login that waits for its code is to last, though there is no token yet.
			return { accessToken: '', sessionState: JSON.stringify(session.stored(account) ?? {}) };
		}
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

/** Adds the token, unless it belongs to other values than those that stand in the form now. */
export async function authenticate(
	kind: Kind,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	if (credentials[OWN_TOKEN] === true) return options;
	const stored = parseStored(credentials.sessionState);
	const token = String(credentials.accessToken ?? '');
	if (token === '' || !stored || !belongsTo(stored, accountFrom(kind, credentials))) return options;
	return { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } };
}

/** Reads one endpoint; a failed login explains itself before that. */
export const test: ICredentialTestRequest = {
	request: {
		baseURL:
			'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/api(\\/v\\d+)?$/, "") }}',
		url: '/api/v1/endpoint?page=1&per_page=1',
	},
	rules: [
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
