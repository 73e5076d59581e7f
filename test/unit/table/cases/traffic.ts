import { type Case, caseOf } from './case';

/* SMS, quotas, usage, traffic limits, blacklist. The clock of the tests is at 2026-06-15. */

/** The fields of an SMS that are the same in the full and the simplified result. */
const OF_SMS = {
	id: 70001,
	submit_date: '2026-06-15T00:00:00Z',
	delivery_date: null,
	expiry_date: null,
	retry_count: 0,
	source_address: '12345',
	payload: 'hello',
};
const SMS = {
	...OF_SMS,
	endpoint: { id: 17, name: 'pump-17' },
	status: { id: 3, status: 'BUFFERED' },
};
const SIMPLE_SMS = {
	...OF_SMS,
	endpoint_id: 17,
	status: 'buffered',
	status_id: 3,
	sms_type: null,
	final_date: null,
	gsm_map_error: null,
};
const QUOTA = {
	volume: '12.5',
	expiry_date: '2026-12-31T00:00:00Z',
	threshold_percentage: 20,
	status: { id: 2, description: 'EXHAUSTED' },
	auto_refill: 1,
	action_on_exhaustion: { id: 1, action_on_quota_exhaustion_id: 1 },
};
const quotaPath = '/api/v1/endpoint/17/quota/sms';
/** The fields of a quota that are the same in the request and in the result. */
const OF_QUOTA = {
	expiry_date: '2026-12-31T00:00:00Z',
	threshold_percentage: 20,
	auto_refill: true,
};
const SET_QUOTA = { ...OF_QUOTA, status: { id: 1 }, action_on_exhaustion: { id: 1 } };
const SIMPLE_QUOTA = { endpoint_id: 17, ...OF_QUOTA, status: 'Active', status_id: 1 };
const extensionPath = '/api/v1/endpoint/17/traffic_limit_extension';
const EXTENSION = {
	id: 5,
	endpoint_id: 17,
	traffic_limit_id: 1,
	volume: 10,
	expiration_date: '2026-07-01T00:00:00Z',
	created_at: '2026-06-15T00:00:00Z',
};
const OPERATOR = {
	id: 501,
	name: 'Northern Mobile',
	country: { id: 74, name: 'Germany', country_code: 49, iso_code: 'de', mcc: 262 },
	tapcode: [{ id: 1, tapcode: 'DEUNM' }],
	mnc: [{ id: 1, mnc: 71 }],
};
const blacklistPath = '/api/v1/endpoint/17/operator_blacklist';
const all = { returnAll: true };

export const traffic: Case[] = [
	caseOf('sms send', {
		values: {
			endpointId: 17,
			payload: 'hello',
			sourceAddress: 'Pumps',
			destAddress: '1234567',
			expiryDate: '2026-06-16T02:00:00+02:00',
		},
		requests: {
			request: 'POST /api/v1/endpoint/17/sms',
			body: {
				payload: 'hello',
				source_address: 'Pumps',
				source_address_type: { id: 208 },
				dest_address: '1234567',
				dcs: 0,
				expiry_date: '2026-06-16T00:00:00Z',
			},
			status: 201,
			answer: {},
			headers: { Location: '/api/v1/endpoint/17/sms/70001' },
		},
		gives: { endpoint_id: 17, sent: true, parts: 1, encoding: 'GSM-7', sms_ids: [70001] },
		errors: [403, 404, 422],
	}),
	caseOf('sms send', 'with a user data header', {
		values: { endpointId: 17, payload: 'ä€', udh: '050003A70201', dcs: 8 },
		requests: {
			request: 'POST /api/v1/endpoint/17/sms',
			body: { payload: 'ä€', udh: '050003A70201', dcs: 8 },
			status: 201,
		},
		gives: { endpoint_id: 17, sent: true, parts: 1, encoding: 'UCS-2' },
	}),
	caseOf('sms get', {
		values: { endpointId: 17, smsId: '70001', simplify: true },
		requests: { request: 'GET /api/v1/endpoint/17/sms/70001', answer: SMS },
		gives: SIMPLE_SMS,
		errors: [403, 404],
	}),
	caseOf('sms getAll', {
		values: { endpointId: 17, returnAll: false, limit: 1, simplify: true },
		requests: { request: 'GET /api/v1/endpoint/17/sms', answer: [SMS, { ...SMS, id: '9' }] },
		gives: [SIMPLE_SMS],
		errors: [403, 404],
	}),
	caseOf('sms getAll', 'with the newest messages of a list that starts with the oldest', {
		values: { endpointId: 17, returnAll: false, limit: 2, simplify: true },
		requests: {
			request: 'GET /api/v1/endpoint/17/sms',
			answer: [{ ...SMS, id: '9' }, SMS, { ...SMS, id: '70003' }],
		},
		gives: [{ ...SIMPLE_SMS, id: 70003 }, SIMPLE_SMS],
	}),
	caseOf('sms getAll', 'with a list that reports more entries than it gives, read to the end', {
		values: { endpointId: 17, returnAll: false, limit: 1, simplify: true },
		requests: [
			{
				request: 'GET /api/v1/endpoint/17/sms',
				answer: [SMS],
				headers: { 'X-Total-Count': '2', 'X-Total-Pages': '2' },
			},
			...[SMS, { ...SMS, id: 70002 }].map((sms, i) => ({
				request: 'GET /api/v1/endpoint/17/sms',
				query: { page: String(i + 1), per_page: '1' },
				answer: [sms],
				headers: { 'X-Total-Count': '2', 'X-Total-Pages': '2' },
			})),
		],
		gives: [{ ...SIMPLE_SMS, id: 70002 }],
	}),
	caseOf('sms cancel', {
		values: { endpointId: 17, smsId: 70001 },
		requests: { request: 'DELETE /api/v1/endpoint/17/sms/70001', status: 204 },
		gives: { id: 70001, endpoint_id: 17, cancelled: true },
		errors: [403, 404, 409],
	}),
	caseOf('smsQuota set', {
		values: {
			endpointId: 17,
			volume: 100,
			expiryDate: '2026-12-31T00:00:00Z',
			status: 1,
			autoRefill: true,
			actionOnExhaustion: 1,
		},
		requests: {
			request: `POST ${quotaPath}`,
			body: { volume: 100, ...SET_QUOTA },
			status: 201,
			answer: {},
		},
		gives: { volume: 100, ...SIMPLE_QUOTA },
		errors: [403],
	}),
	caseOf('smsQuota topUp', {
		values: { endpointId: 17, add: 0.1 },
		requests: [
			{ request: `GET ${quotaPath}`, answer: { ...QUOTA, volume: '0.2' } },
			{ request: `POST ${quotaPath}`, body: { volume: 0.3, ...SET_QUOTA }, status: 201 },
		],
		gives: { volume_before: 0.2, added: 0.1, volume: 0.3, ...SIMPLE_QUOTA },
		errors: [403],
	}),
	caseOf('smsQuota topUp', 'an expired quota gets a new expiry date', {
		values: { endpointId: 17, add: 10, expiryDate: '2027-01-31T00:00:00Z' },
		requests: [
			{
				request: `GET ${quotaPath}`,
				answer: {
					volume: 5,
					expiry_date: '2026-01-31T00:00:00Z',
					threshold_percentage: 10,
					status: { id: 3 },
				},
			},
			{
				request: `POST ${quotaPath}`,
				body: {
					volume: 15,
					expiry_date: '2027-01-31T00:00:00Z',
					threshold_percentage: 10,
					status: { id: 1 },
				},
				status: 201,
			},
		],
		gives: {
			endpoint_id: 17,
			volume_before: 5,
			added: 10,
			volume: 15,
			expiry_date: '2027-01-31T00:00:00Z',
			threshold_percentage: 10,
			status: 'Active',
			status_id: 1,
		},
	}),
	caseOf('smsQuota get', {
		values: { endpointId: 17, simplify: false },
		requests: { request: `GET ${quotaPath}`, answer: QUOTA },
		gives: { endpoint_id: 17, has_quota: true, ...QUOTA, volume: 12.5, auto_refill: true },
		errors: [403],
	}),
	...[
		{ when: 'a 404 means no quota', status: 404, answer: { message: 'none' } },
		{ when: 'an empty 200 means no quota', status: 200 },
	].map(({ when, ...none }) =>
		caseOf('smsQuota get', when, {
			values: { endpointId: 17, simplify: true },
			requests: { request: `GET ${quotaPath}`, ...none },
			gives: { endpoint_id: 17, has_quota: false },
		}),
	),
	caseOf('smsQuota get', 'simplified to the fields that Set and Top Up give', {
		values: { endpointId: 17, simplify: true },
		requests: { request: `GET ${quotaPath}`, answer: QUOTA },
		gives: {
			endpoint_id: 17,
			has_quota: true,
			volume: 12.5,
			expiry_date: QUOTA.expiry_date,
			status: 'Exhausted',
			status_id: 2,
			threshold_percentage: QUOTA.threshold_percentage,
			threshold_volume: null,
			auto_refill: true,
			last_volume_added: null,
		},
	}),
	caseOf('smsQuota delete', {
		values: { endpointId: 17 },
		requests: { request: `DELETE ${quotaPath}`, status: 204 },
		gives: { endpoint_id: 17, deleted: true },
		errors: [403, 404],
	}),
	caseOf('usage getDaily', {
		values: {
			endpointId: 17,
			output: 'days',
			simplify: false,
			startDate: '2026-06-01',
			endDate: '2026-06-02T00:00:00.000Z',
		},
		requests: {
			request: 'GET /api/v1/endpoint/17/stats/daily',
			query: { start_date: '2026-06-01', end_date: '2026-06-02' },
			answer: [{ date: '2026-06-01', data: { volume: '1.5', cost: '2' }, sms: { volume: 3 } }],
		},
		gives: [{ endpoint_id: 17, date: '2026-06-01', data: { volume: 1.5 }, sms: { volume: 3 } }],
		errors: [403, 404],
	}),
	caseOf('usage getDaily', 'simplified to one flat row per day', {
		values: { endpointId: 17, output: 'days', simplify: true },
		requests: {
			request: 'GET /api/v1/endpoint/17/stats/daily',
			answer: [
				{
					date: '2026-06-01',
					data: { volume: '1.5', volume_tx: '1', volume_rx: '0.5', cost: '2' },
					sms: { volume: 3, volume_tx: 1, volume_rx: 2 },
				},
			],
		},
		gives: [
			{
				endpoint_id: 17,
				date: '2026-06-01',
				data_mb: 1.5,
				data_sent_mb: 1,
				data_received_mb: 0.5,
				sms: 3,
				sms_sent: 1,
				sms_received: 2,
			},
		],
	}),
	caseOf('trafficLimitExtension create', {
		values: { endpointId: 17, volume: 10, trafficLimitId: '1' },
		requests: {
			request: `POST ${extensionPath}`,
			body: { volume: 10, traffic_limit_id: 1 },
			status: 201,
			answer: EXTENSION,
		},
		gives: EXTENSION,
		errors: [400, 401, 403, 404],
	}),
	caseOf('trafficLimitExtension getAll', {
		values: { endpointId: 17, ...all },
		requests: { request: `GET ${extensionPath}`, answer: [EXTENSION] },
		gives: [EXTENSION],
		errors: [403, 404],
	}),
	caseOf('trafficLimitExtension deleteAll', {
		values: { endpointId: 17 },
		requests: { request: `DELETE ${extensionPath}`, status: 204 },
		gives: { endpoint_id: 17, deleted: true },
		errors: [403, 404],
	}),
	caseOf('operatorBlacklist getAll', {
		values: { endpointId: 17, ...all },
		requests: { request: `GET ${blacklistPath}`, answer: [OPERATOR] },
		gives: [
			{
				endpoint_id: 17,
				...OPERATOR,
				country: { ...OPERATOR.country, country_code: '49', mcc: '262' },
				mnc: [{ id: 1, mnc: '71' }],
			},
		],
		errors: [403],
	}),
	caseOf('operatorBlacklist add', {
		values: { endpointId: 17, operatorId: 501 },
		requests: { request: `PUT ${blacklistPath}/501`, status: 204 },
		gives: { endpoint_id: 17, operator_id: 501, added: true },
		errors: [403, 409, [409, 1405]],
	}),
	caseOf('operatorBlacklist remove', {
		values: { endpointId: 17, operatorId: 501 },
		requests: { request: `DELETE ${blacklistPath}/501`, status: 204 },
		gives: { endpoint_id: 17, operator_id: 501, deleted: true },
		errors: [403, 404],
	}),
];
