import { type Case, caseOf } from './case';

/* Lists: profiles, services, address spaces, operators, countries; blocklists. */

const all = { returnAll: true, simplify: true };
const profile = '/api/v1/service_profile';
const blocklist = '/api/v2/tariff_profile/201/operator_blocklist/operator';
const ids = { tariffProfileId: 201, operatorId: 501 };
const onProfile = { tariff_profile_id: 201, operator_id: 501 };
const PROFILE = { id: 101, name: 'Standard', used_count: '3', apply_data_quota: true };
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
const MONTH = { id: 2, time_units: 1, unit: 'month' };
const TARIFF = {
	id: 201,
	name: 'Europe',
	description: null,
	used_count: '2',
	organisation_id: '1001',
	tariff: { id: 31, name: 'Plan', currency: { id: 1, code: 'EUR' } },
};
const SIMPLE_TARIFF = {
	id: 201,
	name: 'Europe',
	description: null,
	used_count: 2,
	tariff_id: 31,
	tariff: 'Plan',
	currency: 'EUR',
	inclusive_volume_id: null,
	inclusive_mb: null,
};
const BLOCK = {
	operator: { id: '501', name: 'Northern Mobile' },
	tariff_profile: { id: 201 },
	blocklist: { operator: false, rat_types: [{ id: 6, description: '4G' }] },
};
const SIMPLE_BLOCK = {
	...onProfile,
	operator: 'Northern Mobile',
	blocked: false,
	blocked_rat_types: ['4G'],
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

export const fleetLists: Case[] = [
	caseOf('serviceProfile getAll', {
		values: all,
		requests: { request: `GET ${profile}`, answer: [PROFILE] },
		gives: [SIMPLE_PROFILE],
		errors: [403],
	}),
	caseOf('serviceProfile get', {
		values: { serviceProfileId: 101, simplify: true },
		requests: {
			request: `GET ${profile}/101`,
			answer: {
				...PROFILE,
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
	}),
	caseOf('serviceProfile getDataLimits', {
		values: { serviceProfileId: 101, ...all },
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
	}),
	caseOf('serviceProfile addDataLimit', {
		values: newLimit,
		requests: {
			request: `POST ${profile}/101/traffic_limit`,
			body: limit(38, 2),
			status: 201,
			answer: {},
		},
		gives: limitAdded,
		errors: [403, 409],
	}),
	caseOf('serviceProfile addDataLimit', 'retried with IDs as text after a refusal', {
		values: newLimit,
		requests: [
			{ request: `POST ${profile}/101/traffic_limit`, body: limit(38, 2), status: 400 },
			{ request: `POST ${profile}/101/traffic_limit`, body: limit('38', '2'), status: 201 },
		],
		gives: limitAdded,
		errors: [400],
	}),
	caseOf('serviceProfile removeDataLimit', {
		values: { serviceProfileId: 101, limitId: 4 },
		requests: { request: `DELETE ${profile}/101/traffic_limit/4`, status: 204 },
		gives: { service_profile_id: 101, limit_id: 4, removed: true },
		errors: [403, 404],
	}),
	caseOf('serviceProfile removeQuotas', {
		values: { serviceProfileId: 101, kind: 'sms' },
		requests: [
			{ request: `GET ${profile}/101`, answer: { ...PROFILE, apply_sms_quota: false } },
			{ request: `DELETE ${profile}/101/quota/sms`, status: 204 },
		],
		gives: { service_profile_id: 101, kind: 'sms', removed: true },
		errors: [403, 404],
	}),
	caseOf('lookup getServices', {
		values: all,
		requests: {
			request: 'GET /api/v1/service',
			answer: [{ id: 38, description: 'Data', traffic_type: { id: 5, description: 'Data' } }],
		},
		gives: [{ id: 38, name: 'Data', traffic_type: 'Data' }],
		errors: [403],
	}),
	caseOf('lookup getSmsLimits', {
		values: { serviceId: 6, ...all },
		requests: {
			request: 'GET /api/v1/service/6/traffic_limit',
			answer: [{ id: 1, volume: '10', period: MONTH }],
		},
		gives: [{ id: 1, volume: 10, period: 'month', service: null }],
		errors: [403, 404],
	}),
	caseOf('lookup getTrafficLimits', {
		values: all,
		requests: {
			request: 'GET /api/v1/traffic_limit',
			answer: [{ id: 1, volume: 10, period: MONTH, service: { id: 6, description: 'SMS MT' } }],
		},
		gives: [{ id: 1, volume: 10, period: 'month', service: 'SMS MT' }],
		errors: [403],
	}),
	caseOf('tariffProfile getAll', {
		values: all,
		requests: { request: 'GET /api/v1/tariff_profile', answer: [TARIFF] },
		gives: [SIMPLE_TARIFF],
		errors: [403],
	}),
	caseOf('tariffProfile get', {
		values: { tariffProfileId: 201, simplify: false },
		requests: { request: 'GET /api/v1/tariff_profile/201', answer: TARIFF },
		gives: { ...TARIFF, used_count: 2, organisation_id: 1001 },
		errors: [403, 404],
	}),
	caseOf('tariffProfile getCoverage', {
		values: { tariffProfileId: 201, ...all },
		requests: {
			request: 'GET /api/v1/tariff_profile/201/coverage',
			answer: [{ country: { id: 74, name: 'Germany' }, redundancy_count: '3' }],
		},
		gives: [{ country_id: 74, country: 'Germany', redundancy_count: 3 }],
		errors: [403, 404],
	}),
	...[
		{ when: 'with a list as the answer', answer: [BLOCK] },
		{ when: 'with one object as the answer', answer: BLOCK },
	].map(({ when, answer }) =>
		caseOf('tariffProfileBlocklist getAll', when, {
			values: { tariffProfileId: 201, ...all },
			requests: { request: `GET ${blocklist}`, answer },
			gives: [SIMPLE_BLOCK],
			errors: [403, 404],
		}),
	),
	caseOf('tariffProfileBlocklist get', {
		values: { ...ids, simplify: true },
		requests: { request: `GET ${blocklist}/501`, answer: BLOCK },
		gives: SIMPLE_BLOCK,
		errors: [403, 404],
	}),
	caseOf('tariffProfileBlocklist blockOperator', {
		values: ids,
		requests: { request: `PUT ${blocklist}/501`, status: 204 },
		gives: { ...onProfile, blocked: true },
		errors: [403, 404],
	}),
	caseOf('tariffProfileBlocklist unblockOperator', {
		values: ids,
		requests: { request: `DELETE ${blocklist}/501`, status: 204 },
		gives: { ...onProfile, blocked: false },
		errors: [403, 404],
	}),
	caseOf('tariffProfileBlocklist blockRatTypes', {
		values: { ...ids, ratTypeIds: [6, 8] },
		requests: {
			request: `POST ${blocklist}/501/rat_type`,
			body: { rat_types: [{ id: 6 }, { id: 8 }] },
			status: 204,
		},
		gives: { ...onProfile, blocked_rat_type_ids: [6, 8] },
		errors: [403, 404],
	}),
	caseOf('tariffProfileBlocklist unblockRatType', {
		values: { ...ids, ratTypeId: 6 },
		requests: { request: `DELETE ${blocklist}/501/rat_type/6`, status: 204 },
		gives: { ...onProfile, unblocked_rat_type_id: 6 },
		errors: [403, 404],
	}),
	caseOf('lookup getIpAddressSpaces', {
		values: all,
		requests: {
			request: 'GET /api/v1/ip_address_space',
			answer: [{ id: 301, ip_address_space: '10.64.0.0/12', available_count: '9' }],
		},
		gives: [
			{
				id: 301,
				ip_address_space: '10.64.0.0/12',
				ip_address_version: null,
				used_count: null,
				available_count: 9,
			},
		],
		errors: [403],
	}),
	caseOf('lookup getAvailableIpAddressSpaces', {
		values: { returnAll: false, limit: 1, simplify: false, version: 6 },
		requests: {
			request: 'GET /api/v1/ip_address_space/available',
			query: { ip_address_version: '6' },
			answer: [
				{ id: 1, ip_address_version: 6 },
				{ id: 2, ip_address_version: 6 },
			],
		},
		gives: [{ id: 1, ip_address_version: 6 }],
		errors: [403],
	}),
	caseOf('lookup getOperators', {
		values: all,
		requests: {
			request: 'GET /api/v1/operator',
			answer: [
				{
					id: 501,
					name: '3',
					name_and_country: 'Austria / 3',
					country: { id: 14, name: 'Austria', iso_code: 'at', mcc: '232' },
					mnc: [{ id: 1, mnc: '05', operator_id: '501' }],
				},
			],
		},
		gives: [
			{
				id: 501,
				name: '3',
				name_and_country: 'Austria / 3',
				country: 'Austria',
				iso_code: 'at',
				mcc: '232',
				mnc: ['05'],
			},
		],
		errors: [403],
	}),
	caseOf('lookup getCountries', {
		values: { ...all, geographic: true },
		requests: {
			request: 'GET /api/v1/country',
			query: { geographic: 'true' },
			answer: [{ id: 74, name: 'Germany', iso_code: 'de', country_code: '49', mcc: '262' }],
		},
		gives: [{ id: 74, name: 'Germany', iso_code: 'de', country_code: '49', mcc: '262' }],
		errors: [403],
	}),
];
