import { type Case, caseOf } from './case';

/* Creating, changing and deleting profiles. */

const profile = '/api/v1/service_profile';
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

const serviceProfiles: Case[] = [
	caseOf('serviceProfile create', {
		values: { name: 'Meters', allowed3g: false, dnsId: 4, breakoutRegionId: 2 },
		requests: [
			{ request: `GET ${profile}`, answer: [PROFILE] },
			{
				request: `POST ${profile}`,
				body: { name: 'Meters', allowed_3g: false, dns: { id: 4 }, breakout_region: { id: 2 } },
				status: 201,
				headers: { Location: 'https://connectivity.invalid/api/v1/service_profile/1101' },
			},
		],
		gives: { id: 1101, name: 'Meters', created: true },
		errors: [403, 422],
	}),
	caseOf('serviceProfile create', 'without a Location, found as the newest profile of that name', {
		values: { name: 'Standard' },
		requests: [
			{ request: `GET ${profile}`, answer: [PROFILE] },
			{ request: `POST ${profile}`, body: { name: 'Standard' }, status: 201 },
			{ request: `GET ${profile}`, answer: [PROFILE, { id: '1102', name: 'Standard' }] },
		],
		gives: { id: 1102, name: 'Standard', created: true },
	}),
	caseOf('serviceProfile update', {
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
	}),
	caseOf('serviceProfile update', 'a dry run only reads', {
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
	}),
	caseOf('serviceProfile delete', {
		values: { serviceProfileId: 101 },
		requests: [
			{ request: `GET ${profile}/101`, answer: { ...PROFILE, used_count: '0' } },
			{ request: `DELETE ${profile}/101`, status: 204 },
		],
		gives: { id: 101, deleted: true },
		errors: [403, 404, [409, 1407]],
	}),
	caseOf('serviceProfile addService', {
		values: ofService,
		requests: { request: `PUT ${service}`, status: 204 },
		gives: { ...onService, added: true },
		errors: [403, 404, 409],
	}),
	caseOf(
		'serviceProfile addService',
		'a service that is already there, or was added by an unanswered attempt',
		{
			values: { ...ofService, serviceId: 0 },
			requests: [
				{ request: `PUT ${profile}/101/service/0`, status: 409, answer: { error_code: 1405 } },
				{ request: `GET ${profile}/101`, answer: { id: 101, service: [{ id: '0' }] } },
			],
			gives: { ...onService, service_id: 0, added: true, note: 'The profile has it already.' },
		},
	),
	caseOf('serviceProfile removeService', {
		values: ofService,
		requests: { request: `DELETE ${service}`, status: 204 },
		gives: { ...onService, removed: true },
		errors: [403, 404, [409, 1407]],
	}),
	caseOf('serviceProfile addSmsLimit', {
		values: { ...ofService, limitId: 2 },
		requests: { request: `PUT ${service}/traffic_limit/2` },
		gives: { ...onService, limit_id: 2, added: true },
		errors: [403, 404, 422],
	}),
	caseOf('serviceProfile removeSmsLimit', {
		values: { ...ofService, limitId: 2 },
		requests: { request: `DELETE ${service}/traffic_limit/2` },
		gives: { ...onService, limit_id: 2, removed: true },
		errors: [403, 422],
	}),
	caseOf('serviceProfile removeAllDataLimits', {
		values: { serviceProfileId: 101 },
		requests: { request: `DELETE ${profile}/101/traffic_limit`, status: 204 },
		gives: { service_profile_id: 101, removed: true },
		errors: [403],
	}),
];

const tariff = '/api/v1/tariff_profile';
const TARIFF = { id: 201, name: 'Europe', used_count: '2', tariff: { id: 31, name: 'Plan' } };
const onZone = { tariff_profile_id: 201, ratezone_id: 4 };
const ofVolume = { tariffProfileId: 201, inclusiveVolumeId: 1 };
const onVolume = { tariff_profile_id: 201, inclusive_volume_id: 1 };

const tariffProfiles: Case[] = [
	caseOf('tariffProfile create', {
		values: { name: 'World', tariffId: '32' },
		requests: [
			{ request: `GET ${tariff}`, answer: [TARIFF] },
			{
				request: `POST ${tariff}`,
				body: { name: 'World', description: '', tariff: { id: 32 } },
				status: 201,
				headers: { Location: '/api/v1/tariff_profile/2101' },
			},
		],
		gives: { id: 2101, name: 'World', tariff_id: 32, created: true },
		errors: [403, 422],
	}),
	caseOf('tariffProfile update', {
		values: { tariffProfileId: 201, name: 'EU', tariffId: 32, removeRatezones: true },
		requests: [
			{ request: `GET ${tariff}/201`, answer: TARIFF },
			{ request: `PATCH ${tariff}/201`, body: { name: 'EU', tariff: { id: 32 } }, status: 204 },
		],
		gives: { id: 201, used_count: 2, dry_run: false, updated: true },
		errors: [403, 404, 422],
	}),
	caseOf('tariffProfile update', 'a dry run needs no confirmation', {
		values: { tariffProfileId: 201, tariffId: 32, dryRun: true },
		requests: { request: `GET ${tariff}/201`, answer: TARIFF },
		gives: {
			id: 201,
			used_count: 2,
			dry_run: true,
			updated: false,
			changes: [{ field: 'tariff', from: 31, to: 32 }],
			message: 'Dry run: nothing was changed; 2 endpoints use this tariff profile.',
		},
	}),
	caseOf('tariffProfile delete', {
		values: { tariffProfileId: 201 },
		requests: [
			{ request: `GET ${tariff}/201`, answer: { ...TARIFF, used_count: '0' } },
			{ request: `DELETE ${tariff}/201`, status: 204 },
		],
		gives: { id: 201, deleted: true },
		errors: [403, 404, [409, 1407]],
	}),
	...(['addRatezone', 'removeRatezone'] as const).map((name): Case => {
		const adds = name === 'addRatezone';
		const method = adds ? 'PUT' : 'DELETE';
		return caseOf(`tariffProfile ${name}`, {
			values: { tariffProfileId: 201, ratezoneId: 4 },
			requests: { request: `${method} ${tariff}/201/ratezone_selection/4`, status: 204 },
			gives: { ...onZone, ...(adds ? { added: true } : { removed: true }) },
			errors: [403, 404, 422],
		});
	}),
	caseOf('tariffProfile assignInclusiveVolume', {
		values: ofVolume,
		requests: { request: `PUT ${tariff}/201/inclusive_volume/1`, status: 204 },
		gives: { ...onVolume, assigned: true },
		errors: [400, 403, 404],
	}),
	caseOf('tariffProfile assignInclusiveVolume', 'a volume that the profile already has', {
		values: ofVolume,
		requests: [
			{ request: `PUT ${tariff}/201/inclusive_volume/1`, status: 409, answer: {} },
			{ request: `GET ${tariff}/201`, answer: { ...TARIFF, inclusive_volume: { id: '1' } } },
		],
		gives: { ...onVolume, assigned: true, note: 'The profile has it already.' },
	}),
	caseOf('tariffProfile removeInclusiveVolume', {
		values: ofVolume,
		requests: { request: `DELETE ${tariff}/201/inclusive_volume/1`, status: 204 },
		gives: { ...onVolume, removed: true },
		errors: [400, 403, 404],
	}),
];

export const profiles: Case[] = [...serviceProfiles, ...tariffProfiles];
