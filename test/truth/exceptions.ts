/*
 * Where the simulator's recorded generation answers otherwise than the newest schemas of the public reference
 * have it, and what that is taken from: recorded traffic, the samples and older pages of the reference, or
 * likelihood. Recorded were logins, endpoints, SIMs, SMS, events, connectivity, operators, blacklists and a
 * batch.
 */

export interface Exception {
	/** What is answered instead. */
	says: string;
	source: 'recorded traffic' | 'elsewhere in the reference' | 'inferred';
	routes: RegExp;
	status: number;
	/** Places in the answer, such as `[].sim.iccid_with_luhn`; the empty one is the answer itself. */
	at: RegExp;
}

const LISTED = String.raw`^(\[\]\.)?`;
const at = (names: string) => new RegExp(`${LISTED}(${names})$`);

export const EXCEPTIONS: Exception[] = [
	{
		says: 'a call without a token is refused by the gateway, with a message and no codes',
		source: 'recorded traffic',
		routes: /./,
		status: 401,
		at: /^(error_code|error_token|status_code)$/,
	},
	{
		says: 'times end with +0000',
		source: 'recorded traffic',
		routes: /^(GET|POST) \/api\/v[12]\/(endpoint(\/\{endpointId\}|\/multi)?|sim(\/\{simId\})?)$/,
		status: 200,
		at: at('created|last_updated|activation_date|production_date'),
	},
	{
		says: 'times end with +0000',
		source: 'recorded traffic',
		routes: /^POST \/api\/v2\/endpoint\/multi$/,
		status: 201,
		at: at('created|last_updated'),
	},
	{
		says: 'a create answers with an empty body, and the ID in Location',
		source: 'recorded traffic',
		routes: /^POST \/api\/v1\/endpoint$/,
		status: 201,
		at: /^$/,
	},
	{
		says: 'the key sim is absent without a SIM; imei and tags are null; these fields were not sent',
		source: 'recorded traffic',
		routes: /^GET \/api\/v1\/endpoint(\/\{endpointId\})?$/,
		status: 200,
		at: at(
			String.raw`sim|imei|tags|imei_with_luhn|tag_assignments|sim\.iccid_with_luhn|sim\.sim_profile_type`,
		),
	},
	{
		says: 'a single endpoint has the range and version of its address space, one of a list has none',
		source: 'recorded traffic',
		routes: /^GET \/api\/v1\/endpoint(\/\{endpointId\})?$/,
		status: 200,
		at: at('ip_address_space'),
	},
	{
		says: 'the endpoint of a SIM is flat: IDs instead of objects',
		source: 'recorded traffic',
		routes: /^GET \/api\/v1\/sim(\/\{simId\})?$/,
		status: 200,
		at: at('endpoint'),
	},
	{
		says: 'an SMS is flat, with its counts as text, null for what has not happened, and +0000 in times',
		source: 'recorded traffic',
		routes: /^GET \/api\/v1\/endpoint\/\{endpointId\}\/sms(\/\{smsId\})?$/,
		status: 200,
		at: /^(\[\]|(\[\]\.)?(dcs|pid|retry_count|endpoint|gsm_map_error|msc|\w+_date|last_delivery_attempt))?$/,
	},
	{
		says: 'the source of an event has a description, as all other types have, and no name',
		source: 'recorded traffic',
		routes: /^GET .*\/event$/,
		status: 200,
		at: at(String.raw`event_source|event_source\.name`),
	},
	{
		says: 'codes of countries and networks are text, with leading zeros',
		source: 'recorded traffic',
		routes: /operator_blacklist$/,
		status: 200,
		at: at(String.raw`country\.country_code|country\.mcc|mnc\.\[\]\.mnc`),
	},
	{
		says: 'a registered batch tells the ID and the ICCID of each SIM',
		source: 'recorded traffic',
		routes: /^PATCH \/api\/v1\/sim_batch/,
		status: 200,
		at: /^sim\.\[\]\.(imsi|msisdn|status)$/,
	},
	{
		says: 'an owner that a batch does not have is null',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v1\/sim_batch/,
		status: 200,
		at: /^(customer|reseller)_org_id$/,
	},
	{
		says: 'volumes with traffic are text, without traffic the number 0 with a cost of null; the row TOTAL',
		source: 'elsewhere in the reference',
		routes: /\/stats\/daily$/,
		status: 200,
		at: /^\[\]\.(date|(data|sms)\.(cost|volume|volume_rx|volume_tx|currency|traffic_type|currency_id|traffic_type_id))$/,
	},
	{
		says: 'the statistics of a SIM are an object of the last and the current month and the last hour',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v1\/sim\/\{simId\}\/stats$/,
		status: 200,
		at: /^$/,
	},
	{
		says: 'SIMs in factory test are counted as factory_test',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v1\/organisation\/\{organisationId\}\/stats$/,
		status: 200,
		at: /^sim(\.factory_mode)?$/,
	},
	{
		says: 'used_count is a number',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v1\/service_profile$/,
		status: 200,
		at: at('used_count'),
	},
	{
		says: 'the currency of a tariff has an ID',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v1\/tariff_profile/,
		status: 200,
		at: at(String.raw`tariff\.currency`),
	},
	{
		says: 'a throttle or an end that a tariff does not have is null',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v1\/tariff_profile/,
		status: 200,
		at: at(String.raw`tariff\.data_throttle_id|inclusive_volume\.end_date`),
	},
	{
		says: 'a browser that the login did not name is null',
		source: 'inferred',
		routes: /\/mfa\/trusted_device$/,
		status: 200,
		at: at('browser'),
	},
	{
		says: 'data streams are a list; the ID of a status ends with a comma; filters have IDs as numbers',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v2\/data_stream/,
		status: 200,
		at: /^(|status\.id|filters\.\[\]\.value\.\[\])$/,
	},
	{
		says: 'the status of a workspace is not nested once more',
		source: 'elsewhere in the reference',
		routes: /^GET \/api\/v2\/user\/\{userId\}\/workspace$/,
		status: 200,
		at: /^\[\]\.status(\.status)?$/,
	},
];
