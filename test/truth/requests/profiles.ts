import * as z from 'zod/v4';
import { type Asked, flag, id, moment, ref, some, text } from './forms';

/*
 * Profiles, services, networks and lists of choices. Sources: public reference (Traffic limit extensions,
 * blacklist, profiles, lookups), fleet operations 7, more operations 1 and 7.
 */

const SERVICE_PROFILE_PATH = '/api/v1/service_profile';
const TARIFF_PROFILE_PATH = '/api/v1/tariff_profile';
const BLOCKLIST_PATH = '/api/v2/tariff_profile/{tariffId}/operator_blocklist/operator';

/** Emptied by `{id: null}`. */
const linked = z.strictObject({ id: id.nullable() }).optional();
const profile = {
	description: z.string().optional(),
	...Object.fromEntries(
		[
			'allowed_3g',
			'allowed_4g',
			'allowed_nb_iot',
			'allowed_nb_iot_geo',
			'apply_data_quota',
			'apply_sms_quota',
			'retail',
			'sms_p2p_int',
			'sms_p2p_ext',
			'nipdp',
		].map((name) => [name, z.boolean().optional()] as const),
	),
	api_callback: linked,
	api_secret: linked,
	moc_callback: linked,
	dns: linked,
	esme_interface_type: ref.optional(),
	breakout_region: ref.optional(),
};
/** Integers, like all other ids; the schema has these two as strings. */
const numbered = (digits: number) =>
	z.strictObject({ id: z.union([z.literal(digits), z.literal(String(digits))]) });
const tariff = { name: text, description: z.string().optional(), tariff: ref };

export const PROFILES: Record<string, Asked> = {
	[`GET ${SERVICE_PROFILE_PATH}`]: {},
	[`GET ${SERVICE_PROFILE_PATH}/{id}`]: {},
	[`POST ${SERVICE_PROFILE_PATH}`]: { body: z.strictObject({ name: text, ...profile }) },
	[`PATCH ${SERVICE_PROFILE_PATH}/{id}`]: {
		body: some(z.strictObject({ name: text.optional(), ...profile })),
	},
	[`DELETE ${SERVICE_PROFILE_PATH}/{id}`]: {},
	[`PUT ${SERVICE_PROFILE_PATH}/{profileId}/service/{serviceId}`]: {},
	[`DELETE ${SERVICE_PROFILE_PATH}/{profileId}/service/{serviceId}`]: {},
	[`PUT ${SERVICE_PROFILE_PATH}/{profileId}/service/{serviceId}/traffic_limit/{limitId}`]: {},
	[`DELETE ${SERVICE_PROFILE_PATH}/{profileId}/service/{serviceId}/traffic_limit/{limitId}`]: {},
	[`GET ${SERVICE_PROFILE_PATH}/{profileId}/traffic_limit`]: {},
	[`POST ${SERVICE_PROFILE_PATH}/{profileId}/traffic_limit`]: {
		body: z.strictObject({
			service: numbered(38),
			period: numbered(2),
			volume: z.number(),
			satellite_only: z.boolean().optional(),
			warning_percent: z.int().optional(),
		}),
	},
	[`DELETE ${SERVICE_PROFILE_PATH}/{profileId}/traffic_limit`]: {},
	[`DELETE ${SERVICE_PROFILE_PATH}/{profileId}/traffic_limit/{limitId}`]: {},
	[`DELETE ${SERVICE_PROFILE_PATH}/{profileId}/quota/{kind}`]: {},
	'GET /api/v1/service': {},
	'GET /api/v1/service/{serviceId}/traffic_limit': {},
	'GET /api/v1/traffic_limit': {},
	'GET /api/v1/esme_interface_type': {},
	'GET /api/v1/breakout_region': {},
	'GET /api/v1/dns': {},
	'POST /api/v1/dns': {
		body: z.strictObject({
			primary: z.union([z.ipv4(), z.ipv6()]),
			secondary: z.union([z.ipv4(), z.ipv6()]),
			ip_address_version: z.literal([4, 6]),
		}),
	},
	'DELETE /api/v1/dns/{dnsId}': {},
	'GET /api/v1/ip_address_space': {},
	'GET /api/v1/ip_address_space/available': {
		query: { ip_address_version: z.enum(['4', '6']).optional() },
	},
	'POST /api/v1/ip_address_space': {
		body: z.strictObject({ ip_address_space: z.cidrv4(), ip_address_version: z.literal([4, 6]) }),
	},
	'DELETE /api/v1/ip_address_space/{spaceId}': {},

	[`GET ${TARIFF_PROFILE_PATH}`]: {},
	[`GET ${TARIFF_PROFILE_PATH}/{tariffId}`]: {},
	[`GET ${TARIFF_PROFILE_PATH}/{tariffId}/coverage`]: {},
	[`POST ${TARIFF_PROFILE_PATH}`]: { body: z.strictObject(tariff) },
	[`PATCH ${TARIFF_PROFILE_PATH}/{tariffId}`]: { body: some(z.strictObject(tariff).partial()) },
	[`DELETE ${TARIFF_PROFILE_PATH}/{tariffId}`]: {},
	[`PUT ${TARIFF_PROFILE_PATH}/{tariffId}/ratezone_selection/{ratezoneId}`]: {},
	[`DELETE ${TARIFF_PROFILE_PATH}/{tariffId}/ratezone_selection/{ratezoneId}`]: {},
	[`PUT ${TARIFF_PROFILE_PATH}/{tariffId}/inclusive_volume/{volumeId}`]: {},
	[`DELETE ${TARIFF_PROFILE_PATH}/{tariffId}/inclusive_volume/{volumeId}`]: {},
	'PUT /api/v1/organisation/{organisationId}/inclusive_volume/{volumeId}': {
		body: z
			.strictObject({
				start_date: moment.optional(),
				end_date: moment.nullable().optional(),
				pooled: z.boolean().optional(),
			})
			.optional(),
	},
	[`GET ${BLOCKLIST_PATH}`]: {},
	[`GET ${BLOCKLIST_PATH}/{operatorId}`]: {},
	[`PUT ${BLOCKLIST_PATH}/{operatorId}`]: {},
	[`DELETE ${BLOCKLIST_PATH}/{operatorId}`]: {},
	[`POST ${BLOCKLIST_PATH}/{operatorId}/rat_type`]: {
		body: z.strictObject({ rat_types: z.array(ref).min(1) }),
	},
	[`DELETE ${BLOCKLIST_PATH}/{operatorId}/rat_type/{ratTypeId}`]: {},
	'GET /api/v1/operator': {},
	'GET /api/v1/country': { query: { geographic: flag.optional() } },
	'GET /api/v1/rat_type': {
		query: { blacklistable: flag.optional(), limitable: flag.optional() },
	},
};
