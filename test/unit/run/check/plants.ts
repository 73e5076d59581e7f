import type { FaultRule } from '../../../../simulator';
import type { BodyChange } from '../../../../simulator/faults/changes';

/*
 * Differences that are planted into the simulator, each with the words that the report has to say
 * about it.
 */

/** One planted difference: the operation it is about, its kind, and a part of what is said of it. */
export interface Plant {
	request?: string;
	kind: string;
	what: RegExp;
}

interface Place {
	path: string;
	rule: Partial<FaultRule>;
	plants: Plant[];
}

const form = (
	changes: BodyChange[],
	headers?: Record<string, string | null>,
): Partial<FaultRule> => ({ kind: 'otherForm', changes, ...(headers && { headers }) });
const missing = (what: RegExp): Plant => ({ kind: 'missing', what });
const renamed = (what: RegExp): Plant => ({ kind: 'renamed', what });
const type = (what: RegExp): Plant => ({ kind: 'other type', what });
const gone: Partial<FaultRule> = { kind: 'errorBefore', status: 404 };

const ENDPOINT = '/api/v1/endpoint/\\d{5}';

const PLACES: Place[] = [
	{
		path: '/api/v1/endpoint$',
		rule: form(
			[
				{ at: '*/imei_lock' },
				{ at: '*/name', to: 'display_name' },
				{ at: '*/status', set: 'Enabled' },
				{ at: '*/ip_address', to: 'network/ip_address' },
				{ at: 'message', to: 'detail' },
				{ at: 'error_code' },
				{ at: 'error_token' },
				{ at: 'status_code' },
				{ at: 'errors' },
			],
			{ 'X-Total-Count': null },
		),
		plants: [
			missing(/^`imei_lock`/),
			renamed(/^`name`.*`display_name`/),
			type(/^`status` is text, expected an object/),
			renamed(/^`ip_address`.*`network.ip_address`/),
			{ kind: 'paging', what: /x-total-count is missing/ },
			{ kind: 'error form', what: /neither message nor error_code/ },
		],
	},
	{
		path: `${ENDPOINT}$`,
		rule: form([{ at: 'created', to: 'created_at' }]),
		plants: [renamed(/^`created`.*`created_at`/)],
	},
	{
		path: '/api/v1/endpoint/9{12}$',
		rule: form([{ at: '', set: '<html>Miller: not found</html>' }]),
		plants: [{ kind: 'error form', what: /no JSON/ }],
	},
	{
		path: '/api/v1/sim$',
		rule: form([{ at: '*/iccid', set: 8_988_303_000_000_000 }, { at: '*/msisdn' }], {
			'X-Total-Pages': 'many',
		}),
		plants: [
			type(/^`iccid` is a number, expected text/),
			missing(/^`msisdn`/),
			{ kind: 'paging', what: /x-total-pages is no number/ },
		],
	},
	{
		path: '/api/v1/sim/\\d+$',
		rule: form([{ at: 'status/id' }]),
		plants: [missing(/^`status.id`/)],
	},
	{
		path: '/api/v1/event$',
		rule: form(
			[
				{ at: '*/event_type/id', set: 'quota' },
				{ at: '*/timestamp', to: 'timeStamp' },
			],
			{ 'X-Total-Pages': null },
		),
		plants: [
			type(/^`event_type.id` is text, expected a number/),
			renamed(/^`timestamp`.*`timeStamp`/),
			{ kind: 'paging', what: /x-total-pages is missing/ },
		],
	},
	{ path: '/api/v2/tags$', rule: form([{ at: 'last_page' }]), plants: [missing(/^`last_page`/)] },
	{ path: '/api/v2/tag-colors$', rule: gone, plants: [{ kind: 'not there', what: /404/ }] },
	{ path: '/api/v1/operator$', rule: gone, plants: [{ kind: 'not there', what: /404/ }] },
	{
		path: '/api/v1/traffic_limit$',
		rule: form([{ at: '', set: { '8988303000000000001': { volume: 1 } } }]),
		plants: [{ kind: 'other form', what: /an object without a list/ }],
	},
	{
		path: '/api/v1/service_profile/\\d+$',
		rule: form([
			{ at: 'service', to: 'services' },
			{ at: 'apply_data_quota', set: 'yes' },
		]),
		plants: [renamed(/^`service`.*`services`/), type(/^`apply_data_quota` is text/)],
	},
	{
		path: '/api/v1/tariff_profile$',
		// The new name is an ICCID: it must not be shown.
		rule: form([{ at: '*/name', to: 'name_8988303000000000001' }]),
		plants: [missing(/^`name`/)],
	},
	{
		path: '/api/v1/ip_address_space$',
		rule: form([{ at: '*/ip_address_space', to: 'ipAddressSpace' }]),
		plants: [renamed(/^`ip_address_space`.*`ipAddressSpace`/)],
	},
	{
		path: '/quota/sms$',
		rule: form([
			{ at: 'volume', to: 'volume_left' },
			{ at: 'expiry_date', set: 1_893_456_000_000 },
		]),
		plants: [renamed(/^`volume`.*`volume_left`/), type(/^`expiry_date` is a number/)],
	},
	{ path: '/quota/data$', rule: form([{ at: 'status/id' }]), plants: [missing(/^`status.id`/)] },
	{
		path: `${ENDPOINT}/stats/daily$`,
		rule: form([{ at: '*/data/volume', to: 'bytes' }]),
		plants: [missing(/^`data.volume`/)],
	},
	{
		path: `${ENDPOINT}/connectivity$`,
		rule: form([{ at: 'status', set: 'ONLINE' }]),
		plants: [type(/^`status` is text/)],
	},
	{
		path: `${ENDPOINT}/sms$`,
		rule: form([{ at: '*/payload', to: 'text' }]),
		plants: [missing(/^`payload`/)],
	},
	{
		path: '/api/v2/data_stream$',
		rule: form([{ at: '*/status' }]),
		plants: [missing(/^`status`/)],
	},
	{
		path: '/api/v1/rat_type$',
		rule: { kind: 'errorBefore', status: 200, body: 'html' },
		plants: [{ kind: 'other form', what: /a page/ }],
	},
	{
		path: '/api/v1/country$',
		rule: { kind: 'errorBefore', status: 200, body: 'empty' },
		plants: [{ kind: 'other form', what: /nothing/ }],
	},
	{
		path: '/api/v1/sim/\\d+/stats$',
		rule: form([], { 'RateLimit-Policy': '5;w=1' }),
		plants: [{ kind: 'limit', what: /allows 5, the credential keeps to 10/ }],
	},
];

/** Changes to the claims: the organisation is somewhere else, and when the token was issued is gone. */
export const CLAIMS: BodyChange[] = [
	{ at: 'esc.org', to: 'tenant/organisation_id' },
	{ at: 'iat' },
];
/** The clock of the service, ahead of ours. Milliseconds. */
export const AHEAD_MS = 10 * 60_000;

/** The faults that plant everything but the claims and the clock. */
export const RULES: FaultRule[] = PLACES.map(({ path, rule }) => ({
	...({ kind: 'otherForm', ...rule } as FaultRule),
	match: { method: 'GET', path },
}));

/** Everything that is planted. */
export const PLANTS: Plant[] = [
	...PLACES.flatMap(({ plants }) => plants),
	{ kind: 'token', what: /esc\.org.*`tenant\{organisation_id\}`/ },
	{ kind: 'token', what: /`iat` is missing/ },
	{ kind: 'clock', what: /ahead of/ },
];
