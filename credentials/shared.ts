import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import { type Limits, RATES } from '../src/http/limits';

/* The form fields that both account credentials have. */

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

const RATE_HINTS: Record<keyof Limits, string> = {
	list: 'Pages of lists, and connectivity information, for each organisation',
	single: 'Calls about one endpoint, and SMS, for each organisation',
	fiveMinutes:
		'Requests of any kind, logins included. All accounts of this n8n at the same host share them.',
};

/** How fast requests may start. Bulk calls go one at a time regardless of these rates. */
export const rateLimits: INodeProperties[] = [
	{
		displayName: 'Rate Limits',
		name: 'rateLimits',
		type: 'options',
		default: 'documented',
		options: [
			{
				name: 'As Documented',
				value: 'documented',
				description: '10 lists and 50 single calls per second, 2,000 requests per five minutes',
			},
			{
				name: 'As Agreed',
				value: 'own',
				description: 'Those of a plan or host with other limits',
			},
		],
		description:
			'What all nodes with this credential keep to. An organisation with several credentials keeps to those of the newest run.',
	},
	...(Object.keys(RATES) as Array<keyof Limits>).map((limit): INodeProperties => {
		const { field, label, min, max, documented } = RATES[limit];
		return {
			displayName: label,
			name: field,
			type: 'number',
			typeOptions: { minValue: min, maxValue: max, numberPrecision: min < 1 ? 2 : 0 },
			default: documented,
			displayOptions: { show: { rateLimits: ['own'] } },
			description: RATE_HINTS[limit],
		};
	}),
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

const REDIRECTS =
	'What answers at the Base URL redirects to another address, and n8n follows no redirect with a session. Put the address that answers by itself into the Base URL.';

/** The message a person sees when the credential test gets one of these statuses. */
const REFUSALS = {
	301: REDIRECTS,
	302: REDIRECTS,
	303: REDIRECTS,
	307: REDIRECTS,
	308: REDIRECTS,
	401: 'The login worked, but the service refuses its session. Try again in a minute.',
	403: 'The login works, but the role of this user lacks the permission to read endpoints. Ask an administrator of the organisation.',
	404: 'What answers at the Base URL is not the connectivity service. Correct it.',
};

/** Reads one endpoint. A failed login is reported before that, with its own message. */
export const test: ICredentialTestRequest = {
	request: {
		baseURL:
			'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/api(\\/v\\d+)?$/, "") }}',
		url: '/api/v1/endpoint?page=1&per_page=1',
	},
	rules: Object.entries(REFUSALS).map(([value, message]) => ({
		type: 'responseCode',
		properties: { value: Number(value), message },
	})),
};
