/*
 * The public operations of the service: those in its specification (S) and those in the public
 * reference (P), with the reason where the nodes deliberately have no operation for it.
 */

/** An operation of the service. */
export interface PublicOperation {
	/** `METHOD /path/{placeholder}`. */
	request: string;
	source: 'specification' | 'public reference';
	/** Other parts of the package that send it, besides the nodes' operations. */
	sentBy?: string;
	/** The reason why no operation of the nodes sends it. */
	reason?: string;
}

const WHY = {
	password: 'Keys and passwords are for the person who owns them, in the portal.',
	captcha: 'Needs a captcha in a browser.',
	acting: 'Acts on behalf of another user.',
	deprecated: 'Deprecated by the service in favour of another operation of this list.',
	old: 'Only in an older edition of the reference.',
	reserved: 'Reserved by the service for later use.',
	secondFactor: 'Removes another user’s second factor; a user deletes their own with `my`.',
	invite: 'A second form of creating users; the nodes use the invitation.',
	tariff: 'Cannot be undone: it ends all inclusive volumes and custom rates.',
	noList: 'No list returns its ids: the reference only mentions the path.',
	unnamed:
		'Mentioned only in the list of rate limits; its parameters and answers are not documented.',
	portal: 'Its descriptions are part of every answer with such an object.',
	own: 'The same as the operation for the organisation `my`.',
	tagBulk: 'The call for many endpoints is also used for one.',
	recipient: 'Needs a token that the service mails to another person.',
} as const;
type Why = keyof typeof WHY;

/** Other parts of the package, by the letter used below. */
const PARTS = {
	C: 'the credentials',
	L: 'pickers',
	S: 'the SMS and stream triggers',
	T: 'Endpoint: addTags, one by one where the call for many is refused',
} as const;

/** A line: source, request, and `!why` or `+parts`. */
const LINES = `
S POST /api/v1/authenticate +C
P POST /api/v1/authenticate/workspace +C
P GET /api/v2/user/{user_id}/workspace +L
P POST /api/v1/user/mfa
P PATCH /api/v1/user/mfa/{key_id}
P DELETE /api/v1/user/my/mfa/{key_id}
P DELETE /api/v1/user/{user_id}/mfa/{key_id} !secondFactor
P GET /api/v1/user/mfa/status
P GET /api/v1/user/mfa/type
P GET /api/v1/user/my/mfa/trusted_device
P DELETE /api/v1/user/my/mfa/trusted_device/{device_id}
P GET /api/v1/user/{user_id}/mfa/trusted_device
P DELETE /api/v1/user/{user_id}/mfa/trusted_device/{device_id}

S GET /api/v1/endpoint +L
S POST /api/v1/endpoint
P GET /api/v1/endpoint/{endpoint_id}
S PATCH /api/v1/endpoint/{endpoint_id}
P DELETE /api/v1/endpoint/{endpoint_id}
S POST /api/v2/endpoint/multi
S PATCH /api/v2/endpoint/multi
P DELETE /api/v2/endpoint/multi
P GET /api/v1/endpoint/status !portal
P GET /api/v1/endpoint/stats !unnamed
P GET /api/v1/endpoint/{endpoint_id}/connectivity
S PATCH /api/v1/endpoint/{endpoint_id}/connectivity
S GET /api/v1/endpoint/{endpoint_id}/connectivity_info
S GET /api/v1/endpoint/{endpoint_id}/operator_blacklist
S PUT /api/v1/endpoint/{endpoint_id}/operator_blacklist/{operator_id}
P DELETE /api/v1/endpoint/{endpoint_id}/operator_blacklist/{operator_id}
S POST /api/v1/endpoint/{endpoint_id}/sms
P GET /api/v1/endpoint/{endpoint_id}/sms
P GET /api/v1/endpoint/{endpoint_id}/sms/{sms_id}
P DELETE /api/v1/endpoint/{endpoint_id}/sms/{sms_id}
P GET /api/v1/endpoint/{endpoint_id}/quota/sms
S POST /api/v1/endpoint/{endpoint_id}/quota/sms
P DELETE /api/v1/endpoint/{endpoint_id}/quota/sms
P GET /api/v1/endpoint/{endpoint_id}/quota/data
P POST /api/v1/endpoint/{endpoint_id}/quota/data
P DELETE /api/v1/endpoint/{endpoint_id}/quota/data
P GET /api/v1/endpoint/{endpoint_id}/stats
S GET /api/v1/endpoint/{endpoint_id}/stats/daily
P GET /api/v1/endpoint/{endpoint_id}/event
P GET /api/v1/endpoint/{endpoint_id}/traffic_limit_extension
S POST /api/v1/endpoint/{endpoint_id}/traffic_limit_extension
P DELETE /api/v1/endpoint/{endpoint_id}/traffic_limit_extension
P GET /api/v2/endpoint/{endpoint_id}/tags
P POST /api/v2/endpoint/{endpoint_id}/tags +T
P DELETE /api/v2/endpoint/{endpoint_id}/tags/{tag_id} !tagBulk
P GET /api/v2/tags +L
P POST /api/v2/tags
P PATCH /api/v2/tags/{tag_id}
P DELETE /api/v2/tags/{tag_id}
P GET /api/v2/tag-colors +L
P POST /api/v2/bulk-operations/tag/delete-tags
P POST /api/v2/bulk-operations/endpoint/add-tags
P POST /api/v2/bulk-operations/endpoint/remove-tags

P GET /api/v1/sim +L
P GET /api/v1/sim/{sim_id}
P PATCH /api/v1/sim/{sim_id}
P DELETE /api/v1/sim/{sim_id}
P DELETE /api/v1/sim/multi
P GET /api/v1/sim/status
P GET /api/v1/sim/{sim_id}/event
P GET /api/v1/sim/{sim_id}/stats
P GET /api/v1/sim/{sim_id}/stats/daily
P GET /api/v1/sim/{sim_id}/installation_code !old
P GET /api/v1/sim/unlinked_product_stats
P GET /api/v1/sim_batch/bic/{bic}
P PATCH /api/v1/sim_batch/bic/{bic}
P POST /api/v1/sim/migration/workspace
P POST /api/v1/sim/operation
P GET /api/v1/sim/operation
P GET /api/v1/sim/operation/{operation_id}
P GET /api/v1/sim/operation/action +L
P GET /api/v1/sim/operation/status
P GET /api/v1/euicc +L
P GET /api/v1/euicc/{euicc_id}
P GET /api/v1/euicc/{euicc_id}/operation
P POST /api/v1/euicc/{euicc_id}/operation
P GET /api/v1/euicc/{euicc_id}/operation/{operation_id}
P DELETE /api/v1/euicc/{euicc_id}/operation/{operation_id}
P GET /api/v1/euicc/operation/action +L
P GET /api/v1/euicc/operation/status
P GET /api/v1/euicc/profile/status
P GET /api/v1/euicc/status !reserved
P POST /api/v1/euicc/unlinked_validation

P GET /api/v1/event
P GET /api/v1/event/type +L
P GET /api/v1/user/{user_id}/event
P GET /api/v1/event/alerts_pending !unnamed
P GET /api/v2/data_stream +LS
P POST /api/v2/data_stream +S
P GET /api/v2/data_stream/{data_stream_id} +S
P PATCH /api/v2/data_stream/{data_stream_id} +S
P DELETE /api/v2/data_stream/{data_stream_id} +S
P POST /api/v2/data_stream/{data_stream_id}/restart +S
P GET /api/v2/data_stream/type
P GET /api/v2/data_stream/status
P GET /api/v2/data_stream/filter_field_type
P POST /api/v1/data_stream !old

P GET /api/v1/stats/daily
P GET /api/v1/organisation/{org_id}/stats
P GET /api/v1/organisation/{org_id}/stats/daily
P GET /api/v1/organisation/{org_id}/stats/hourly
P GET /api/v2/workspace/stats/daily
P GET /api/v1/organisation/{org_id}/inclusive_volume/active
P PUT /api/v1/organisation/{org_id}/inclusive_volume/{inclusive_volume_id}
P GET /api/v1/organisation/{org_id}/billing !unnamed
P GET /api/v1/organisation/my
P GET /api/v1/organisation/status
P GET /api/v1/organisation/{org_id}/tariff_plan/active
P GET /api/v1/tariff_plan/active !own
P GET /api/v1/organisation/{org_id}/tariff_plan
P PATCH /api/v1/organisation/{org_id}/tariff !tariff
P GET /api/v1/service_level

P GET /api/v1/service_profile +L
P GET /api/v1/service_profile/{profile_id} +S
P POST /api/v1/service_profile
P PATCH /api/v1/service_profile/{profile_id} +S
P DELETE /api/v1/service_profile/{profile_id}
P PUT /api/v1/service_profile/{profile_id}/service/{service_id}
P DELETE /api/v1/service_profile/{profile_id}/service/{service_id}
P PUT /api/v1/service_profile/{profile_id}/service/{service_id}/traffic_limit/{limit_id}
P DELETE /api/v1/service_profile/{profile_id}/service/{service_id}/traffic_limit/{limit_id}
P GET /api/v1/service_profile/{profile_id}/traffic_limit
P POST /api/v1/service_profile/{profile_id}/traffic_limit
P DELETE /api/v1/service_profile/{profile_id}/traffic_limit
P DELETE /api/v1/service_profile/{profile_id}/traffic_limit/{limit_id}
P DELETE /api/v1/service_profile/{profile_id}/quota/data
P DELETE /api/v1/service_profile/{profile_id}/quota/sms
P GET /api/v1/service +L
P GET /api/v1/service/{service_id}/traffic_limit
P GET /api/v1/traffic_limit
P GET /api/v1/esme_interface_type
P GET /api/v1/breakout_region
P GET /api/v1/dns
P POST /api/v1/dns
P DELETE /api/v1/dns/{dns_id}
P GET /api/v1/ip_address_space +L
P GET /api/v1/ip_address_space/available
P POST /api/v1/ip_address_space
P PUT /api/v1/ip_address_space/{address_space_id} !deprecated
P DELETE /api/v1/ip_address_space/{address_space_id}

P GET /api/v1/tariff_profile +L
P GET /api/v1/tariff_profile/{tariff_profile_id}
P GET /api/v1/tariff_profile/{tariff_profile_id}/coverage
P POST /api/v1/tariff_profile
P PATCH /api/v1/tariff_profile/{tariff_profile_id}
P DELETE /api/v1/tariff_profile/{tariff_profile_id}
P PUT /api/v1/tariff_profile/{tariff_profile_id}/ratezone_selection/{ratezone_id}
P DELETE /api/v1/tariff_profile/{tariff_profile_id}/ratezone_selection/{ratezone_id}
P PUT /api/v1/tariff_profile/{tariff_profile_id}/inclusive_volume/{inclusive_volume_id}
P DELETE /api/v1/tariff_profile/{tariff_profile_id}/inclusive_volume/{inclusive_volume_id}
P GET /api/v1/tariff/{tariff_id}/ratezone/{ratezone_id}/inclusive_volume !noList
P GET /api/v2/tariff_profile/{tariff_profile_id}/operator_blocklist/operator
P GET /api/v2/tariff_profile/{tariff_profile_id}/operator_blocklist/operator/{operator_id}
P PUT /api/v2/tariff_profile/{tariff_profile_id}/operator_blocklist/operator/{operator_id}
P DELETE /api/v2/tariff_profile/{tariff_profile_id}/operator_blocklist/operator/{operator_id}
P POST /api/v2/tariff_profile/{tariff_profile_id}/operator_blocklist/operator/{operator_id}/rat_type
P DELETE /api/v2/tariff_profile/{tariff_profile_id}/operator_blocklist/operator/{operator_id}/rat_type/{rat_type_id}
P GET /api/v1/operator +L
P GET /api/v1/country
P GET /api/v1/rat_type +L
P GET /api/v1/currency !portal
P GET /api/v1/data_blocksize !portal
P GET /api/v1/data_throttle !portal

P GET /api/v1/automation
P GET /api/v1/automation/{automation_id}
P POST /api/v1/automation
P PATCH /api/v1/automation/{automation_id}
P DELETE /api/v1/automation/{automation_id}
P GET /api/v1/automation/action
P GET /api/v1/automation/action/{action_id}
P GET /api/v1/automation/log
P POST /api/v1/automation/recipient/email/verification !recipient
P GET /api/v1/event/custom/configuration
P GET /api/v1/event/custom/configuration/{custom_event_id}
P POST /api/v1/event/custom/configuration
P DELETE /api/v1/event/custom/configuration/{custom_event_id}
P GET /api/v1/event/custom/template
P GET /api/v1/event/custom/template/{template_id}
P GET /api/v1/event/system/configuration
P GET /api/v1/event/system/configuration/{system_event_id}

P GET /api/v1/api_callback +S
P GET /api/v1/api_callback/{api_callback_id} +S
P POST /api/v1/api_callback +S
P DELETE /api/v1/api_callback/{api_callback_id} +S
P GET /api/v1/api_secret +S
P GET /api/v1/api_secret/{api_secret_id}
P POST /api/v1/api_secret +S
P DELETE /api/v1/api_secret/{api_secret_id} +S
P GET /api/v1/application_token
P POST /api/v1/application_token
P PATCH /api/v1/application_token/{app_token_id}
P GET /api/v1/user
P GET /api/v1/user/{user_id}
P POST /api/v1/user !invite
P POST /api/v2/user/invitation
P PATCH /api/v1/user/{user_id}
P DELETE /api/v1/user/{user_id} !deprecated
P DELETE /api/v2/user/{user_id}
P GET /api/v1/user/role
P GET /api/v1/user/status
P GET /api/v1/user/{user_id}/role/permission
P PUT /api/v1/user/{user_id}/role/{role_id}
P DELETE /api/v1/user/{user_id}/role/{role_id}
P DELETE /api/v2/user/{user_id}/workspace/{workspace_id}
P PATCH /api/v2/user/{user_id}/workspace/{workspace_id}
P PUT /api/v2/user/{user_id}/workspace/{workspace_id}/role/{role_id}
P DELETE /api/v2/user/{user_id}/workspace/{workspace_id}/role/{role_id}
P PUT /api/v2/user/{user_id}/default_organisation/{workspace_id}
P PATCH /api/v1/user/password !password
P POST /api/v1/user/activation !password
P POST /api/v2/user/activation !password
P POST /api/v1/user/activation_resend !captcha
P POST /api/v2/user/{user_id}/support_token !acting

P GET /api/v1/cnc/breakout
P GET /api/v1/cnc/breakout_type
P GET /api/v1/cnc/breakout/{breakout_id}
P PATCH /api/v1/cnc/breakout/{breakout_id}
P GET /api/v1/cnc/pricing
P GET /api/v1/cnc/breakout_type/{type_id}/available_region
`;

/** All of them, in the order of the list above. */
export const PUBLIC_OPERATIONS: PublicOperation[] = LINES.split('\n').flatMap((line) => {
	const [source, method, path, ...marks] = line.trim().split(' ');
	if (!path) return [];
	const why = marks.find((mark) => mark.startsWith('!'))?.slice(1) as Why | undefined;
	const parts = marks.find((mark) => mark.startsWith('+'))?.slice(1) ?? '';
	const sentBy = [...parts].map((part) => PARTS[part as keyof typeof PARTS]).join(', ');
	return [
		{
			request: `${method} ${path}`,
			source: source === 'S' ? 'specification' : 'public reference',
			...(sentBy && { sentBy }),
			...(why && { reason: WHY[why] }),
		},
	];
});
