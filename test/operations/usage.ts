import { expect } from 'expect';
import * as usageShapes from '../truth/shapes/usage';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { DAYS, FLAT_DAYS, flatMonth, perDay, period, totals, traffic } from './shared/usage';
import { endpointId, EUR } from './shared/values';

/* Usage and cost of one endpoint or SIM. The clock of the tests is at 2026-06-15. */

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
const SIMPLE_SUMMARY = {
	...flatMonth('last_month'),
	...flatMonth('current_month', '2026-06-01', true),
	last_hour_data_mb: 0.6,
	last_hour_sms: 2,
};
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
const seededSim = rl('={{ $json.sim + 230 }}');

export const usageFacts: Facts = {
	operations: {
		'usage forecast': {
			cases: [
				{
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
							answer: [
								{ id: 1, volume: 100, rate: 1, pooled: true, start_date: '2026-01-01T00:00:00Z' },
							],
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
				},
				{
					when: 'for an endpoint',
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
				},
			],
			row: readOnce({ of: 'organisation', options: { contributors: 1 } }),
		},
		'usage getDaily': {
			documented: 'GET /api/v1/endpoint/{endpointId}/stats/daily read single S',
			cases: [
				{
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
						answer: [
							{ date: '2026-06-01', data: { volume: '1.5', cost: '2' }, sms: { volume: 3 } },
						],
					},
					gives: [
						{ endpoint_id: 17, date: '2026-06-01', data: { volume: 1.5 }, sms: { volume: 3 } },
					],
					errors: [403, 404],
				},
				{
					when: 'simplified to one flat row per day',
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
				},
			],
			row: each({ endpointId, output: 'totals' }),
		},
		'usage getSimDaily': {
			documented: 'GET /api/v1/sim/{simId}/stats/daily read list',
			cases: [
				{
					values: { simId: 7, ...perDay, startDate: '2026-06-01', endDate: '2026-06-02' },
					requests: {
						request: 'GET /api/v1/sim/7/stats/daily',
						query: { start_date: '2026-06-01', end_date: '2026-06-02' },
						answer: DAYS,
					},
					gives: FLAT_DAYS.map((flat) => ({ sim_id: 7, ...flat })),
					errors: [403, 404],
				},
				{
					when: 'totals that do not include the total row',
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
				},
			],
			row: each({ simId: seededSim, ...totals }),
		},
		'usage getSimSummary': {
			documented: 'GET /api/v1/sim/{simId}/stats read list',
			cases: [
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
				].map(({ when, answer }) => ({
					when,
					values: { simId: 7, simplify: true },
					requests: { request: 'GET /api/v1/sim/7/stats', answer },
					gives: { sim_id: 7, ...SIMPLE_SUMMARY },
					errors: [403, 404],
				})),
			],
			row: each({ simId: seededSim, simplify: true }),
		},
		'usage getSummary': {
			documented: 'GET /api/v1/endpoint/{endpointId}/stats read single',
			cases: [
				{
					values: { endpointId: 17, simplify: true },
					requests: { request: 'GET /api/v1/endpoint/17/stats', answer: SUMMARY },
					gives: { endpoint_id: 17, ...SIMPLE_SUMMARY },
					errors: [403, 404],
				},
			],
			row: each({ endpointId, simplify: true }),
		},
	},
	routes: {
		'GET /api/v1/endpoint/{endpointId}/stats': {
			asked: {},
			answers: { 200: usageShapes.endpointSummary },
		},
		'GET /api/v1/endpoint/{endpointId}/stats/daily': {
			asked: { query: period },
			answers: { 200: usageShapes.daily },
		},
		'GET /api/v1/sim/{simId}/stats': { asked: {}, answers: { 200: usageShapes.simSummary } },
		'GET /api/v1/sim/{simId}/stats/daily': {
			asked: { query: period },
			answers: { 200: usageShapes.daily },
		},
		'GET /api/v1/organisation/{organisationId}/stats/daily': {
			asked: { query: period },
			answers: { 200: usageShapes.organisationDaily },
		},
	},
};
