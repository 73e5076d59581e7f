import * as z from 'zod/v4';
import * as account from './shapes/account';
import * as automations from './shapes/automations';
import * as endpoints from './shapes/endpoints';
import * as events from './shapes/events';
import {
	type ByGeneration,
	empty,
	emptyObject,
	listOf,
	lookup,
	of,
	type Shape,
	space,
} from './shapes/forms';
import * as organisation from './shapes/organisation';
import * as people from './shapes/people';
import * as profiles from './shapes/profiles';
import * as sims from './shapes/sims';
import * as sms from './shapes/sms';
import * as usage from './shapes/usage';

/* The answers of each route, by route and status: a shape, or one for each generation. */

/** A create that may answer its object, as documented, or nothing, as recorded. */
const made = (shape: Shape): ByGeneration<z.ZodType> => ({
	recorded: z.union([empty, of(shape, 'recorded')]),
	reference: of(shape, 'reference'),
});

const LOGIN = z.union([account.session, account.userSession, account.challenge]);
const ENDPOINT = '/api/v1/endpoint/{endpointId}';
const TAGS = '/api/v2/endpoint/{endpointId}/tags';
const BLOCKED = '/api/v2/tariff_profile/{tariffId}/operator_blocklist/operator';
const STREAM = '/api/v2/data_stream/{streamId}';
const TARIFF = '/api/v1/tariff_profile/{tariffId}';
const AUTOMATION = '/api/v1/automation';
const EVENT = '/api/v1/event';
const USER = '/api/v1/user';
const MEMBER = '/api/v2/user/{userId}/workspace/{workspaceId}';
const PROFILE = '/api/v1/service_profile/{profileId}';
const ORGANISATION = '/api/v1/organisation/{organisationId}';

/** Success answers: the documented status with its shape. */
export const SUCCESSES: Record<string, Record<number, Shape>> = {
	'POST /api/v1/authenticate': { 200: LOGIN },
	'POST /api/v1/authenticate/workspace': { 200: account.session },
	'GET /api/v2/user/{userId}/workspace': { 200: account.workspaces },
	'GET /api/v1/user/my/mfa/trusted_device': { 200: account.trustedDevices },
	'DELETE /api/v1/user/my/mfa/trusted_device/{deviceId}': { 204: empty },
	'POST /api/v1/user/mfa': { 200: account.mfaKey },
	'PATCH /api/v1/user/mfa/{keyId}': { 204: empty },
	'DELETE /api/v1/user/{userId}/mfa/{keyId}': { 204: empty },
	'GET /api/v1/user/mfa/status': { 200: lookup },
	'GET /api/v1/user/mfa/type': { 200: lookup },

	'GET /api/v1/endpoint': { 200: endpoints.endpointList },
	'POST /api/v1/endpoint': { 201: made(endpoints.createdEndpoint) },
	[`GET ${ENDPOINT}`]: { 200: endpoints.endpoint },
	[`PATCH ${ENDPOINT}`]: { 204: empty },
	[`DELETE ${ENDPOINT}`]: { 204: empty },
	'POST /api/v2/endpoint/multi': { 201: listOf(endpoints.createdEndpoint) },
	'PATCH /api/v2/endpoint/multi': { 204: empty },
	'DELETE /api/v2/endpoint/multi': { 204: empty },
	[`GET ${ENDPOINT}/connectivity`]: { 200: endpoints.connectivity },
	[`PATCH ${ENDPOINT}/connectivity`]: { 204: empty },
	[`GET ${ENDPOINT}/connectivity_info`]: {
		200: z.union([endpoints.connectivityInfo, endpoints.connectivityTimes]),
	},
	[`GET ${ENDPOINT}/operator_blacklist`]: { 200: endpoints.blacklist },
	[`PUT ${ENDPOINT}/operator_blacklist/{operatorId}`]: { 204: empty },
	[`DELETE ${ENDPOINT}/operator_blacklist/{operatorId}`]: { 204: empty },

	'GET /api/v2/tags': { 200: endpoints.tagPage },
	'POST /api/v2/tags': { 201: endpoints.createdTag },
	'GET /api/v2/tag-colors': { 200: endpoints.tagColors },
	'PATCH /api/v2/tags/{tagId}': { 204: empty },
	'DELETE /api/v2/tags/{tagId}': { 204: empty },
	'POST /api/v2/bulk-operations/tag/delete-tags': { 200: emptyObject },
	[`GET ${TAGS}`]: { 200: z.array(endpoints.tag).min(1) },
	[`POST ${TAGS}`]: { 201: emptyObject },
	[`DELETE ${TAGS}/{tagId}`]: { 200: emptyObject },
	'POST /api/v2/bulk-operations/endpoint/add-tags': { 200: emptyObject },
	'POST /api/v2/bulk-operations/endpoint/remove-tags': { 200: emptyObject },

	'GET /api/v1/sim': { 200: sims.simList },
	'GET /api/v1/sim/{simId}': { 200: sims.sim },
	'PATCH /api/v1/sim/{simId}': { 204: empty },
	'DELETE /api/v1/sim/{simId}': { 204: empty },
	'DELETE /api/v1/sim/multi': { 204: empty },
	'GET /api/v1/sim/status': { 200: lookup },
	'GET /api/v1/sim_batch/bic/{bic}': { 200: sims.batch },
	'PATCH /api/v1/sim_batch/bic/{bic}': { 200: sims.registered },
	'POST /api/v1/sim/migration/workspace': { 200: sims.migration },
	'GET /api/v1/sim/operation/action': { 200: lookup },
	'GET /api/v1/sim/operation/status': { 200: lookup },
	'GET /api/v1/sim/operation': { 200: z.array(sims.simOperation).min(1) },
	'POST /api/v1/sim/operation': { 201: sims.simOperation },
	'GET /api/v1/sim/operation/{operationId}': { 200: sims.simOperation },
	'GET /api/v1/euicc/operation/action': { 200: lookup },
	'GET /api/v1/euicc/operation/status': { 200: lookup },
	'GET /api/v1/euicc/profile/status': { 200: lookup },
	'GET /api/v1/euicc': { 200: z.array(sims.card).min(1) },
	'GET /api/v1/euicc/{euiccId}': { 200: sims.card },
	'GET /api/v1/euicc/{euiccId}/operation': { 200: z.array(sims.cardOperation).min(1) },
	'POST /api/v1/euicc/{euiccId}/operation': { 201: z.array(sims.cardOperation).min(1) },
	'GET /api/v1/euicc/{euiccId}/operation/{operationId}': { 200: sims.cardOperation },
	'DELETE /api/v1/euicc/{euiccId}/operation/{operationId}': { 204: empty },

	[`POST ${ENDPOINT}/sms`]: { 201: emptyObject },
	[`GET ${ENDPOINT}/sms`]: { 200: sms.smsList },
	[`GET ${ENDPOINT}/sms/{smsId}`]: { 200: sms.sms },
	[`DELETE ${ENDPOINT}/sms/{smsId}`]: { 204: empty },
	'GET /api/v1/api_callback': { 200: z.array(account.callback).min(1) },
	'POST /api/v1/api_callback': { 201: empty },
	'GET /api/v1/api_callback/{id}': { 200: account.callback },
	'DELETE /api/v1/api_callback/{id}': { 200: emptyObject },
	'GET /api/v1/api_secret': { 200: z.array(account.secret).min(1) },
	'POST /api/v1/api_secret': { 201: empty },
	'GET /api/v1/api_secret/{id}': { 200: account.secret },
	'DELETE /api/v1/api_secret/{id}': { 200: emptyObject },

	[`POST ${ENDPOINT}/quota/sms`]: { 201: emptyObject },
	[`GET ${ENDPOINT}/quota/sms`]: { 200: sms.smsQuota },
	[`DELETE ${ENDPOINT}/quota/sms`]: { 204: empty },
	[`POST ${ENDPOINT}/quota/data`]: { 201: emptyObject },
	// Without a quota the answer may be empty.
	[`GET ${ENDPOINT}/quota/data`]: { 200: z.union([sms.dataQuota, empty]) },
	[`DELETE ${ENDPOINT}/quota/data`]: { 204: empty },
	[`POST ${ENDPOINT}/traffic_limit_extension`]: { 201: endpoints.extension },
	[`GET ${ENDPOINT}/traffic_limit_extension`]: { 200: z.array(endpoints.extension).min(1) },
	[`DELETE ${ENDPOINT}/traffic_limit_extension`]: { 204: empty },

	[`GET ${ENDPOINT}/stats/daily`]: { 200: usage.daily },
	[`GET ${ENDPOINT}/stats`]: { 200: usage.endpointSummary },
	'GET /api/v1/sim/{simId}/stats': { 200: usage.simSummary },
	'GET /api/v1/sim/{simId}/stats/daily': { 200: usage.daily },
	[`GET ${ORGANISATION}/stats`]: { 200: usage.organisationSummary },
	[`GET ${ORGANISATION}/stats/daily`]: { 200: usage.organisationDaily },
	[`GET ${ORGANISATION}/stats/hourly`]: { 200: usage.hourly },
	'GET /api/v1/stats/daily': { 200: usage.daily },
	'GET /api/v2/workspace/stats/daily': { 200: usage.workspaces },
	[`GET ${ORGANISATION}/inclusive_volume/active`]: { 200: usage.inclusiveVolumes },

	'GET /api/v1/event': { 200: events.eventList },
	'GET /api/v1/event/type': { 200: events.eventTypes },
	[`GET ${ENDPOINT}/event`]: { 200: events.eventList },
	'GET /api/v1/sim/{simId}/event': { 200: events.eventList },
	'GET /api/v1/user/{userId}/event': {
		200: { recorded: z.array(events.event.recorded), reference: z.array(events.event.reference) },
	},

	'GET /api/v1/service_profile': { 200: profiles.serviceProfiles },
	'GET /api/v1/service_profile/{id}': { 200: profiles.serviceProfile },
	'PATCH /api/v1/service_profile/{id}': { 201: profiles.changedProfile },
	[`DELETE ${PROFILE}/quota/{kind}`]: { 204: empty },
	'GET /api/v1/service': { 200: profiles.services },
	'GET /api/v1/service/{serviceId}/traffic_limit': { 200: profiles.smsLimits },
	'GET /api/v1/traffic_limit': { 200: profiles.trafficLimits },
	[`GET ${PROFILE}/traffic_limit`]: { 200: profiles.dataLimits },
	[`POST ${PROFILE}/traffic_limit`]: { 201: emptyObject },
	[`DELETE ${PROFILE}/traffic_limit/{limitId}`]: { 204: empty },
	'GET /api/v1/tariff_profile': { 200: profiles.tariffProfiles },
	'GET /api/v1/tariff_profile/{tariffId}': { 200: profiles.tariffProfile },
	'GET /api/v1/tariff_profile/{tariffId}/coverage': { 200: profiles.coverage },
	[`GET ${BLOCKED}`]: { 200: profiles.blockedList },
	[`GET ${BLOCKED}/{operatorId}`]: { 200: profiles.blocked },
	[`PUT ${BLOCKED}/{operatorId}`]: { 204: empty },
	[`DELETE ${BLOCKED}/{operatorId}`]: { 204: empty },
	[`POST ${BLOCKED}/{operatorId}/rat_type`]: { 204: empty },
	[`DELETE ${BLOCKED}/{operatorId}/rat_type/{ratTypeId}`]: { 204: empty },
	'GET /api/v1/operator': { 200: profiles.operators },
	'GET /api/v1/country': { 200: profiles.countries },
	'GET /api/v1/rat_type': { 200: lookup },
	'GET /api/v1/ip_address_space': { 200: endpoints.spaceList },
	'GET /api/v1/ip_address_space/available': { 200: endpoints.freeSpaces },

	'GET /api/v2/data_stream/type': { 200: lookup },
	'GET /api/v2/data_stream/status': { 200: lookup },
	'GET /api/v2/data_stream/filter_field_type': { 200: events.filterFields },
	'GET /api/v2/data_stream': { 200: events.streamList },
	'POST /api/v2/data_stream': { 201: empty },
	[`GET ${STREAM}`]: { 200: events.stream },
	[`PATCH ${STREAM}`]: { 202: empty },
	[`DELETE ${STREAM}`]: { 202: empty },
	[`POST ${STREAM}/restart`]: { 202: empty },

	'POST /api/v1/service_profile': { 201: emptyObject },
	'DELETE /api/v1/service_profile/{id}': { 204: empty },
	[`PUT ${PROFILE}/service/{serviceId}`]: { 204: empty },
	[`DELETE ${PROFILE}/service/{serviceId}`]: { 204: empty },
	[`PUT ${PROFILE}/service/{serviceId}/traffic_limit/{limitId}`]: { 200: emptyObject },
	[`DELETE ${PROFILE}/service/{serviceId}/traffic_limit/{limitId}`]: { 200: emptyObject },
	[`DELETE ${PROFILE}/traffic_limit`]: { 204: empty },
	'GET /api/v1/esme_interface_type': { 200: lookup },
	'GET /api/v1/breakout_region': { 200: organisation.regions },
	'GET /api/v1/dns': { 200: organisation.dns },
	'POST /api/v1/dns': { 201: emptyObject },
	'DELETE /api/v1/dns/{dnsId}': { 204: empty },
	'POST /api/v1/ip_address_space': { 201: space },
	'DELETE /api/v1/ip_address_space/{spaceId}': { 204: empty },
	'POST /api/v1/tariff_profile': { 201: emptyObject },
	'PATCH /api/v1/tariff_profile/{tariffId}': { 204: empty },
	'DELETE /api/v1/tariff_profile/{tariffId}': { 204: empty },
	[`PUT ${TARIFF}/ratezone_selection/{ratezoneId}`]: { 204: empty },
	[`DELETE ${TARIFF}/ratezone_selection/{ratezoneId}`]: { 204: empty },
	[`PUT ${TARIFF}/inclusive_volume/{volumeId}`]: { 204: empty },
	[`DELETE ${TARIFF}/inclusive_volume/{volumeId}`]: { 204: empty },
	[`PUT ${ORGANISATION}/inclusive_volume/{volumeId}`]: { 201: organisation.assignedVolume },

	'POST /api/v1/euicc/unlinked_validation': { 200: organisation.taken },
	'GET /api/v1/euicc/status': { 200: lookup },
	'GET /api/v1/organisation/my': { 200: organisation.organisation },
	'GET /api/v1/organisation/status': { 200: lookup },
	[`GET ${ORGANISATION}/tariff_plan/active`]: { 200: organisation.activePlan },
	'GET /api/v1/tariff_plan/active': { 200: organisation.activePlan },
	[`GET ${ORGANISATION}/tariff_plan`]: { 200: organisation.plans },
	'GET /api/v1/service_level': { 200: organisation.serviceLevels },
	'GET /api/v1/sim/unlinked_product_stats': { 200: organisation.unlinked },
	'GET /api/v1/cnc/breakout': { 200: organisation.breakouts },
	'GET /api/v1/cnc/breakout/{id}': { 200: organisation.breakout },
	'PATCH /api/v1/cnc/breakout/{id}': { 200: emptyObject },
	'GET /api/v1/cnc/pricing': { 200: organisation.prices },
	'GET /api/v1/cnc/breakout_type': { 200: lookup },
	'GET /api/v1/cnc/breakout_type/{typeId}/available_region': {
		200: organisation.attachmentRegions,
	},

	[`GET ${AUTOMATION}`]: { 200: automations.automations },
	[`POST ${AUTOMATION}`]: { 201: automations.automation },
	[`GET ${AUTOMATION}/{automationId}`]: { 200: automations.automation },
	[`PATCH ${AUTOMATION}/{automationId}`]: { 200: automations.automation },
	[`DELETE ${AUTOMATION}/{automationId}`]: { 204: empty },
	[`GET ${AUTOMATION}/action`]: { 200: automations.actions },
	[`GET ${AUTOMATION}/action/{actionId}`]: { 200: automations.action },
	[`GET ${AUTOMATION}/log`]: { 200: automations.log },
	[`GET ${EVENT}/custom/configuration`]: { 200: automations.customEvents },
	[`POST ${EVENT}/custom/configuration`]: { 201: automations.customEvent },
	[`GET ${EVENT}/custom/configuration/{customEventId}`]: { 200: automations.customEvent },
	[`DELETE ${EVENT}/custom/configuration/{customEventId}`]: { 200: emptyObject },
	[`GET ${EVENT}/custom/template`]: { 200: automations.templates },
	[`GET ${EVENT}/custom/template/{templateId}`]: { 200: automations.template },
	[`GET ${EVENT}/system/configuration`]: { 200: automations.systemEvents },
	[`GET ${EVENT}/system/configuration/{systemEventId}`]: { 200: automations.systemEvent },

	'GET /api/v1/application_token': { 200: people.applicationTokens },
	'POST /api/v1/application_token': { 200: people.newToken },
	'PATCH /api/v1/application_token/{tokenId}': { 204: empty },
	[`GET ${USER}`]: { 200: people.users },
	[`GET ${USER}/{userId}`]: { 200: people.oneUser },
	'POST /api/v2/user/invitation': { 201: people.invited },
	[`PATCH ${USER}/{userId}`]: { 204: empty },
	'DELETE /api/v2/user/{userId}': { 204: empty },
	[`GET ${USER}/role`]: { 200: people.roles },
	[`GET ${USER}/status`]: { 200: lookup },
	[`GET ${USER}/{userId}/role/permission`]: { 200: people.permissionsOfRole },
	[`PUT ${USER}/{userId}/role/{roleId}`]: { 204: empty },
	[`DELETE ${USER}/{userId}/role/{roleId}`]: { 204: empty },
	[`DELETE ${MEMBER}`]: { 204: empty },
	[`PATCH ${MEMBER}`]: { 204: empty },
	[`PUT ${MEMBER}/role/{roleId}`]: { 204: empty },
	[`DELETE ${MEMBER}/role/{roleId}`]: { 204: empty },
	'PUT /api/v2/user/{userId}/default_organisation/{workspaceId}': { 200: emptyObject },
	[`GET ${USER}/{userId}/mfa/trusted_device`]: { 200: account.trustedDevices },
	[`DELETE ${USER}/{userId}/mfa/trusted_device/{deviceId}`]: { 204: empty },
};
