import { type Case, caseOf } from './case';

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
const SIMPLE = {
	...OF_ENDPOINT,
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

export const endpoints: Case[] = [
	caseOf('endpoint create', 'with every field', {
		values: {
			...required,
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
		gives: { ...SIMPLE, ...ENDPOINT },
		errors: [400, 403, 404, [404, 1601], [409, 1405], 422],
	}),
	caseOf('endpoint create', 'with an answer that has only a Location', {
		values: required,
		requests: [
			{
				request: 'POST /api/v1/endpoint',
				body: requiredBody,
				status: 201,
				headers: { Location: '/api/v1/endpoint/17' },
			},
			{ request: 'GET /api/v1/endpoint/17', answer: ENDPOINT },
		],
		gives: { ...SIMPLE, ...ENDPOINT },
	}),
	caseOf('endpoint create', 'reported as created when it cannot be read', {
		values: required,
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
			note: 'It was created, but could not be read: The service did not find it: not yet',
		},
	}),
	caseOf('endpoint createMany', {
		values: { ...required, name: 'pump-17', simId: 7, tags: 'lab,new', organisationId: 1002 },
		requests: {
			request: 'POST /api/v2/endpoint/multi',
			body: {
				...requiredBody,
				organisation: { id: 1002 },
				endpoints: [{ name: 'pump-17', tags: 'lab,new', sim: { id: 7, activate: true } }],
			},
			status: 201,
			answer: [ENDPOINT],
		},
		gives: { ...SIMPLE, ...ENDPOINT },
		errors: [400, 403, 404, [409, 1405], 422],
	}),
	caseOf('endpoint get', {
		values: { endpointId: '17', simplify: false },
		requests: { request: 'GET /api/v1/endpoint/17', answer: ENDPOINT },
		gives: ENDPOINT,
		errors: [403, 404],
	}),
	caseOf('endpoint get', 'by ICCID, simplified', {
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
	}),
	caseOf('endpoint getAll', {
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
	}),
	caseOf('endpoint getAll', 'only changes, for names that contain one of two texts', {
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
	}),
	caseOf('endpoint getAll', 'with every choice of Add to Each', {
		values: {
			returnAll: false,
			limit: 1,
			simplify: true,
			country: 'de',
			offlineSince: '2026-06-10',
			addToEach: ['connectivity', 'place', 'quotas', 'usage', 'usageDays'],
		},
		requests: [
			{ request: 'GET /api/v1/country', answer: [{ id: 74, name: 'Germany', iso_code: 'de' }] },
			{
				request: 'GET /api/v1/endpoint',
				query: { page: '1', per_page: '1000' },
				answer: [ENDPOINT],
				headers: page,
			},
			{
				request: 'GET /api/v1/endpoint/17/event',
				query: { q: 'type:1|2|3|5,severity:0', sort: '-timestamp,-id', page: '1', per_page: '10' },
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
	}),
	caseOf('endpoint update', {
		values: { endpointId: 17, status: 1, unassignSim: true, clear: ['tags'] },
		requests: {
			request: 'PATCH /api/v1/endpoint/17',
			body: { status: { id: 1 }, sim: { id: null }, tag_assignments: [] },
			status: 204,
		},
		gives: { id: 17, updated: true },
		errors: [400, 403, 404, [404, 1401], [404, 1601], 409, 422],
	}),
	caseOf('endpoint updateMany', {
		values: { endpointId: 17, name: 'pump-18', simStatus: 5, serviceProfileId: 102 },
		requests: {
			request: 'PATCH /api/v2/endpoint/multi',
			body: [{ id: 17, name: 'pump-18', service_profile: { id: 102 }, sim: { status: { id: 5 } } }],
			status: 204,
		},
		gives: { id: 17, updated: true },
		errors: [400, 403, 404, [404, 1401], [404, 1601], 409, 422],
	}),
	caseOf('endpoint delete', {
		values: { endpointId: 17 },
		requests: { request: 'DELETE /api/v1/endpoint/17', status: 204 },
		gives: { id: 17, deleted: true },
		errors: [403, 404, 409],
	}),
	caseOf('endpoint deleteMany', {
		values: { endpointId: 17, deleteSims: true, confirmCount: 1 },
		requests: {
			request: 'DELETE /api/v2/endpoint/multi',
			query: { delete_sims: 'true' },
			body: [{ id: 17 }],
			status: 204,
		},
		gives: { id: 17, deleted: true },
		errors: [403, 404, 422],
	}),
	caseOf('endpoint getConnectivity', {
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
	}),
	caseOf('endpoint getConnectivityInfo', {
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
	}),
	caseOf('endpoint getConnectivityInfo', 'with timestamps only', {
		values: { endpointId: 17, subscriber: false },
		requests: {
			request: 'GET /api/v1/endpoint/17/connectivity_info',
			query: { subscriber: 'false' },
			answer: { request_timestamp: 'a', reply_timestamp: 'b' },
		},
		gives: { endpoint_id: 17, request_timestamp: 'a', reply_timestamp: 'b' },
	}),
	caseOf('endpoint getConnectivityInfo', 'with a network failure as data', {
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
	}),
	...(
		[
			['both', { location: null, pdp_context: null }],
			['location', { location: null }],
			['data', { pdp_context: null }],
		] as const
	).map(([reset, body]) =>
		caseOf('endpoint resetConnectivity', reset, {
			values: { endpointId: 17, reset },
			requests: { request: 'PATCH /api/v1/endpoint/17/connectivity', body, status: 204 },
			gives: { endpoint_id: 17, reset, requested: true },
			errors: [403, 404],
		}),
	),
];
