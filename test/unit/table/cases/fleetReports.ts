import { type Case, caseOf } from './case';

/* Usage and cost. The clock of the tests is at 2026-06-15. */

const all = { returnAll: true, simplify: true };
const EUR = { id: 1, code: 'EUR', symbol: '€' };
const NOT_GIVEN = { not_given: 'the cost of one endpoint' };
const MAY = { currency: 'EUR', month: '2026-05-01' };
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
/** A month in flat columns. */
const flatMonth = (name: string, month: string | null = null, has = false) => ({
	[name]: month,
	[`${name}_data_mb`]: has ? 3 : 0,
	[`${name}_data_sent_mb`]: has ? 1 : 0,
	[`${name}_data_received_mb`]: has ? 2 : 0,
	[`${name}_data_cost`]: has ? 0.15 : null,
	[`${name}_sms`]: 0,
	[`${name}_sms_sent`]: 0,
	[`${name}_sms_received`]: 0,
	[`${name}_sms_cost`]: null,
	[`${name}_cost`]: has ? 0.15 : null,
	[`${name}_currency`]: has ? 'EUR' : null,
});
const SIMPLE_SUMMARY = {
	...flatMonth('last_month'),
	...flatMonth('current_month', '2026-06-01', true),
	last_hour_data_mb: 0.6,
	last_hour_sms: 2,
};
/** The newest day first, then the total; empty values in several forms. */
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
	data_sent_mb: 1,
	data_received_mb: 2,
	data_cost: 0.15,
	...sms,
	currency: 'EUR',
});
const FLAT_DAYS = [
	day('2026-06-02', { sms: 0, sms_sent: 0, sms_received: 0, sms_cost: null }),
	day('2026-06-01', { sms: 6, sms_sent: 4, sms_received: 2, sms_cost: 0.24 }),
];
const perDay = { output: 'days', simplify: true };

/** Ten MB on each of seventy days, the newest first, and the row of their total. */
const DAYS_OF_FORECAST = [
	...Array.from({ length: 70 }, (_, back) => ({
		date: new Date(Date.UTC(2026, 5, 14) - back * 86_400_000).toISOString().slice(0, 10),
		data: { volume: '10.000000' },
		sms: { volume: 0 },
	})),
	{ date: 'TOTAL', data: { volume: '700.000000' }, sms: { volume: 0 } },
];

const OWN_DAYS_OF_FORECAST = DAYS_OF_FORECAST.slice(0, -1).map(({ date }) => ({
	date,
	data_volume: { volume: 5 },
	sms_volume: { volume: 0 },
}));

export const fleetReports: Case[] = [
	caseOf('usage getSummary', {
		values: { endpointId: 17, simplify: true },
		requests: { request: 'GET /api/v1/endpoint/17/stats', answer: SUMMARY },
		gives: { endpoint_id: 17, ...SIMPLE_SUMMARY },
		errors: [403, 404],
	}),
	...[
		{ when: 'with one object as the answer', answer: SUMMARY },
		{ when: 'with a list as the answer', answer: [SUMMARY] },
		{
			when: 'with sums of the last hour',
			answer: [
				{
					...SUMMARY,
					last_hour: { data: traffic({ volume: 0.6 }), sms: traffic({ volume: '2.000000' }) },
				},
			],
		},
	].map(({ when, answer }) =>
		caseOf('usage getSimSummary', when, {
			values: { simId: 7, simplify: true },
			requests: { request: 'GET /api/v1/sim/7/stats', answer },
			gives: { sim_id: 7, ...SIMPLE_SUMMARY },
			errors: [403, 404],
		}),
	),
	caseOf('usage getSimDaily', {
		values: { simId: 7, ...perDay, startDate: '2026-06-01', endDate: '2026-06-02' },
		requests: {
			request: 'GET /api/v1/sim/7/stats/daily',
			query: { start_date: '2026-06-01', end_date: '2026-06-02' },
			answer: DAYS,
		},
		gives: FLAT_DAYS.map((flat) => ({ sim_id: 7, ...flat })),
		errors: [403, 404],
	}),
	caseOf('usage getSimDaily', 'totals that do not include the total row', {
		values: { simId: 7, output: 'totals', simplify: true },
		requests: { request: 'GET /api/v1/sim/7/stats/daily', answer: DAYS },
		gives: expect.objectContaining({
			sim_id: 7,
			from: '2026-06-01',
			to: '2026-06-02',
			days: 2,
			data_mb: 6,
			data_sent_mb: 2,
			data_received_mb: 4,
			data_cost: 0.3,
			sms: 6,
			sms_sent: 4,
			sms_received: 2,
			sms_cost: 0.24,
			currency: EUR.code,
			matches_total: true,
		}),
	}),
	caseOf('organisationUsage getSummary', {
		values: { simplify: true },
		requests: {
			request: 'GET /api/v1/organisation/my/stats',
			answer: { current_month: { data: traffic() }, sim: { total: '5' } },
		},
		gives: {
			organisation_id: 1001,
			sims: 5,
			sims_issued: null,
			sims_active: null,
			sims_suspended: null,
			users: null,
			service_profiles: null,
			tariff_profiles: null,
			hosting_fees: null,
			prepaid_balance: null,
			...flatMonth('last_month'),
			...flatMonth('current_month', null, true),
		},
		errors: [403, 422],
	}),
	caseOf('organisationUsage getDaily', {
		values: { ...perDay, startDate: '2026-06-01', endDate: '2026-06-03', organisationId: 1002 },
		requests: {
			request: 'GET /api/v1/organisation/1002/stats/daily',
			query: { start_date: '2026-06-01', end_date: '2026-06-03' },
			answer: DAYS,
		},
		gives: FLAT_DAYS.map((flat) => ({ organisation_id: 1002, ...flat })),
		errors: [403, 422],
	}),
	caseOf('organisationUsage chart', {
		values: { show: 'sms', of: 'endpoint', endpointId: 17, organisationId: 1002 },
		requests: { request: 'GET /api/v1/endpoint/17/stats/daily', answer: DAYS },
		gives: expect.objectContaining({
			endpoint_id: 17,
			title: 'SMS per day, endpoint 17',
		}) as object,
	}),
	caseOf('organisationUsage chart', 'of another organisation', {
		values: { show: 'data', of: 'organisation', organisationId: 1002 },
		requests: { request: 'GET /api/v1/organisation/1002/stats/daily', answer: DAYS },
		gives: expect.objectContaining({
			title: 'Data per day',
			svg: expect.stringMatching(/^<svg [^]*<\/svg>\n$/),
			html: expect.stringContaining('<table'),
		}) as object,
		errors: [403, 404, 422],
	}),
	caseOf('organisationUsage getHourly', {
		values: { simplify: true, startDate: '2026-06-01' },
		requests: {
			request: 'GET /api/v1/organisation/my/stats/hourly',
			query: { start_date: '2026-06-01' },
			answer: {
				data: { rx: [['09:00', 1.5]], tx: [['09:00', 0.5]] },
				sms: { rx: [['09:00', 2]], tx: [['09:00', 3]] },
			},
		},
		// SMS that the network received were sent by devices.
		gives: [
			{
				organisation_id: 1001,
				time: '2026-06-01T09:00:00.000Z',
				hour: '09:00',
				data_sent_mb: 0.5,
				data_received_mb: 1.5,
				sms_sent: 2,
				sms_received: 3,
			},
		],
		errors: [403, 422],
	}),
	caseOf('organisationUsage getByTag', {
		values: { month: 'last_month' },
		requests: [
			{
				request: 'GET /api/v1/endpoint',
				query: { page: '1', per_page: '1000' },
				answer: [
					{ id: 17, status: { id: 0 }, tags: 'lab,north' },
					{ id: 18, status: { id: 0 }, tags: null },
					{ id: 19, status: { id: 2 }, tags: 'lab' },
				],
				headers: { 'X-Total-Count': '3' },
			},
			{
				request: 'GET /api/v1/endpoint/17/stats',
				answer: {
					last_month: {
						data: { volume: '2.5', cost: '0.25' },
						sms: { volume: '3.0', cost: '0.06' },
					},
				},
			},
			{
				request: 'GET /api/v1/organisation/my/stats',
				answer: {
					last_month: {
						data: { month: '2026-05-01', volume: '10', cost: 1, currency: EUR },
						sms: { volume: '4', cost: '0.08', currency: EUR },
					},
				},
			},
		],
		gives: [
			{ tag: 'lab', endpoints: 1, data_mb: 2.5, sms: 3, cost: 0.31, ...MAY },
			{ tag: 'north', endpoints: 1, data_mb: 2.5, sms: 3, cost: 0.31, ...MAY },
			{ tag: null, endpoints: null, data_mb: 7.5, sms: 1, cost: 0.77, ...MAY },
		],
		errors: [403, 422],
	}),
	caseOf('organisationUsage getByTag', 'with a cost that is not given', {
		values: { month: 'last_month' },
		requests: [
			{
				request: 'GET /api/v1/endpoint',
				query: { page: '1', per_page: '1000' },
				answer: [
					{ id: 17, status: { id: 0 }, tags: 'lab' },
					{ id: 18, status: { id: 0 }, tags: 'lab,north' },
					{ id: 19, status: { id: 0 }, tags: 'south' },
				],
				headers: { 'X-Total-Count': '3' },
			},
			{
				request: 'GET /api/v1/endpoint/17/stats',
				answer: { last_month: { data: { volume: '2.5', cost: '0.25' } } },
			},
			{
				request: 'GET /api/v1/endpoint/18/stats',
				answer: { last_month: { data: { volume: '4', cost: null } } },
			},
			{ request: 'GET /api/v1/endpoint/19/stats', answer: {} },
			{
				request: 'GET /api/v1/organisation/my/stats',
				answer: {
					last_month: { data: { month: '2026-05-01', volume: '10', cost: 1, currency: EUR } },
				},
			},
		],
		gives: [
			{ tag: 'lab', endpoints: 2, data_mb: 6.5, sms: 0, cost: null, ...NOT_GIVEN, ...MAY },
			{ tag: 'north', endpoints: 1, data_mb: 4, sms: 0, cost: null, ...NOT_GIVEN, ...MAY },
			{ tag: 'south', endpoints: 1, data_mb: 0, sms: 0, cost: null, ...MAY },
			{ tag: null, endpoints: null, data_mb: 3.5, sms: 0, cost: null, ...NOT_GIVEN, ...MAY },
		],
	}),
	caseOf('usage forecast', {
		values: { of: 'organisation', contributors: 0, pricePerMb: 0.5, currency: 'EUR' },
		requests: [
			{
				request: 'GET /api/v1/endpoint',
				query: { page: '1', per_page: '1000' },
				answer: [
					{
						id: 17,
						created: '2025-01-01T00:00:00Z',
						status: { id: 0 },
						tariff_profile: { id: 201 },
						sim: { id: 7, iccid: '8988303000000000007', status: { id: 1 } },
					},
				],
				headers: { 'X-Total-Count': '1' },
			},
			{
				request: 'GET /api/v1/tariff_profile',
				answer: [
					{
						id: '201',
						tariff: { id: 31, sim_activated_rate: 0.5, currency: { id: 1, code: 'EUR' } },
					},
				],
			},
			{
				request: 'GET /api/v1/organisation/my/inclusive_volume/active',
				answer: [{ id: 1, volume: 100, rate: 1, pooled: true, start_date: '2026-01-01T00:00:00Z' }],
			},
			{
				request: 'GET /api/v2/workspace/stats/daily',
				query: { start_date: '2025-06-01', end_date: '2026-06-15', workspace_ids: '1001' },
				answer: { id: 1001, days: OWN_DAYS_OF_FORECAST, total: null },
			},
			{
				request: 'GET /api/v1/organisation/my/stats/daily',
				query: { start_date: '2025-06-01', end_date: '2026-06-16' },
				answer: DAYS_OF_FORECAST,
			},
		],
		gives: expect.objectContaining({
			of: 'organisation',
			month: '2026-06',
			as_of: '2026-06-15T00:00:00.000Z',
			days_left: 16,
			endpoints: 1,
			data_so_far_mb: 140,
			data_month_end_mb: 300,
			data_last_month_mb: 310,
			// A child organisation has the others.
			own_data_so_far_mb: 70,
			own_data_month_end_mb: 150,
			data_cost_month_end: 150,
			sms_cost_month_end: null,
			cost_month_end: 150,
			cost_total: 150.5,
			cost_currency: 'EUR',
			inclusive_mb: 100,
			inclusive_used_up_on: '2026-06-21',
			sim_fees: [expect.objectContaining({ status: 'Activated', sims: 1, amount: 0.5 })],
			contributors: [],
			changed: [],
		}),
		errors: [403, 404, 422],
	}),
	caseOf('usage forecast', 'for an endpoint', {
		values: { of: 'endpoint', endpointId: 17 },
		requests: [
			{
				request: 'GET /api/v1/endpoint/17',
				answer: { id: 17, name: 'pump-17', status: { id: 0 }, tariff_profile: { id: 201 } },
			},
			{ request: 'GET /api/v1/tariff_profile', answer: [] },
			{
				request: 'GET /api/v1/endpoint/17/stats/daily',
				query: { start_date: '2025-06-01', end_date: '2026-06-15' },
				answer: DAYS_OF_FORECAST,
			},
		],
		gives: expect.objectContaining({
			of: 'endpoint',
			name: 'pump-17',
			endpoint_id: 17,
			data_month_end_mb: 300,
			inclusive_mb: null,
			contributors: [expect.objectContaining({ endpoint_id: 17, share_percent: 100 })],
		}),
	}),
	caseOf('organisationUsage getHierarchyDaily', {
		values: { output: 'days', simplify: false },
		requests: { request: 'GET /api/v1/stats/daily', answer: DAYS.slice(1) },
		gives: [
			{
				date: '2026-06-01',
				data: expect.objectContaining({ volume_tx: 1, sent: 1, received: 2, currency: EUR }),
				sms: expect.objectContaining({ sent: 4, received: 2, cost: 0.24 }),
			},
		],
		errors: [403],
	}),
	...[
		{ when: 'with one object as the answer', many: false },
		{ when: 'with a list as the answer', many: true },
	].map(({ when, many }): Case => {
		const entry = {
			id: 1002,
			days: [{ date: '2026-06-01', data_volume: traffic(), sms_volume: traffic({ cost: null }) }],
			total: null,
		};
		return caseOf('organisationUsage getWorkspacesDaily', when, {
			values: { ...perDay, workspaceIds: [1002, 1003] },
			requests: {
				request: 'GET /api/v2/workspace/stats/daily',
				query: { workspace_ids: '1002,1003' },
				answer: many ? [entry] : entry,
			},
			gives: [
				{
					workspace_id: 1002,
					date: '2026-06-01',
					data_mb: 3,
					data_sent_mb: 1,
					data_received_mb: 2,
					data_cost: 0.15,
					sms: 3,
					sms_sent: 1,
					sms_received: 2,
					sms_cost: null,
					currency: 'EUR',
				},
			],
			errors: [403, 422],
		});
	}),
	caseOf('organisation getInclusiveVolumes', {
		values: all,
		requests: {
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
				{
					id: '2',
					volume: '1000',
					rate: '0.3',
					pooled: false,
					start_date: '2026-06-01T00:00:00.000Z',
					end_date: '2026-12-31T23:59:59.000Z',
					currency: EUR,
					tariff: { id: '31', name: 'Plan', ratezone: { id: '4', name: 'Zone 2' } },
				},
			],
		},
		gives: [
			{
				id: 1,
				volume_mb: 500,
				rate: 0.4,
				pooled: true,
				start_date: '2026-06-01',
				end_date: null,
				currency: 'EUR',
				tariff: 'Plan',
				ratezone: 'Zone 1',
			},
			{
				id: 2,
				volume_mb: 1000,
				rate: 0.3,
				pooled: false,
				start_date: '2026-06-01T00:00:00.000Z',
				end_date: '2026-12-31T23:59:59.000Z',
				currency: 'EUR',
				tariff: 'Plan',
				ratezone: 'Zone 2',
			},
		],
		errors: [403, 404],
	}),
];
