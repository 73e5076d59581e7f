import type { FaultRule } from '../../../../simulator';
import type { BodyChange } from '../../../../simulator/faults/changes';

/*
 * Differences planted in the simulator, each with the text that the report must contain.
 */

/** A planted difference: its operation, its kind, and a part of its text in the report. */
export interface Plant {
	request?: string;
	kind: string;
	what: RegExp;
}

const form = (
	changes: BodyChange[],
	headers?: Record<string, string | null>,
): Partial<FaultRule> => ({ kind: 'otherForm', changes, ...(headers && { headers }) });
const missing = (what: RegExp): Plant => ({ kind: 'missing', what });
const renamed = (what: RegExp): Plant => ({ kind: 'renamed', what });
const type = (what: RegExp): Plant => ({ kind: 'other type', what });
const meaning = (what: RegExp): Plant => ({ kind: 'other meaning', what });
const gone: Partial<FaultRule> = { kind: 'errorBefore', status: 404 };

const ENDPOINT = '/api/v1/endpoint/\\d{5}';

/** The fault at each path and the differences that the report must name. */
const PLACES: Record<string, [rule: Partial<FaultRule>, ...plants: Plant[]]> = {
	'/api/v1/endpoint$': [
		form(
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
		missing(/^`imei_lock`/),
		renamed(/^`name`.*`display_name`/),
		type(/^`status` is text, expected an object/),
		renamed(/^`ip_address`.*`network.ip_address`/),
		{ kind: 'paging', what: /x-total-count is missing/ },
		{ kind: 'error form', what: /neither message nor error_code/ },
	],
	[`${ENDPOINT}$`]: [
		form([
			{ at: 'created', to: 'created_at' },
			{ at: 'status/description', set: 'Disabled' },
		]),
		renamed(/^`created`.*`created_at`/),
		meaning(/^`status.id` 0 means Disabled, expected Enabled/),
	],
	'/api/v1/endpoint/9{12}$': [
		form([{ at: '', set: '<html>Miller: not found</html>' }]),
		{ kind: 'error form', what: /no JSON/ },
	],
	'/api/v1/sim$': [
		form([{ at: '*/iccid', set: 8_988_303_000_000_000 }, { at: '*/msisdn' }], {
			'X-Total-Pages': 'many',
		}),
		type(/^`iccid` is a number, expected text/),
		missing(/^`msisdn`/),
		{ kind: 'paging', what: /x-total-pages is no number/ },
	],
	'/api/v1/sim/\\d+$': [
		form([{ at: 'status/id' }, { at: 'iccid', set: '8988 3030 0000 0000 007' }]),
		missing(/^`status.id`/),
		meaning(/^`iccid` holds blanks/),
	],
	'/api/v1/event$': [
		form(
			[
				{ at: '*/event_type/id', set: 'quota' },
				{ at: '*/timestamp', to: 'timeStamp' },
			],
			{ 'X-Total-Pages': null },
		),
		type(/^`event_type.id` is text, expected a number/),
		renamed(/^`timestamp`.*`timeStamp`/),
		{ kind: 'paging', what: /x-total-pages is missing/ },
	],
	'/api/v2/tags$': [form([{ at: 'last_page' }]), missing(/^`last_page`/)],
	'/api/v2/tag-colors$': [gone, { kind: 'not there', what: /404/ }],
	'/api/v1/operator$': [gone, { kind: 'not there', what: /404/ }],
	'/api/v1/traffic_limit$': [
		form([{ at: '', set: { '8988303000000000001': { volume: 1 } } }]),
		{ kind: 'other form', what: /an object without a list/ },
	],
	'/api/v1/service_profile/\\d+$': [
		form([
			{ at: 'service', to: 'services' },
			{ at: 'apply_data_quota', set: 'yes' },
		]),
		renamed(/^`service`.*`services`/),
		type(/^`apply_data_quota` is text/),
	],
	'/api/v1/tariff_profile$': [
		// The new name contains an ICCID, which must not be shown.
		form([{ at: '*/name', to: 'name_8988303000000000001' }]),
		missing(/^`name`/),
	],
	'/api/v1/ip_address_space$': [
		form([{ at: '*/ip_address_space', to: 'ipAddressSpace' }]),
		renamed(/^`ip_address_space`.*`ipAddressSpace`/),
	],
	'/quota/sms$': [
		form([
			{ at: 'volume', to: 'volume_left' },
			{ at: 'expiry_date', set: 1_893_456_000_000 },
		]),
		renamed(/^`volume`.*`volume_left`/),
		type(/^`expiry_date` is a number/),
	],
	'/quota/data$': [form([{ at: 'status/id' }]), missing(/^`status.id`/)],
	[`${ENDPOINT}/stats/daily$`]: [
		form([
			{ at: '*/data/volume', to: 'bytes' },
			{ at: '*/data/traffic_type/unit', set: 'KB' },
		]),
		missing(/^`data.volume`/),
		meaning(/^`data.traffic_type.unit` is KB, expected MB/),
	],
	[`${ENDPOINT}/connectivity$`]: [
		form([{ at: 'status', set: 'ONLINE' }]),
		type(/^`status` is text/),
	],
	[`${ENDPOINT}/sms$`]: [form([{ at: '*/payload', to: 'text' }]), missing(/^`payload`/)],
	'/api/v2/data_stream$': [form([{ at: '*/status' }]), missing(/^`status`/)],
	'/api/v1/rat_type$': [
		{ kind: 'errorBefore', status: 200, body: 'html' },
		{ kind: 'other form', what: /a page/ },
	],
	'/api/v1/country$': [
		{ kind: 'errorBefore', status: 200, body: 'empty' },
		{ kind: 'other form', what: /nothing/ },
	],
	'/api/v1/sim/\\d+/stats$': [
		form([], { 'RateLimit-Policy': '5;w=1' }),
		{ kind: 'limit', what: /allows 5, the credential keeps to 10/ },
	],
};

/** Changes to the claims: the organisation is moved, and the time of issue is missing. */
export const CLAIMS: BodyChange[] = [
	{ at: 'esc.org', to: 'tenant/organisation_id' },
	{ at: 'iat' },
];
/** Milliseconds by which the clock of the service is ahead. */
export const AHEAD_MS = 10 * 60_000;

/** The faults that plant all differences except those of the claims and the clock. */
export const RULES: FaultRule[] = Object.entries(PLACES).map(([path, [rule]]) => ({
	...({ kind: 'otherForm', ...rule } as FaultRule),
	match: { method: 'GET', path },
}));

/** All planted differences. */
export const PLANTS: Plant[] = [
	...Object.values(PLACES).flatMap(([, ...plants]) => plants),
	{ kind: 'token', what: /esc\.org.*`tenant\{organisation_id\}`/ },
	{ kind: 'token', what: /`iat` is missing/ },
	{ kind: 'clock', what: /ahead of/ },
];
