import { type Case, caseOf } from './case';

/* Events, and the places of devices in events. The clock of the tests is at 2026-06-15. */

const all = { returnAll: true, simplify: true };
const EVENT = {
	id: '9',
	timestamp: '2026-06-15T00:00:00Z',
	alert: 1,
	description: 'Session ended',
	event_type: { id: 5, description: 'Delete PDP Context' },
	event_source: { id: 0, name: 'Network' },
	event_severity: { id: 1, description: 'WARNING' },
	user: { id: '12', username: 'jane@example.com', name: 'Jane Doe' },
	sim: { id: 7, iccid: '8988303000000000007' },
	imsi: { id: 1, imsi: '901430000000007' },
	detail: {
		id: 501,
		name: 'Northern Mobile',
		country: { id: 74, name: 'Germany' },
		volume: { rx: 0.4, tx: 0.2, total: 0.6 },
	},
};
const SIMPLE = {
	id: 9,
	timestamp: '2026-06-15T00:00:00Z',
	type_id: 5,
	type: 'Delete PDP Context',
	severity: 'Warn',
	source: 'Network',
	alert: true,
	description: 'Session ended',
	endpoint_id: null,
	endpoint_name: null,
	sim_id: 7,
	iccid: '8988303000000000007',
	imsi: '901430000000007',
	user: 'jane@example.com',
	user_id: 12,
	user_name: 'Jane Doe',
	imei: null,
	rat: null,
	operator: 'Northern Mobile',
	country: 'Germany',
	volume_mb: 0.6,
	volume_sms: null,
	detail: EVENT.detail,
};
const RESET = {
	id: 10,
	timestamp: '2026-06-15T00:00:00Z',
	alert: false,
	event_type: { id: 37, description: 'Password reset requested' },
	event_severity: { id: 0 },
	detail: { activationKey: 'live', username: 'a' },
};
const page = { page: '1', per_page: '100' };
const filters = {
	types: [5, '0'],
	from: '2026-06-01T00:00:00Z',
	until: '2026-06-15T00:00:00Z',
	severity: 1,
	alert: true,
	endpointName: 'a|b',
	// Names are looked up first unless nothing is wanted for unknown ones.
	unknownName: 'nothing',
	ipAddress: '2001:db8::1',
};
const Q =
	'type:5|0,from:2026-06-01T00:00:00Z,until:2026-06-15T00:00:00Z,severity:1,alert:true,endpoint:a|b,ip_address:2001:db8::1';

/** A session that a device opened in a country. */
const seen = (id: number, timestamp: string, country: object) => ({
	id: `${id}${timestamp.slice(8, 10)}`,
	timestamp,
	event_type: { id: 3 },
	endpoint: { id, name: `pump-${id}` },
	sim: { id, iccid: `89883030000000000${id}` },
	detail: {
		id: 501,
		name: 'Northern Mobile',
		country,
		pdp_context: { mcc: '262', mnc: '71', lac: 12, ci: 345, rat_type: 8 },
	},
});
const feature = (id: number, point: number[] | null, more: object) => ({
	type: 'Feature',
	geometry: point && { type: 'Point', coordinates: point },
	properties: {
		endpoint_id: id,
		endpoint_name: `pump-${id}`,
		iccid: `89883030000000000${id}`,
		mcc: '262',
		mnc: '71',
		lac: 12,
		cell_id: 345,
		operator: 'Northern Mobile',
		rat: 'NB-IoT',
		accuracy: 'country',
		...more,
	},
});

export const fleetEvents: Case[] = [
	caseOf('event getAll', 'of an endpoint', {
		values: { about: 'endpoint', endpointId: 17, ...all, ...filters },
		requests: {
			request: 'GET /api/v1/endpoint/17/event',
			query: { q: Q, ...page },
			answer: [EVENT],
		},
		gives: [{ ...SIMPLE, endpoint_id: 17 }],
		errors: [400, 403, [422, 1301]],
	}),
	caseOf(
		'event getAll',
		'the remaining volume of a quota, in messages for SMS and in MB for data',
		{
			values: { about: 'all', ...all },
			requests: {
				request: 'GET /api/v1/event',
				query: page,
				answer: [21, 19].map((id) => ({
					...EVENT,
					id,
					event_type: { id, description: 'Used up' },
					detail: {
						quota: { volume: '0.001200', threshold_percentage: '20', threshold_volume: 10 },
					},
				})),
			},
			gives: [
				{ volume_mb: null, volume_sms: 0.0012 },
				{ volume_mb: 0.0012, volume_sms: null },
			].map((left) =>
				expect.objectContaining({
					...left,
					detail: { quota: { volume: 0.0012, threshold_percentage: 20, threshold_volume: 10 } },
				}),
			),
		},
	),
	caseOf('event getAll', 'of a SIM', {
		values: { about: 'sim', simId: 7, ...all, sort: '-timestamp,id' },
		requests: {
			request: 'GET /api/v1/sim/7/event',
			query: { sort: '-timestamp,id', ...page },
			answer: [EVENT],
		},
		gives: [SIMPLE],
		errors: [400, 403, 422],
	}),
	caseOf('event getAll', 'of a user', {
		values: { about: 'user', ...all },
		requests: { request: 'GET /api/v1/user/my/event', query: page, answer: [RESET] },
		gives: [
			expect.objectContaining({
				id: 10,
				detail: null,
				detail_removed: expect.stringContaining('live secret'),
			}),
		],
		errors: [400, 403, 422],
	}),
	caseOf('event getAll', 'of another user, not simplified, without secrets', {
		values: { about: 'user', returnAll: true, simplify: false, userId: 12 },
		requests: { request: 'GET /api/v1/user/12/event', query: page, answer: [RESET] },
		gives: [{ ...RESET, detail: null, detail_removed: expect.any(String) }],
	}),
	caseOf('place map', 'the latest place of each device, at the coordinates of its country', {
		values: { days: 7, tags: 'pump', unknownName: 'nothing' },
		requests: [
			{
				request: 'GET /api/v1/operator',
				answer: [
					{ id: 501, country: { id: 74, latitude: '51.165691', longitude: '10.451526' } },
					{ id: 507, country: { id: 30, latitude: null, longitude: null } },
				],
			},
			{
				request: 'GET /api/v1/event',
				query: {
					q: 'type:1|2|3,from:2026-06-08T00:00:00Z,until:2026-06-16T00:00:00Z,tags:pump',
					...page,
				},
				answer: [
					seen(17, '2026-06-14T00:00:00Z', { id: 74, name: 'Germany', iso_code: 'de' }),
					seen(18, '2026-06-14T00:00:00Z', { id: 74, name: 'Germany', iso_code: 'de' }),
					seen(17, '2026-06-15T00:00:00Z', { id: 30, name: 'Brazil', iso_code: 'br' }),
					{ ...EVENT, id: 12, detail: {} },
				],
			},
		],
		gives: expect.objectContaining({
			devices: 2,
			without_point: 1,
			geojson: {
				type: 'FeatureCollection',
				features: [
					feature(17, null, { country: 'Brazil', iso_code: 'br', seen: '2026-06-15T00:00:00Z' }),
					feature(18, [10.451526, 51.165691], {
						country: 'Germany',
						iso_code: 'de',
						seen: '2026-06-14T00:00:00Z',
					}),
				],
			},
			text: expect.stringMatching(/^\{"type":"FeatureCollection"/),
		}) as object,
		errors: [400, 403, [422, 1301]],
	}),
];
