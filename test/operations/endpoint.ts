import { expect } from 'expect';
import * as endpointsShapes from '../truth/shapes/endpoints';
import * as z from 'zod/v4';
import {
	ANY,
	digits,
	filterBy,
	flag,
	id,
	oneOf,
	pages,
	ref,
	some,
	sortBy,
} from '../truth/requests/forms';
import {
	type ByGeneration,
	empty,
	emptyObject,
	listOf,
	of,
	type Shape,
} from '../truth/shapes/forms';
import { each, rl } from '../unit/nodes/rows/rowTypes';
import type { Expected, Facts } from './facts';
import { RECORDED_TIME, RECORDED_TIME_IN_UTC } from './shared/recorded';
import { COLORS, readTags, SIMPLE_TAG, TAG, TAGS_PATH } from './shared/tags';
import { endpointId, shown } from './shared/values';

/* Endpoints: reading, creating and changing them, one and many. The clock of the tests is at 2026-06-15. */

const SIM = {
	id: 7,
	iccid: '8988303000000000007',
	msisdn: '88236300000007',
	status: { id: 1, description: 'Activated' },
};
/** The fields of an endpoint that are the same in the full and the simplified result. */
const OF_ENDPOINT = {
	id: 17,
	name: 'pump-17',
	created: '2026-01-02T03:04:05.000Z',
	last_updated: '2026-01-02T03:04:05.000Z',
	ip_address: '10.64.0.17',
	imei: null,
	imei_lock: false,
};
const ENDPOINT = {
	...OF_ENDPOINT,
	status: { id: 0, description: 'Enabled' },
	ip_address_space: { id: 301 },
	service_profile: { id: 101, name: 'Standard' },
	tariff_profile: { id: 201, name: 'Europe' },
	tags: 'lab',
	tag_assignments: [{ id: 401, name: 'lab', tag_color: { id: 1 } }],
	sim: SIM,
};
/** The same without Simplify. */
const WHOLE = { ...ENDPOINT, endpoint_id: 17, sim_id: 7 };
const SIMPLE = {
	...OF_ENDPOINT,
	endpoint_id: 17,
	status: 'Enabled',
	status_id: 0,
	service_profile: 'Standard',
	service_profile_id: 101,
	tariff_profile: 'Europe',
	tariff_profile_id: 201,
	sim_id: 7,
	iccid: '8988303000000000007',
	msisdn: '88236300000007',
	sim_status: 'Activated',
	sim_status_id: 1,
	ip_address_space_id: 301,
	tags: ['lab'],
	tag_ids: [401],
};
const SEEN = {
	id: 9,
	timestamp: '2026-06-09T08:00:00.000Z',
	event_type: { id: 3 },
	detail: {
		name: 'Northern Mobile',
		country: { id: 74, name: 'Germany', iso_code: 'de' },
		pdp_context: { rat_type: 6 },
	},
};
const MONTH = { data: { volume: '4.0', cost: '0.4', currency: { id: 1, code: 'EUR' } } };
const required = { serviceProfileId: '101', tariffProfileId: 201, status: 0 };
const requiredBody = {
	service_profile: { id: 101 },
	tariff_profile: { id: 201 },
	status: { id: 0 },
};
const page = { 'X-Total-Pages': '1', 'X-Count-Per-Page': '50' };
const onEndpoint = '/api/v2/endpoint/17/tags';
const bulkAdd = 'POST /api/v2/bulk-operations/endpoint/add-tags';
const bulkRemove = 'POST /api/v2/bulk-operations/endpoint/remove-tags';
const item = { items: [{ endpoint: { id: 17 }, tags: [{ id: 402 }] }] };
const readEndpoint: Expected = {
	request: 'GET /api/v1/endpoint/17',
	answer: { id: 17, tag_assignments: [{ id: 401 }] },
};
/** An endpoint without a SIM: `sim`, `tag_assignments` and other fields are missing. */
const recordedEndpoint = (tags: string | null) => ({
	id: 17,
	name: 'pump-17',
	status: { id: 1, description: 'Disabled' },
	created: RECORDED_TIME,
	last_updated: RECORDED_TIME,
	ip_address: '10.64.0.17',
	imei: null,
	imei_lock: false,
	service_profile: { id: 101, name: 'Standard' },
	tariff_profile: { id: 201, name: 'Europe' },
	tags,
});
const SIMPLE_RECORDED_ENDPOINT = {
	id: 17,
	endpoint_id: 17,
	name: 'pump-17',
	status: 'Disabled',
	status_id: 1,
	service_profile: 'Standard',
	service_profile_id: 101,
	tariff_profile: 'Europe',
	tariff_profile_id: 201,
	sim_id: null,
	iccid: null,
	msisdn: null,
	sim_status: null,
	sim_status_id: null,
	imei: null,
	imei_lock: false,
	ip_address: '10.64.0.17',
	ip_address_space_id: null,
	created: RECORDED_TIME_IN_UTC,
	last_updated: RECORDED_TIME_IN_UTC,
};
const createdAsRecorded = { status: 201, headers: { 'Content-Type': 'application/json' } };
const requiredProfiles = {
	service_profile: { id: 101, name: 'Standard' },
	tariff_profile: { id: 201, name: 'Europe' },
};
const lab = { endpointId, tagsBy: 'names', tagNames: 'lab, field' };
const newEndpoint = {
	serviceProfileId: rl(101),
	tariffProfileId: rl('202'),
	status: 0,
	identity: { name: '={{ "pump-" + $json.sim }}', simId: rl('={{ $json.sim }}') },
	options: { tagAssignments: [401, 402] },
};
const imei = digits(16);
const address = z.ipv4();
const idArray = z.array(id);
type Body = Record<string, unknown>;
const notBoth = <T extends z.ZodType>(shape: T) =>
	shape.refine((body) => !((body as Body).tags && (body as Body).tag_assignments), {
		error: 'tags and tag_assignments exclude each other',
	});
const withSpace = <T extends z.ZodType>(shape: T) =>
	shape.refine((body) => !(body as Body).ip_address || (body as Body).ip_address_space, {
		error: 'ip_address requires ip_address_space',
	});
const newSim = z.strictObject({
	id,
	activate: z.boolean().optional(),
	status: oneOf(1, 4).optional(),
});
const ownOfEndpoint = {
	name: z.string().optional(),
	tag_assignments: idArray.optional(),
	tags: z.string().optional(),
	imei: imei.optional(),
	imei_lock: z.boolean().optional(),
	ip_address: address.optional(),
	sim: newSim.optional(),
};
const commonOfEndpoints = {
	service_profile: ref,
	tariff_profile: ref,
	status: oneOf(0, 1),
	ip_address_space: ref.optional(),
	organisation: ref.optional(),
};
/** A single endpoint to create. */
const oneEndpoint = withSpace(notBoth(z.strictObject({ ...commonOfEndpoints, ...ownOfEndpoint })));
const manyEndpoints = z
	.strictObject({
		...commonOfEndpoints,
		endpoints: z
			.array(notBoth(z.strictObject(ownOfEndpoint)))
			.min(1)
			.max(2000),
	})
	.refine(
		({ endpoints, ip_address_space: space }) =>
			space !== undefined || endpoints.every((body) => body.ip_address === undefined),
		{ error: 'an item has an ip_address, and there is no ip_address_space' },
	);
const changes = {
	...ownOfEndpoint,
	tags: z.string().nullable().optional(),
	ip_address_space: ref.optional(),
	service_profile: ref.optional(),
	tariff_profile: ref.optional(),
	status: oneOf(0, 1).optional(),
	sim: some(
		z.strictObject({ id: id.nullable().optional(), status: oneOf(1, 5).optional() }),
	).optional(),
};
const VALUES_FILTER = /^[^,|:]+(\|\|[^,|:]+)*$/;
const FILTERS = {
	id: /^\d+(\|\|\d+)*$/,
	name: /^[^,|]+$/,
	status: /^[0-2]$/,
	tags: ANY,
	imei: VALUES_FILTER,
	imei_with_luhn: VALUES_FILTER,
	iccid: VALUES_FILTER,
	iccid_with_luhn: VALUES_FILTER,
	eid: VALUES_FILTER,
	ip_address: VALUES_FILTER,
	connectivity_status: /^BLOCKED$/,
	service_profile: VALUES_FILTER,
	tariff_profile: VALUES_FILTER,
	sim_status: /^[0-4]$/,
	created: ANY,
	last_updated: ANY,
};
const taggedItems = z.strictObject({
	items: z.array(z.strictObject({ endpoint: ref, tags: z.array(ref).min(1) })).min(1),
});
const bulkIds = z.array(ref).min(1).max(2000);
/** A create that may answer its object, as documented, or nothing, as recorded. */
const made = (shape: Shape): ByGeneration<z.ZodType> => ({
	recorded: z.union([empty, of(shape, 'recorded')]),
	reference: of(shape, 'reference'),
});

export const endpointFacts: Facts = {
	operations: {
		'endpoint addTags': {
			documented: 'POST /api/v2/bulk-operations/endpoint/add-tags set sequential',
			cases: [
				{
					values: { endpointId: 17, tagsBy: 'names', tagNames: 'lab, field' },
					requests: [readTags(), readEndpoint, { request: bulkAdd, body: item, answer: {} }],
					gives: { endpoint_id: 17, tag_ids: [401, 402], changed: 1, added: true },
					errors: [400, 403, 404, 422],
				},
				{
					when: 'a conflict is resolved tag by tag',
					values: { endpointId: 17, tagsBy: 'ids', tagIds: [401, 402] },
					requests: [
						readEndpoint,
						{ request: bulkAdd, body: item, status: 409 },
						{ request: `POST ${onEndpoint}`, body: { id: 402 }, status: 409 },
					],
					gives: { endpoint_id: 17, tag_ids: [401, 402], changed: 1, added: true },
				},
				{
					when: 'tags that are already there are not sent',
					values: { endpointId: 17, tagsBy: 'ids', tagIds: [401] },
					requests: [readEndpoint],
					gives: { endpoint_id: 17, tag_ids: [401], changed: 0, added: true },
				},
				{
					when: 'an unknown name is created with Create Missing Tags',
					values: {
						endpointId: 17,
						tagsBy: 'names',
						tagNames: 'new one',
						createMissing: true,
						readFirst: false,
					},
					requests: [
						readTags(),
						{
							request: `POST ${TAGS_PATH}`,
							body: { name: 'new one' },
							status: 201,
							answer: { id: 405 },
						},
						{
							request: bulkAdd,
							body: { items: [{ endpoint: { id: 17 }, tags: [{ id: 405 }] }] },
							answer: {},
						},
					],
					gives: { endpoint_id: 17, tag_ids: [405], changed: 1, added: true },
				},
			],
			row: each(lab, ['tag.assigned', 'tag.assigned']),
		},
		'endpoint create': {
			documented: 'POST /api/v1/endpoint act sequential S',
			cases: [
				{
					when: 'with every field',
					values: {
						...required,
						simplify: true,
						name: 'pump-17',
						tagAssignments: [401],
						imei: '3577620830129501',
						imeiLock: true,
						ipAddress: '10.64.0.17',
						ipAddressSpaceId: 301,
						simId: '7',
						simActivate: false,
						simStatus: 4,
						organisationId: '1002',
					},
					requests: {
						request: 'POST /api/v1/endpoint',
						body: {
							...requiredBody,
							name: 'pump-17',
							tag_assignments: [401],
							imei: '3577620830129501',
							imei_lock: true,
							ip_address: '10.64.0.17',
							ip_address_space: { id: 301 },
							sim: { id: 7, activate: false, status: { id: 4 } },
							organisation: { id: 1002 },
						},
						status: 201,
						answer: ENDPOINT,
					},
					gives: SIMPLE,
					errors: [400, 403, 404, [404, 1601], [409, 1405], 422],
				},
				{
					when: 'with an answer that has only a Location, not simplified',
					values: { ...required, simplify: false, allowUnnamed: true },
					requests: [
						{
							request: 'POST /api/v1/endpoint',
							body: requiredBody,
							status: 201,
							headers: { Location: '/api/v1/endpoint/17' },
						},
						{ request: 'GET /api/v1/endpoint/17', answer: ENDPOINT },
					],
					gives: WHOLE,
				},
				{
					when: 'reported as created when it cannot be read',
					values: { ...required, allowUnnamed: true },
					requests: [
						{
							request: 'POST /api/v1/endpoint',
							body: requiredBody,
							status: 201,
							headers: { Location: '/api/v1/endpoint/18' },
						},
						{ request: 'GET /api/v1/endpoint/18', status: 404, answer: { message: 'not yet' } },
					],
					gives: {
						id: 18,
						endpoint_id: 18,
						note: 'It was created, but could not be read: The service did not find it: not yet',
					},
				},
				{
					when: 'recorded: an empty 201 as JSON, with a host in its Location',
					values: {
						serviceProfileId: 101,
						tariffProfileId: 201,
						status: 0,
						simplify: true,
						allowUnnamed: true,
					},
					requests: [
						{
							request: 'POST /api/v1/endpoint',
							body: {
								service_profile: { id: 101 },
								tariff_profile: { id: 201 },
								status: { id: 0 },
							},
							...createdAsRecorded,
							headers: {
								...createdAsRecorded.headers,
								Location: 'https://other.example/api/v1/endpoint/18',
							},
							answer: '',
						},
						{
							request: 'GET /api/v1/endpoint/18',
							answer: {
								id: 18,
								...requiredProfiles,
								status: { id: 0, description: 'Enabled' },
								imei: null,
							},
						},
					],
					gives: expect.objectContaining({
						id: 18,
						endpoint_id: 18,
						status: 'Enabled',
						status_id: 0,
						imei: null,
						service_profile_id: 101,
						tariff_profile_id: 201,
						sim_id: null,
					}) as object,
				},
			],
			row: each(newEndpoint, ['endpoint.created', 'sim.assigned', 'sim.activated']),
		},
		'endpoint createMany': {
			documented: 'POST /api/v2/endpoint/multi act sequential S',
			cases: [
				{
					values: {
						...required,
						simplify: true,
						name: 'pump-17',
						simId: 7,
						tagAssignments: [401],
						organisationId: 1002,
					},
					requests: {
						request: 'POST /api/v2/endpoint/multi',
						body: {
							...requiredBody,
							organisation: { id: 1002 },
							endpoints: [
								{ name: 'pump-17', tag_assignments: [401], sim: { id: 7, activate: true } },
							],
						},
						status: 201,
						answer: [ENDPOINT],
					},
					gives: SIMPLE,
					errors: [400, 403, 404, [409, 1405], 422],
				},
				{
					when: 'not simplified',
					values: { ...required, name: 'pump-17', simId: 7, simplify: false },
					requests: {
						request: 'POST /api/v2/endpoint/multi',
						body: {
							...requiredBody,
							endpoints: [{ name: 'pump-17', sim: { id: 7, activate: true } }],
						},
						status: 201,
						answer: [ENDPOINT],
					},
					gives: WHOLE,
				},
			],
			row: each({ ...newEndpoint, valuesFrom: 'fields' }, [
				'endpoint.created',
				'sim.assigned',
				'sim.activated',
			]),
		},
		'endpoint delete': {
			documented: 'DELETE /api/v1/endpoint/{endpointId} set sequential P',
			cases: [
				{
					values: { endpointId: 17 },
					requests: { request: 'DELETE /api/v1/endpoint/17', status: 204 },
					gives: { id: 17, endpoint_id: 17, deleted: true },
					errors: [403, 404, 409],
				},
			],
			row: each({ endpointId }, ['endpoint.deleted'], { after: ['endpoint updateMany'] }),
		},
		'endpoint deleteMany': {
			documented: 'DELETE /api/v2/endpoint/multi set sequential P',
			cases: [
				{
					values: { endpointId: 17, deleteSims: true, confirmCount: 1 },
					requests: {
						request: 'DELETE /api/v2/endpoint/multi',
						query: { delete_sims: 'true' },
						body: [{ id: 17 }],
						status: 204,
					},
					gives: { id: 17, endpoint_id: 17, deleted: true },
					errors: [403, 404, 422],
				},
			],
			row: each({ endpointId: rl('={{ $json.iccid }}', 'iccid'), options: { deleteSims: false } }, [
				'sim.unassigned',
				'sim.suspended',
				'endpoint.deleted',
			]),
		},
		'endpoint get': {
			documented: 'GET /api/v1/endpoint/{endpointId} read single P',
			cases: [
				{
					values: { endpointId: '17', simplify: false },
					requests: { request: 'GET /api/v1/endpoint/17', answer: ENDPOINT },
					gives: WHOLE,
					errors: [403, 404],
				},
				{
					when: 'by ICCID, simplified',
					values: { endpointId: { by: 'iccid', value: '8988303000000000007' }, simplify: true },
					requests: [
						{
							request: 'GET /api/v1/endpoint',
							query: { q: 'iccid:8988303000000000007', page: '1', per_page: '10' },
							answer: [ENDPOINT],
						},
						{ request: 'GET /api/v1/endpoint/17', answer: ENDPOINT },
					],
					gives: SIMPLE,
				},
				...(
					[
						[null, [], []],
						['', [], []],
						['north, pump', ['north', 'pump'], null],
					] as const
				).map(([text, tags, ids]) => ({
					when: `recorded, with the tags ${JSON.stringify(text)}`,
					values: { endpointId: 17, simplify: true },
					requests: { request: 'GET /api/v1/endpoint/17', answer: recordedEndpoint(text) },
					gives: { ...SIMPLE_RECORDED_ENDPOINT, tags, tag_ids: ids },
				})),
			],
			row: each({ endpointId, simplify: true }),
		},
		'endpoint getAll': {
			documented: 'GET /api/v1/endpoint read list S',
			cases: [
				{
					values: {
						returnAll: false,
						limit: 50,
						simplify: true,
						status: 0,
						tags: 'field test',
						blocked: true,
						rawQuery: 'imei:357762083012950*',
						sort: {
							by: [
								{ field: 'name', direction: 'desc' },
								{ field: 'id', direction: 'asc' },
							],
						},
					},
					requests: {
						request: 'GET /api/v1/endpoint',
						query: {
							q: 'tags:field test,status:0,connectivity_status:BLOCKED,imei:357762083012950*',
							sort: '-name,+id',
							page: '1',
							per_page: '50',
						},
						answer: [ENDPOINT],
						headers: page,
					},
					gives: [SIMPLE],
					errors: [403, [422, 1301], [422, 1302]],
				},
				{
					when: 'only changes, for names that contain one of two texts',
					values: {
						returnAll: true,
						simplify: true,
						onlyChanged: 'changes',
						nameContains: 'pump||valve',
					},
					requests: {
						request: 'GET /api/v1/endpoint',
						query: { q: 'name:*pump*||*valve*', page: '1', per_page: '1000' },
						answer: [ENDPOINT],
						headers: page,
					},
					gives: [{ change: 'added', changed_parts: [], ...SIMPLE }],
				},
				{
					when: 'with every choice of Add to Each',
					values: {
						returnAll: false,
						limit: 1,
						simplify: true,
						country: 'de',
						offlineSince: '2026-06-10',
						addToEach: ['connectivity', 'place', 'quotas', 'usage', 'usageDays'],
					},
					requests: [
						{
							request: 'GET /api/v1/country',
							answer: [{ id: 74, name: 'Germany', iso_code: 'de' }],
						},
						{
							request: 'GET /api/v1/endpoint',
							query: { page: '1', per_page: '1000' },
							answer: [ENDPOINT],
							headers: page,
						},
						{
							request: 'GET /api/v1/endpoint/17/event',
							query: {
								q: 'type:1|2|3|5,severity:0',
								sort: '-timestamp,-id',
								page: '1',
								per_page: '10',
							},
							answer: [SEEN],
						},
						{
							request: 'GET /api/v1/endpoint/17/connectivity',
							answer: { status: { description: 'OFFLINE' }, services: [] },
						},
						{
							request: 'GET /api/v1/service_profile/101',
							answer: { id: 101, apply_data_quota: true, apply_sms_quota: false },
						},
						{
							request: 'GET /api/v1/endpoint/17/quota/data',
							answer: { volume: 20, expiry_date: '2026-12-31T00:00:00.000Z', status: { id: 1 } },
						},
						{ request: 'GET /api/v1/endpoint/17/stats', answer: { current_month: MONTH } },
						{
							request: 'GET /api/v1/endpoint/17/stats/daily',
							query: { start_date: '2026-06-09', end_date: '2026-06-15' },
							answer: [{ date: '2026-06-09', data: { volume: '1.5' }, sms: { volume: '2' } }],
						},
					],
					gives: [
						{
							...SIMPLE,
							last_heard_at: '2026-06-09T08:00:00.000Z',
							connectivity: 'OFFLINE',
							country: 'Germany',
							country_code: 'de',
							operator: 'Northern Mobile',
							rat: '4G',
							place_seen_at: '2026-06-09T08:00:00.000Z',
							data_quota: 'Active',
							data_quota_mb: 20,
							sms_quota: 'Not Applied',
							data_quota_until: '2026-12-31T00:00:00.000Z',
							last_hour_data_mb: null,
							last_hour_sms: null,
							currency: 'EUR',
							current_month_data_mb: 4,
							current_month_sms: 0,
							current_month_cost: 0.4,
							last_month_data_mb: 0,
							last_month_sms: 0,
							last_month_cost: null,
							last_7_days_data_mb: 1.5,
							last_7_days_sms: 2,
						},
					],
				},
			],
			row: each({ returnAll: false, limit: 2, simplify: true, filters: { status: 0 } }, [], {
				results: 4,
			}),
		},
		'endpoint getConnectivity': {
			documented: 'GET /api/v1/endpoint/{endpointId}/connectivity read single P',
			cases: [
				{
					values: { endpointId: 17, simplify: true },
					requests: {
						request: 'GET /api/v1/endpoint/17/connectivity',
						answer: {
							status: { description: 'ATTACHED' },
							location: { iccid: SIM.iccid },
							pdp_context: null,
							services: ['SMS'],
						},
					},
					gives: {
						endpoint_id: 17,
						status: 'ATTACHED',
						location: { iccid: SIM.iccid },
						pdp_context: null,
						services: ['SMS'],
					},
					errors: [403, 404],
				},
				{
					when: 'recorded, for a device that is off',
					values: { endpointId: 17, simplify: true },
					requests: {
						request: 'GET /api/v1/endpoint/17/connectivity',
						answer: { status: { description: 'OFFLINE' }, services: [] },
					},
					gives: { endpoint_id: 17, status: 'OFFLINE', services: [] },
				},
			],
			row: each({ endpointId, simplify: true }),
		},
		'endpoint getConnectivityInfo': {
			documented: 'GET /api/v1/endpoint/{endpointId}/connectivity_info read list S',
			cases: [
				{
					values: { endpointId: 17, subscriber: true },
					requests: {
						request: 'GET /api/v1/endpoint/17/connectivity_info',
						query: { subscriber: 'true' },
						answer: {
							request_timestamp: '2026-01-02T03:04:05Z',
							reply_timestamp: '2026-01-02T03:04:06Z',
							subscriber_info: {
								success: true,
								state: 'not_provided_from_vlr',
								location: { current_location_retrieved: false, age_of_location: '42' },
							},
						},
					},
					gives: {
						endpoint_id: 17,
						request_timestamp: '2026-01-02T03:04:05Z',
						reply_timestamp: '2026-01-02T03:04:06Z',
						subscriber_info: {
							success: true,
							state: 'not_provided_from_vlr',
							state_description:
								'No data of the visited network, as is usual for 4G, LTE-M and NB-IoT or after a failed location fetch',
							location: { current_location_retrieved: false, age_of_location: 42 },
						},
					},
					errors: [403, 404, [404, 1901], [404, 1904]],
				},
				{
					when: 'with timestamps only',
					values: { endpointId: 17, subscriber: false },
					requests: {
						request: 'GET /api/v1/endpoint/17/connectivity_info',
						query: { subscriber: 'false' },
						answer: { request_timestamp: 'a', reply_timestamp: 'b' },
					},
					gives: { endpoint_id: 17, request_timestamp: 'a', reply_timestamp: 'b' },
				},
				{
					when: 'with a network failure as data',
					values: { endpointId: 17, subscriber: true },
					requests: {
						request: 'GET /api/v1/endpoint/17/connectivity_info',
						query: { subscriber: 'true' },
						answer: { subscriber_info: { success: false, error: 'Unknown Subscriber Error' } },
					},
					gives: {
						endpoint_id: 17,
						subscriber_info: { success: false, error: 'Unknown Subscriber Error' },
					},
				},
			],
			row: each({ endpointId, subscriber: true }),
		},
		'endpoint getTags': {
			documented: 'GET /api/v2/endpoint/{endpointId}/tags read single',
			cases: [
				{
					values: { endpointId: 17, ...shown },
					requests: [COLORS, { request: `GET ${onEndpoint}`, answer: [TAG] }],
					gives: [{ endpoint_id: 17, ...SIMPLE_TAG }],
					errors: [400, 403, 404],
				},
			],
			row: each({ endpointId, ...shown }, [], { after: ['endpoint addTags'], results: 4 }),
		},
		'endpoint removeTags': {
			documented: 'POST /api/v2/bulk-operations/endpoint/remove-tags set sequential',
			cases: [
				{
					values: { endpointId: 17, tagsBy: 'ids', tagIds: [402], readFirst: false },
					requests: { request: bulkRemove, body: item, answer: {} },
					gives: { endpoint_id: 17, tag_ids: [402], changed: 1, removed: true },
					errors: [400, 403, 404, 422],
				},
			],
			row: each(lab, ['tag.unassigned', 'tag.unassigned'], {
				after: ['endpoint addTags'],
			}),
		},
		'endpoint resetConnectivity': {
			documented: 'PATCH /api/v1/endpoint/{endpointId}/connectivity act single S',
			harmless: 'The device connects again by itself; only the factory test of its SIM would end.',
			cases: [
				...(
					[
						['both', { location: null, pdp_context: null }],
						['location', { location: null }],
						['data', { pdp_context: null }],
					] as const
				).map(([reset, body]) => ({
					when: reset,
					values: { endpointId: 17, reset },
					requests: { request: 'PATCH /api/v1/endpoint/17/connectivity', body, status: 204 },
					gives: { endpoint_id: 17, reset, requested: true },
					errors: [403, 404],
				})),
			],
			row: each({ endpointId, reset: 'both' }, ['connectivity.reset']),
		},
		'endpoint update': {
			documented: 'PATCH /api/v1/endpoint/{endpointId} set sequential P',
			cases: [
				{
					values: { endpointId: 17, status: 1, unassignSim: true, clear: ['tags'] },
					requests: {
						request: 'PATCH /api/v1/endpoint/17',
						body: { status: { id: 1 }, sim: { id: null }, tag_assignments: [] },
						status: 204,
					},
					gives: { id: 17, endpoint_id: 17, updated: true },
					errors: [400, 403, 404, [404, 1401], [404, 1601], 409, 422],
				},
			],
			row: each({ endpointId, updateFields: { name: '={{ "new-" + $json.id }}' } }, [
				'endpoint.updated',
			]),
		},
		'endpoint updateMany': {
			documented: 'PATCH /api/v2/endpoint/multi set sequential S',
			cases: [
				{
					values: { endpointId: 17, name: 'pump-18', simStatus: 5, serviceProfileId: 102 },
					requests: {
						request: 'PATCH /api/v2/endpoint/multi',
						body: [
							{ id: 17, name: 'pump-18', service_profile: { id: 102 }, sim: { status: { id: 5 } } },
						],
						status: 204,
					},
					gives: { id: 17, endpoint_id: 17, updated: true },
					errors: [400, 403, 404, [404, 1401], [404, 1601], 409, 422],
				},
			],
			row: each({ endpointId, updateFields: { unassignSim: true, status: 1 } }, [
				'endpoint.updated',
				'sim.unassigned',
			]),
		},
	},
	routes: {
		'GET /api/v1/endpoint': {
			asked: {
				query: {
					...pages(1000),
					q: filterBy(FILTERS),
					sort: sortBy(...Object.keys(FILTERS)),
				},
			},
			answers: { 200: endpointsShapes.endpointList },
		},
		'POST /api/v1/endpoint': {
			asked: { body: oneEndpoint },
			answers: { 201: made(endpointsShapes.createdEndpoint) },
		},
		'GET /api/v1/endpoint/{endpointId}': { asked: {}, answers: { 200: endpointsShapes.endpoint } },
		'PATCH /api/v1/endpoint/{endpointId}': {
			asked: { body: some(withSpace(notBoth(z.strictObject(changes)))) },
			answers: { 204: empty },
		},
		'DELETE /api/v1/endpoint/{endpointId}': { asked: {}, answers: { 204: empty } },
		'POST /api/v2/endpoint/multi': {
			asked: { body: manyEndpoints },
			answers: { 201: listOf(endpointsShapes.createdEndpoint) },
		},
		'PATCH /api/v2/endpoint/multi': {
			asked: {
				body: z
					.array(withSpace(notBoth(z.strictObject({ id, ...changes }))))
					.min(1)
					.max(2000),
			},
			answers: { 204: empty },
		},
		'DELETE /api/v2/endpoint/multi': {
			asked: { query: { delete_sims: flag.optional() }, body: bulkIds },
			answers: { 204: empty },
		},
		'GET /api/v1/endpoint/{endpointId}/connectivity': {
			asked: {},
			answers: { 200: endpointsShapes.connectivity },
		},
		'PATCH /api/v1/endpoint/{endpointId}/connectivity': {
			asked: {
				body: some(
					z.strictObject({ pdp_context: z.null().optional(), location: z.null().optional() }),
				),
			},
			answers: { 204: empty },
		},
		'GET /api/v1/endpoint/{endpointId}/connectivity_info': {
			asked: { query: { subscriber: flag.optional() } },
			answers: {
				200: z.union([endpointsShapes.connectivityInfo, endpointsShapes.connectivityTimes]),
			},
		},
		'GET /api/v2/endpoint/{endpointId}/tags': {
			asked: {},
			answers: { 200: z.array(endpointsShapes.tag).min(1) },
		},
		'POST /api/v2/endpoint/{endpointId}/tags': {
			asked: { body: ref },
			answers: { 201: emptyObject },
		},
		'DELETE /api/v2/endpoint/{endpointId}/tags/{tagId}': {
			asked: {},
			answers: { 200: emptyObject },
		},
		'POST /api/v2/bulk-operations/endpoint/add-tags': {
			asked: { body: taggedItems },
			answers: { 200: emptyObject },
		},
		'POST /api/v2/bulk-operations/endpoint/remove-tags': {
			asked: { body: taggedItems },
			answers: { 200: emptyObject },
		},
	},
};
