import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import { type Limits, LIMIT_FIELDS } from '../src/request/limits/limits';

/* The form fields that both account credentials have. */

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'https://api.example.com',
	description:
		'Address of the API as given in the API documentation of your connectivity provider, not that of its portal. It begins with https:// and does not include /api/v1.',
};

/**
 * n8n's rules forbid a package to reuse the built-in Redis credential, so the address is part of
 * this credential, for every node that uses the account.
 */
export const sharedLimits: INodeProperties[] = [
	{
		displayName: 'Share Limits Across Workers',
		name: 'shareLimits',
		type: 'boolean',
		default: false,
		description:
			'Whether several n8n workers (queue mode) coordinate over Redis, so that only one bulk call of the organisation runs at a time. Otherwise each worker process has its own queue.',
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
			'Must be the same for all workers: redis:// or, with TLS, rediss://. The Redis of the queue mode can be used. Testing this credential checks the connection.',
	},
];

/** The secret of what the service sends to the triggers of the account. */
export const callbacks: INodeProperties[] = [
	{
		displayName:
			'<b>Callbacks</b> – for SMS Trigger and Stream Trigger only: the secret with which the service proves its calls.',
		name: 'callbacksNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Callback Secret',
		name: 'callbackSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'32 random characters or more; testing this credential refuses a shorter one. "Register Callback" of the SMS Trigger sets it as API secret of the service profile. All triggers with this credential use it: publish them again after a change.',
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
				description: 'The limits of a plan or host that differ from the documented ones',
			},
		],
		description:
			'Limits for all nodes that use this credential. If an organisation has several credentials, those of the newest run apply.',
	},
	...(Object.keys(LIMIT_FIELDS) as Array<keyof Limits>).map((limit): INodeProperties => {
		const { field, label, min, max, documented } = LIMIT_FIELDS[limit];
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
	'The Base URL redirects to another address, and n8n does not follow redirects with a session. Enter the final address as the Base URL.';

/** The message a person sees when the credential test gets one of these statuses. */
const TEST_MESSAGES = {
	301: REDIRECTS,
	302: REDIRECTS,
	303: REDIRECTS,
	307: REDIRECTS,
	308: REDIRECTS,
	401: 'The login worked, but the service refuses its session. Try again in a minute.',
	403: 'The login works, but the role of this user lacks the permission to read endpoints. Ask an administrator of the organisation.',
	404: 'The server at the Base URL is not the connectivity service. Correct the Base URL.',
};

/** A header of the test's request, by which the session knows it; it is not sent. */
export const TEST_HEADERS = { 'x-credential-test': 'account' };

/** The Base URL as entered, without a slash or the path of the API at its end. */
export const TEST_BASE_URL =
	'={{ $credentials.baseUrl.trim().replace(/^(.*[^/])\\/*$/s, "$1").replace(/\\/api(\\/v\\d+)?$/, "") }}';

/** What the test says of each status. A failed login is reported before, with its own message. */
export const testRules: ICredentialTestRequest['rules'] = Object.entries(TEST_MESSAGES).map(
	([value, message]) => ({
		type: 'responseCode',
		properties: { value: Number(value), message },
	}),
);
