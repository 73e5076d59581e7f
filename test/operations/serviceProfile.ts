import * as profilesShapes from '../truth/shapes/profiles';
import * as z from 'zod/v4';
import { id, ref, some, text } from '../truth/requests/forms';
import { empty, emptyObject } from '../truth/shapes/forms';
import { each, once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { MONTH } from './shared/profiles';
import { shown } from './shared/values';

/* Service profiles: their services, limits and quotas. */

const profile = '/api/v1/service_profile';
const LISTED_PROFILE = { id: 101, name: 'Standard', used_count: '3', apply_data_quota: true };
const SIMPLE_PROFILE = {
	id: 101,
	name: 'Standard',
	description: null,
	used_count: 3,
	apply_data_quota: true,
	apply_sms_quota: null,
	allowed_3g: null,
	allowed_4g: null,
	allowed_nb_iot: null,
};
const limit = (service: unknown, period: unknown) => ({
	service: { id: service },
	volume: 100000000,
	period: { id: period },
	warning_percent: 80,
	satellite_only: false,
});
const newLimit = { serviceProfileId: 101, volume: 100000000, warningPercent: 80 };
const limitAdded = { service_profile_id: 101, added: true, volume_bytes: 100000000 };
const PROFILE = {
	id: 101,
	name: 'Standard',
	used_count: '3',
	apply_data_quota: true,
	api_callback: { id: 5, url: 'https://example.com' },
};
const readsProfile = { request: `GET ${profile}/101`, answer: PROFILE };
const change = { serviceProfileId: 101, applyDataQuota: false, clear: ['api_callback'] };
const service = `${profile}/101/service/6`;
const ofService = { serviceProfileId: 101, serviceId: 6 };
const onService = { service_profile_id: 101, service_id: 6 };
const serviceProfileId = rl(101);
const serviceForm = { serviceProfileId: rl(101), serviceId: rl(6) };
const limitId = rl(2);
/** Emptied by `{id: null}`. */
const linked = z.strictObject({ id: id.nullable() }).optional();
const profileShape = {
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

export const serviceProfileFacts: Facts = {
	operations: {
		'serviceProfile addDataLimit': {
			documented: 'POST /api/v1/service_profile/{serviceProfileId}/traffic_limit act single',
			cases: [
				{
					values: newLimit,
					requests: {
						request: `POST ${profile}/101/traffic_limit`,
						body: limit(38, 2),
						status: 201,
						answer: {},
					},
					gives: limitAdded,
					errors: [403, 409],
				},
				{
					when: 'retried with IDs as text after a refusal',
					values: newLimit,
					requests: [
						{ request: `POST ${profile}/101/traffic_limit`, body: limit(38, 2), status: 400 },
						{ request: `POST ${profile}/101/traffic_limit`, body: limit('38', '2'), status: 201 },
					],
					gives: limitAdded,
					errors: [400],
				},
			],
			row: once({ serviceProfileId, volume: 1000000, options: { warningPercent: 80 } }, [
				'dataLimit.added',
			]),
		},
		'serviceProfile addService': {
			documented: 'PUT /api/v1/service_profile/{serviceProfileId}/service/{serviceId} set single',
			cases: [
				{
					values: ofService,
					requests: { request: `PUT ${service}`, status: 204 },
					gives: { ...onService, added: true },
					errors: [403, 404, 409],
				},
				{
					when: 'a service that is already there, or was added by an unanswered attempt',
					values: { ...ofService, serviceId: 0 },
					requests: [
						{ request: `PUT ${profile}/101/service/0`, status: 409, answer: { error_code: 1405 } },
						{ request: `GET ${profile}/101`, answer: { id: 101, service: [{ id: '0' }] } },
					],
					gives: { ...onService, service_id: 0, added: true, note: 'The profile has it already.' },
				},
			],
			row: once(
				{
					...serviceForm,
					serviceProfileId: rl(103),
				},
				['service.added'],
			),
		},
		'serviceProfile addSmsLimit': {
			documented:
				'PUT /api/v1/service_profile/{serviceProfileId}/service/{serviceId}/traffic_limit/{limitId} set single',
			cases: [
				{
					values: { ...ofService, limitId: 2 },
					requests: { request: `PUT ${service}/traffic_limit/2` },
					gives: { ...onService, limit_id: 2, added: true },
					errors: [403, 404, 422],
				},
			],
			row: once({ ...serviceForm, limitId }, ['smsLimit.added']),
		},
		'serviceProfile create': {
			documented: 'POST /api/v1/service_profile act sequential',
			harmless: 'No endpoint has it until Endpoint: Update, which is held back.',
			cases: [
				{
					values: { name: 'Meters', allowed3g: false, dnsId: 4, breakoutRegionId: 2 },
					requests: [
						{ request: `GET ${profile}`, answer: [PROFILE] },
						{
							request: `POST ${profile}`,
							body: {
								name: 'Meters',
								allowed_3g: false,
								dns: { id: 4 },
								breakout_region: { id: 2 },
							},
							status: 201,
							headers: { Location: 'https://connectivity.invalid/api/v1/service_profile/1101' },
						},
					],
					gives: { id: 1101, name: 'Meters', created: true },
					errors: [403, 422],
				},
				{
					when: 'without a Location, found as the newest profile of that name',
					values: { name: 'Standard' },
					requests: [
						{ request: `GET ${profile}`, answer: [PROFILE] },
						{ request: `POST ${profile}`, body: { name: 'Standard' }, status: 201 },
						{ request: `GET ${profile}`, answer: [PROFILE, { id: '1102', name: 'Standard' }] },
					],
					gives: { id: 1102, name: 'Standard', created: true },
				},
			],
			row: each(
				{
					name: '={{ "profile " + $json.id }}',
					options: { allowed3g: false, breakoutRegionId: rl(2), smsInterfaceId: rl(3) },
				},
				['serviceProfile.created'],
			),
		},
		'serviceProfile delete': {
			documented: 'DELETE /api/v1/service_profile/{serviceProfileId} set single',
			cases: [
				{
					values: { serviceProfileId: 101 },
					requests: [
						{ request: `GET ${profile}/101`, answer: { ...PROFILE, used_count: '0' } },
						{ request: `DELETE ${profile}/101`, status: 204 },
					],
					gives: { id: 101, deleted: true },
					errors: [403, 404, [409, 1407]],
				},
			],
			row: once({ serviceProfileId: rl(103) }, ['serviceProfile.deleted']),
		},
		'serviceProfile get': {
			documented: 'GET /api/v1/service_profile/{serviceProfileId} read single',
			cases: [
				{
					values: { serviceProfileId: 101, simplify: true },
					requests: {
						request: `GET ${profile}/101`,
						answer: {
							...LISTED_PROFILE,
							api_callback: { id: 5, url: 'https://example.com' },
							service: [{ id: 6, description: 'SMS MT', traffic_limit: [] }],
						},
					},
					gives: {
						...SIMPLE_PROFILE,
						callback_url: 'https://example.com',
						breakout_region: null,
						services: [{ id: 6, name: 'SMS MT', traffic_limit: [] }],
					},
					errors: [403, 404],
				},
			],
			row: readOnce({ serviceProfileId, simplify: true }),
		},
		'serviceProfile getAll': {
			documented: 'GET /api/v1/service_profile read single',
			cases: [
				{
					values: shown,
					requests: { request: `GET ${profile}`, answer: [LISTED_PROFILE] },
					gives: [SIMPLE_PROFILE],
					errors: [403],
				},
			],
			row: readOnce({ ...shown, returnAll: false, limit: 3 }, 3),
		},
		'serviceProfile getDataLimits': {
			documented: 'GET /api/v1/service_profile/{serviceProfileId}/traffic_limit read single',
			cases: [
				{
					values: { serviceProfileId: 101, ...shown },
					requests: {
						request: `GET ${profile}/101/traffic_limit`,
						answer: [{ id: 4, service: { id: '38' }, volume: '1000', period: MONTH }],
					},
					gives: [
						{
							service_profile_id: 101,
							id: 4,
							volume_bytes: 1000,
							warning_percent: null,
							satellite_only: null,
							period: 'month',
						},
					],
					errors: [403],
				},
			],
			row: readOnce({ serviceProfileId, ...shown }, 1, {
				after: ['serviceProfile addDataLimit'],
			}),
		},
		'serviceProfile removeAllDataLimits': {
			documented: 'DELETE /api/v1/service_profile/{serviceProfileId}/traffic_limit set single',
			cases: [
				{
					values: { serviceProfileId: 101 },
					requests: { request: `DELETE ${profile}/101/traffic_limit`, status: 204 },
					gives: { service_profile_id: 101, removed: true },
					errors: [403],
				},
			],
			row: once({ serviceProfileId: rl(101) }, ['dataLimits.removed'], {
				after: ['serviceProfile addDataLimit'],
			}),
		},
		'serviceProfile removeDataLimit': {
			documented:
				'DELETE /api/v1/service_profile/{serviceProfileId}/traffic_limit/{limitId} set single',
			cases: [
				{
					values: { serviceProfileId: 101, limitId: 4 },
					requests: { request: `DELETE ${profile}/101/traffic_limit/4`, status: 204 },
					gives: { service_profile_id: 101, limit_id: 4, removed: true },
					errors: [403, 404],
				},
			],
			row: once({ serviceProfileId, limitId: 1 }, ['dataLimit.removed'], {
				after: ['serviceProfile addDataLimit'],
			}),
		},
		'serviceProfile removeQuotas': {
			documented: 'DELETE /api/v1/service_profile/{serviceProfileId}/quota/{kind} set sequential',
			cases: [
				{
					values: { serviceProfileId: 101, kind: 'sms' },
					requests: [
						{
							request: `GET ${profile}/101`,
							answer: { ...LISTED_PROFILE, apply_sms_quota: false },
						},
						{ request: `DELETE ${profile}/101/quota/sms`, status: 204 },
					],
					gives: { service_profile_id: 101, kind: 'sms', removed: true },
					errors: [403, 404],
				},
			],
			row: once({ serviceProfileId, kind: 'data' }, ['quotas.removed']),
		},
		'serviceProfile removeService': {
			documented:
				'DELETE /api/v1/service_profile/{serviceProfileId}/service/{serviceId} set single',
			cases: [
				{
					values: ofService,
					requests: { request: `DELETE ${service}`, status: 204 },
					gives: { ...onService, removed: true },
					errors: [403, 404, [409, 1407]],
				},
			],
			row: once(serviceForm, ['service.removed']),
		},
		'serviceProfile removeSmsLimit': {
			documented:
				'DELETE /api/v1/service_profile/{serviceProfileId}/service/{serviceId}/traffic_limit/{limitId} set single',
			cases: [
				{
					values: { ...ofService, limitId: 2 },
					requests: { request: `DELETE ${service}/traffic_limit/2` },
					gives: { ...onService, limit_id: 2, removed: true },
					errors: [403, 422],
				},
			],
			row: once({ ...serviceForm, limitId }, ['smsLimit.removed'], {
				after: ['serviceProfile addSmsLimit'],
			}),
		},
		'serviceProfile update': {
			documented: 'PATCH /api/v1/service_profile/{serviceProfileId} set sequential',
			cases: [
				{
					values: change,
					requests: [
						readsProfile,
						{
							request: `PATCH ${profile}/101`,
							body: { apply_data_quota: false, api_callback: { id: null } },
							status: 201,
							answer: { service_profile_id: '101' },
						},
					],
					gives: { id: 101, used_count: 3, dry_run: false, updated: true },
					errors: [403, 404, 422],
				},
				{
					when: 'a dry run only reads',
					values: { ...change, dryRun: true },
					requests: [readsProfile],
					gives: {
						id: 101,
						used_count: 3,
						dry_run: true,
						updated: false,
						changes: [
							{ field: 'apply_data_quota', from: true, to: false },
							{ field: 'api_callback', from: 5, to: null },
						],
						message: 'Dry run: nothing was changed; 3 endpoints use this service profile.',
					},
				},
			],
			row: once(
				{
					serviceProfileId: rl(101),
					updateFields: { applyDataQuota: true, breakoutRegionId: rl(2) },
				},
				['serviceProfile.updated'],
			),
		},
	},
	routes: {
		'GET /api/v1/service_profile': { asked: {}, answers: { 200: profilesShapes.serviceProfiles } },
		'GET /api/v1/service_profile/{id}': {
			asked: {},
			answers: { 200: profilesShapes.serviceProfile },
		},
		'POST /api/v1/service_profile': {
			asked: { body: z.strictObject({ name: text, ...profileShape }) },
			answers: { 201: emptyObject },
		},
		'PATCH /api/v1/service_profile/{id}': {
			asked: {
				body: some(z.strictObject({ name: text.optional(), ...profileShape })),
			},
			answers: { 201: profilesShapes.changedProfile },
		},
		'DELETE /api/v1/service_profile/{id}': { asked: {}, answers: { 204: empty } },
		'PUT /api/v1/service_profile/{profileId}/service/{serviceId}': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v1/service_profile/{profileId}/service/{serviceId}': {
			asked: {},
			answers: { 204: empty },
		},
		'PUT /api/v1/service_profile/{profileId}/service/{serviceId}/traffic_limit/{limitId}': {
			asked: {},
			answers: { 200: emptyObject },
		},
		'DELETE /api/v1/service_profile/{profileId}/service/{serviceId}/traffic_limit/{limitId}': {
			asked: {},
			answers: { 200: emptyObject },
		},
		'GET /api/v1/service_profile/{profileId}/traffic_limit': {
			asked: {},
			answers: { 200: profilesShapes.dataLimits },
		},
		'POST /api/v1/service_profile/{profileId}/traffic_limit': {
			asked: {
				body: z.strictObject({
					service: numbered(38),
					period: numbered(2),
					volume: z.number(),
					satellite_only: z.boolean().optional(),
					warning_percent: z.int().optional(),
				}),
			},
			answers: { 201: emptyObject },
		},
		'DELETE /api/v1/service_profile/{profileId}/traffic_limit': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v1/service_profile/{profileId}/traffic_limit/{limitId}': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v1/service_profile/{profileId}/quota/{kind}': {
			asked: {},
			answers: { 204: empty },
		},
	},
};
