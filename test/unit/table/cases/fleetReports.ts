import type { Case } from './case';

/* Events, usage and cost. The tests' clock stands at 2026-06-15. */

const all = { returnAll: true, simplify: true };
const EVENT = {
	id: '9',
	timestamp: '2026-06-15T00:00:00Z',
	alert: 1,
	description: 'Session ended',
	event_type: { id: 5, description: 'Delete PDP Context' },
	event_source: { id: 0, name: 'Network' },
	event_severity: { id: 1, description: 'WARNING' },
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
	user: null,
	imei: null,
	rat: null,
	operator: 'Northern Mobile',
	country: 'Germany',
	volume: 0.6,
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
	ipAddress: '2001:db8::1',
};
const Q =
	'type:5|0,from:2026-06-01T00:00:00Z,until:2026-06-15T00:00:00Z,severity:1,alert:true,endpoint:a|b,ip_address:2001:db8::1';

const EUR = { id: 1, code: 'EUR', symbol: '€' };
const MB = { id: 5, description: 'Data', unit: 'MB' };
const traffic = (more: object = {}) => ({
	volume: '3.000000',
	volume_tx: '1.000000',
	volume_rx: '2.000000',
	cost: '0.1500000000',
	traffic_type: MB,
	currency: EUR,
	...more,
});
const SUMMARY = {
	current_month: { data: traffic({ month: '2026-06-01', endpoint_id: 17 }) },
	last_hour: {
		data: {
			rx: [
				['09:58', 0.1],
				['09:59', 0.2],
			],
			tx: [['09:59', 0.3]],
		},
		sms: { rx: [], tx: [['09:58', 2]] },
	},
};
const SENT = { volume: 3, sent: 1, received: 2, cost: 0.15, currency: 'EUR', unit: 'MB' };
const NONE = { volume: 0, sent: 0, received: 0, cost: null, currency: null, unit: null };
/** A month in the cells of a table. */
const flatMonth = (name: string, data = 0, cost = 0, currency: string | null = null) => ({
	[`${name}_data_mb`]: data,
	[`${name}_sms`]: 0,
	[`${name}_cost`]: cost,
	[`${name}_currency`]: currency,
});
const SIMPLE_SUMMARY = {
	last_month: { data: NONE, sms: NONE },
	current_month: { month: '2026-06-01', data: SENT, sms: NONE },
	...flatMonth('last_month'),
	...flatMonth('current_month', 3, 0.15, 'EUR'),
	last_hour: { data: { volume: 0.6 }, sms: { volume: 2 } },
};
/** Newest first, then the total; nothing in its many forms. */
const DAYS = [
	{
		date: '2026-06-02',
		data: traffic(),
		sms: { volume: 0, volume_tx: 0, volume_rx: 0, cost: null },
	},
	{
		date: '2026-06-01',
		data: traffic(),
		sms: { volume: '6', volume_tx: '4', volume_rx: '2', cost: '0.24', currency: EUR },
	},
	{
		date: 'TOTAL',
		data: traffic({ volume: '6.000000', volume_tx: '2.000000', volume_rx: '4.000000' }),
		sms: { volume: '6', volume_tx: '4', volume_rx: '2', cost: 0, traffic_type: '', currency: '' },
	},
];
const day = (date: string, sms: object) => ({
	date,
	data_mb: 3,
	data_volume: 3,
	data_sent: 1,
	data_received: 2,
	data_cost: 0.15,
	...sms,
	currency: 'EUR',
});
const FLAT_DAYS = [
	day('2026-06-02', { sms_volume: 0, sms_sent: 0, sms_received: 0, sms_cost: null }),
	day('2026-06-01', { sms_volume: 6, sms_sent: 4, sms_received: 2, sms_cost: 0.24 }),
];
const perDay = { output: 'days', simplify: true };

export const fleetReports: Case[] = [
	{
		row: 'event getAll',
		when: 'of an endpoint',
		values: { about: 'endpoint', endpointId: 17, ...all, ...filters },
		requests: [
			{ request: 'GET /api/v1/endpoint/17/event', query: { q: Q, ...page }, answer: [EVENT] },
		],
		gives: [{ ...SIMPLE, endpoint_id: 17 }],
		errors: [400, 403, [422, 1301]],
	},
	{
		row: 'event getAll',
		when: 'of a SIM',
		values: { about: 'sim', simId: 7, ...all, sort: '-timestamp,id' },
		requests: [
			{
				request: 'GET /api/v1/sim/7/event',
				query: { sort: '-timestamp,id', ...page },
				answer: [EVENT],
			},
		],
		gives: [SIMPLE],
		errors: [400, 403, 422],
	},
	{
		row: 'event getAll',
		when: 'of a user',
		values: { about: 'user', ...all },
		requests: [{ request: 'GET /api/v1/user/my/event', query: page, answer: [RESET] }],
		gives: [
			expect.objectContaining({
				id: 10,
				detail: null,
				detail_removed: expect.stringContaining('live secret'),
			}),
		],
		errors: [400, 403, 422],
	},
	{
		row: 'event getAll',
		when: 'of another user, raw, still without secrets',
		values: { about: 'user', returnAll: true, simplify: false, userId: 12 },
		requests: [{ request: 'GET /api/v1/user/12/event', query: page, answer: [RESET] }],
		gives: [{ ...RESET, detail: null, detail_removed: expect.any(String) }],
	},
	{
		row: 'lookup getEventTypes',
		values: all,
		requests: [
			{ request: 'GET /api/v1/event/type', answer: [{ id: '0', description: 'Generic' }] },
		],
		gives: [{ id: 0, description: 'Generic' }],
		errors: [403],
	},
	{
		row: 'usage getSummary',
		values: { endpointId: 17, simplify: true },
		requests: [{ request: 'GET /api/v1/endpoint/17/stats', answer: SUMMARY }],
		gives: { endpoint_id: 17, ...SIMPLE_SUMMARY },
		errors: [403, 404],
	},
	...[
		{ when: 'one object', answer: SUMMARY },
		{ when: 'a list', answer: [SUMMARY] },
	].map(
		({ when, answer }): Case => ({
			row: 'usage getSimSummary',
			when,
			values: { simId: 7, simplify: true },
			requests: [{ request: 'GET /api/v1/sim/7/stats', answer }],
			gives: { sim_id: 7, ...SIMPLE_SUMMARY },
			errors: [403, 404],
		}),
	),
	{
		row: 'usage getSimDaily',
		values: { simId: 7, ...perDay, startDate: '2026-06-01', endDate: '2026-06-02' },
		requests: [
			{
				request: 'GET /api/v1/sim/7/stats/daily',
				query: { start_date: '2026-06-01', end_date: '2026-06-02' },
				answer: DAYS,
			},
		],
		gives: FLAT_DAYS.map((one) => ({ sim_id: 7, ...one })),
		errors: [403, 404],
	},
	{
		row: 'usage getSimDaily',
		when: 'the total is not summed',
		values: { simId: 7, output: 'totals', simplify: true },
		requests: [{ request: 'GET /api/v1/sim/7/stats/daily', answer: DAYS }],
		gives: expect.objectContaining({
			sim_id: 7,
			from: '2026-06-01',
			to: '2026-06-02',
			days: 2,
			data_mb: 6,
			data_volume: 6,
			data_sent: 2,
			data_received: 4,
			data_cost: 0.3,
			sms_volume: 6,
			sms_sent: 4,
			sms_received: 2,
			sms_cost: 0.24,
			currency: EUR.code,
			matches_total: true,
		}),
	},
	{
		row: 'organisationUsage getSummary',
		values: { simplify: true },
		requests: [
			{
				request: 'GET /api/v1/organisation/my/stats',
				answer: { current_month: { data: traffic() }, sim: { total: '5' } },
			},
		],
		gives: {
			organisation_id: 1001,
			sim: { total: 5 },
			last_month: { data: NONE, sms: NONE },
			current_month: { data: SENT, sms: NONE },
			...flatMonth('last_month'),
			...flatMonth('current_month', 3, 0.15, 'EUR'),
		},
		errors: [403, 422],
	},
	{
		row: 'organisationUsage getDaily',
		values: { ...perDay, startDate: '2026-06-01', endDate: '2026-06-03', organisationId: 1002 },
		requests: [
			{
				request: 'GET /api/v1/organisation/1002/stats/daily',
				query: { start_date: '2026-06-01', end_date: '2026-06-03' },
				answer: DAYS,
			},
		],
		gives: FLAT_DAYS.map((one) => ({ organisation_id: 1002, ...one })),
		errors: [403, 422],
	},
	{
		row: 'organisationUsage chart',
		values: { show: 'sms', of: 'endpoint', endpointId: 17, organisationId: 1002 },
		requests: [{ request: 'GET /api/v1/endpoint/17/stats/daily', answer: DAYS }],
		gives: expect.objectContaining({
			endpoint_id: 17,
			title: 'SMS per day, endpoint 17',
		}) as object,
	},
	{
		row: 'organisationUsage chart',
		when: 'of an organisation',
		values: { show: 'data', of: 'organisation', organisationId: 1002 },
		requests: [{ request: 'GET /api/v1/organisation/1002/stats/daily', answer: DAYS }],
		gives: expect.objectContaining({
			title: 'Data per day',
			svg: expect.stringMatching(/^<svg [^]*<\/svg>\n$/),
			html: expect.stringContaining('<table'),
		}) as object,
		errors: [403, 404, 422],
	},
	{
		row: 'organisationUsage getHourly',
		values: { simplify: true },
		requests: [
			{
				request: 'GET /api/v1/organisation/my/stats/hourly',
				answer: {
					data: { rx: [['09:00', 1.5]], tx: [['09:00', 0.5]] },
					sms: { rx: [['09:00', 2]], tx: [['09:00', 3]] },
				},
			},
		],
		// SMS that the network received were sent by devices.
		gives: [
			{
				organisation_id: 1001,
				hour: '09:00',
				data_sent: 0.5,
				data_received: 1.5,
				sms_sent: 2,
				sms_received: 3,
			},
		],
		errors: [403, 422],
	},
	{
		row: 'organisationUsage getHierarchyDaily',
		values: { output: 'days', simplify: false },
		requests: [{ request: 'GET /api/v1/stats/daily', answer: DAYS.slice(1) }],
		gives: [
			{
				date: '2026-06-01',
				data: expect.objectContaining({ volume_tx: 1, sent: 1, received: 2, currency: EUR }),
				sms: expect.objectContaining({ sent: 4, received: 2, cost: 0.24 }),
			},
		],
		errors: [403],
	},
	...[
		{ when: 'one object', many: false },
		{ when: 'a list', many: true },
	].map(({ when, many }): Case => {
		const entry = {
			id: 1002,
			days: [{ date: '2026-06-01', data_volume: traffic(), sms_volume: traffic({ cost: null }) }],
			total: null,
		};
		return {
			row: 'organisationUsage getWorkspacesDaily',
			when,
			values: { ...perDay, workspaceIds: [1002, 1003] },
			requests: [
				{
					request: 'GET /api/v2/workspace/stats/daily',
					query: { workspace_ids: '1002,1003' },
					answer: many ? [entry] : entry,
				},
			],
			gives: [{ workspace_id: 1002, date: '2026-06-01', data: SENT, sms: { ...SENT, cost: null } }],
			errors: [403, 422],
		};
	}),
	{
		row: 'lookup getInclusiveVolumes',
		values: all,
		requests: [
			{
				request: 'GET /api/v1/organisation/my/inclusive_volume/active',
				answer: [
					{
						id: 1,
						volume: 500,
						rate: 0.4,
						pooled: true,
						start_date: '2026-06-01',
						currency: EUR,
						tariff: { id: 31, name: 'Plan', ratezone: { id: 3, name: 'Zone 1' } },
					},
				],
			},
		],
		gives: [
			{
				id: 1,
				volume: 500,
				rate: 0.4,
				pooled: true,
				start_date: '2026-06-01',
				end_date: null,
				currency: 'EUR',
				tariff: 'Plan',
				ratezone: 'Zone 1',
			},
		],
		errors: [403, 404],
	},
];
