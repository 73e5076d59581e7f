import * as organisationShapes from '../truth/shapes/organisation';
import * as usageShapes from '../truth/shapes/usage';
import * as z from 'zod/v4';
import { ID, moment } from '../truth/requests/forms';
import { emptyObject } from '../truth/shapes/forms';
import { once, readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { EUR, shown } from './shared/values';

/* The organisation: tariff plans, inclusive volumes, cloud connects. */

const tunnel = (state: string) => ({
	outside_address: '198.51.100.1',
	inside_cidr: '169.254.1.0/30',
	psk: 'never.Shown_Key1',
	asn: 65_000,
	public_ip: '203.0.113.9',
	metrics: {
		tunnel_state: state,
		bytes_in: { 'Tue Oct 22 2019 10:24:00 GMT+0000 (UTC)': '100', 'Tue Oct 22 2019 10:29:00': 50 },
		bytes_out: { 'Tue Oct 22 2019 10:24:00 GMT+0000 (UTC)': 15 },
	},
});
const CONNECT = {
	id: 81,
	name: 'Plant',
	status: { id: '5', description: 'Active' },
	type: { id: '2', description: 'IPSec VPN' },
	region: 'eu-west-1',
	customer_cidr: ['10.0.0.0/24'],
	psk: 'never.Shown_Key2',
	tunnel_information: [tunnel('up'), tunnel('down')],
};
const SHOWN_TUNNEL = {
	outside_address: '198.51.100.1',
	inside_cidr: '169.254.1.0/30',
	public_ip: '203.0.113.9',
	asn: 65_000,
	state: 'up',
	bytes_in_last_hour: 150,
	bytes_out_last_hour: 15,
};
const created = '2024-03-01T00:00:00.000Z';
const OWN = {
	id: 1001,
	name: 'Acme',
	type_id: 4,
	type: null,
	status_id: 0,
	status: 'Enabled',
	country_id: 74,
	country: null,
	currency_id: 1,
	currency: null,
	monthly_cost_limit: 100,
	created,
};
const PLAN = {
	id: '61',
	organisation_id: '1001',
	start_date: created,
	expiry_date: null,
	active: true,
	sim_activated_rate: '0.5',
	sim_activated_amount: 12,
	service_level: { id: 1, name: 'Basic' },
	applied_price: {
		sim_activated_rate: [
			{ scale_start: 0, rate: 0.5, volume: 10 },
			{ rate: '0.4', volume: 2 },
		],
	},
	tariff_plan: { id: '7', name: 'Growth', currency: EUR, rate: 49, max_users: 5 },
};
const SIMPLE_PLAN = {
	id: 61,
	plan: 'Growth',
	start_date: created,
	expiry_date: null,
	active: true,
	currency: 'EUR',
	rate: 49,
	service_level: 'Basic',
	sim_activated_rate: 0.5,
	sim_activated_idle_rate: null,
	sim_suspended_rate: null,
	sim_suspended_active_rate: null,
	sim_activated_amount: 12,
	price_of_month: 5.8,
	max_active_sims: null,
	max_users: 5,
	max_service_profiles: null,
	max_tariff_profiles: null,
};
const organisationPath = '/api/v1/organisation';
const breakout = '/api/v1/cnc/breakout';
const breakoutKind = z
	.string()
	.regex(/^[1-8]$/)
	.optional();

export const organisationFacts: Facts = {
	operations: {
		'organisation assignInclusiveVolume': {
			documented:
				'PUT /api/v1/organisation/{organisationId}/inclusive_volume/{inclusiveVolumeId} act sequential',
			cases: [
				{
					values: {
						inclusiveVolumeId: 71,
						confirmVolumeId: 71,
						pooled: false,
						startDate: '2026-07-01',
						endDate: '2026-12-31',
					},
					requests: {
						request: `PUT ${organisationPath}/my/inclusive_volume/71`,
						body: {
							start_date: '2026-07-01T00:00:00Z',
							end_date: '2026-12-31T23:59:59Z',
							pooled: false,
						},
						status: 201,
						answer: { id: 101, start_date: '2026-07-01T00:00:00Z', end_date: null, pooled: false },
					},
					gives: {
						inclusive_volume_id: 71,
						id: 101,
						start_date: '2026-07-01T00:00:00Z',
						end_date: null,
						pooled: false,
						assigned: true,
					},
					errors: [400, 403, 404],
				},
			],
			row: once(
				{
					inclusiveVolumeId: '71',
					confirmVolumeId: 71,
					options: { pooled: false },
				},
				['inclusiveVolume.assigned'],
			),
		},
		'organisation get': {
			documented: 'GET /api/v1/organisation/my read single',
			cases: [
				{
					when: 'with flat fields and IDs as text',
					values: { simplify: true },
					requests: {
						request: `GET ${organisationPath}/my`,
						answer: {
							id: 1001,
							name: 'Acme',
							organisation_type_id: '4',
							organisation_status_id: '0',
							country_id: '74',
							currency_id: 1,
							monthly_cost_limit: '100',
							created,
						},
					},
					gives: OWN,
					errors: [403],
				},
				{
					when: 'with nested objects',
					values: { simplify: true },
					requests: {
						request: `GET ${organisationPath}/my`,
						answer: {
							id: 1001,
							name: 'Acme',
							type: { id: 4, description: 'Enterprise' },
							currency: EUR,
							status: { id: 0, description: 'Enabled' },
							country: { id: 74, name: 'Germany' },
							monthly_cost_limit: 100,
							created,
						},
					},
					gives: { ...OWN, type: 'Enterprise', country: 'Germany', currency: 'EUR' },
				},
			],
			row: readOnce({ simplify: true }),
		},
		'organisation getCloudConnect': {
			documented: 'GET /api/v1/cnc/breakout/{cloudConnectId} read single',
			cases: [
				{
					values: { cloudConnectId: 81, simplify: true },
					requests: { request: `GET ${breakout}/81`, answer: [CONNECT] },
					gives: {
						id: 81,
						name: 'Plant',
						description: null,
						type: 'IPSec VPN',
						status: 'Active',
						region: 'eu-west-1',
						creation_date: null,
						termination_date: null,
						connected: true,
						tunnels_up: 1,
						bytes_in_last_hour: 300,
						bytes_out_last_hour: 30,
						tunnels: [SHOWN_TUNNEL, { ...SHOWN_TUNNEL, state: 'down' }],
					},
					errors: [403, 404],
				},
				{
					when: 'one tunnel as an object, not simplified',
					values: { cloudConnectId: 81, simplify: false },
					requests: {
						request: `GET ${breakout}/81`,
						answer: {
							...CONNECT,
							tunnel_information: CONNECT.tunnel_information[0],
							secret_of_later: 'x',
						},
					},
					gives: {
						id: 81,
						name: 'Plant',
						status: { id: 5, description: 'Active' },
						type: { id: 2, description: 'IPSec VPN' },
						region: 'eu-west-1',
						customer_cidr: ['10.0.0.0/24'],
						tunnels: [SHOWN_TUNNEL],
					},
				},
			],
			row: readOnce({ cloudConnectId: '81', simplify: true }),
		},
		'organisation getCloudConnectPrices': {
			documented: 'GET /api/v1/cnc/pricing read list',
			cases: [
				{
					values: shown,
					requests: {
						request: 'GET /api/v1/cnc/pricing',
						answer: [{ id: 1, breakout_type_id: '2', amount: '200', currency: { id: 1 } }],
					},
					gives: [{ id: 1, type_id: 2, amount: 200, currency_id: 1, currency: null }],
					errors: [403],
				},
			],
			row: readOnce(shown, 4),
		},
		'organisation getCloudConnects': {
			documented: 'GET /api/v1/cnc/breakout read list',
			cases: [
				{
					values: { ...shown, status: 5 },
					requests: {
						request: `GET ${breakout}`,
						query: { status: '5' },
						answer: [
							{
								id: 81,
								name: 'Plant',
								status: { id: '5', description: 'Active' },
								type: { id: '2', description: 'IPSec VPN' },
								region: 'eu-west-1',
							},
						],
					},
					gives: [
						{
							id: 81,
							name: 'Plant',
							description: null,
							type: 'IPSec VPN',
							status: 'Active',
							region: 'eu-west-1',
							creation_date: null,
							accept_attachment_expiry_date: null,
							termination_date: null,
						},
					],
					errors: [403],
				},
			],
			row: readOnce({ ...shown, filters: { status: 5 } }, 1),
		},
		'organisation getInclusiveVolumes': {
			documented: 'GET /api/v1/organisation/{organisationId}/inclusive_volume/active read list',
			cases: [
				{
					values: shown,
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
				},
			],
			row: readOnce(shown),
		},
		'organisation getTariffPlan': {
			documented: 'GET /api/v1/organisation/{organisationId}/tariff_plan/active read single',
			cases: [
				{
					values: { simplify: true, organisationId: 'my' },
					requests: { request: `GET ${organisationPath}/my/tariff_plan/active`, answer: PLAN },
					gives: SIMPLE_PLAN,
					errors: [403, 404],
				},
			],
			row: readOnce({ simplify: true, options: { organisationId: 'my' } }),
		},
		'organisation getTariffPlans': {
			documented: 'GET /api/v1/organisation/{organisationId}/tariff_plan read list',
			cases: [
				{
					values: { ...shown, organisationId: '1002' },
					requests: { request: `GET ${organisationPath}/1002/tariff_plan`, answer: [PLAN] },
					gives: [SIMPLE_PLAN],
					errors: [403, 404],
				},
			],
			row: readOnce(shown, 1),
		},
		'organisation retryCloudConnect': {
			documented: 'PATCH /api/v1/cnc/breakout/{cloudConnectId} act single',
			cases: [
				{
					values: { cloudConnectId: 82 },
					requests: { request: `PATCH ${breakout}/82`, answer: {} },
					gives: { id: 82, retried: true },
					errors: [403, 404],
				},
			],
			row: once({ cloudConnectId: '82' }, ['cloudConnect.retried']),
		},
	},
	routes: {
		'GET /api/v1/organisation/my': {
			// More operations 3 and 8.
			asked: {},
			answers: { 200: organisationShapes.organisation },
		},
		'GET /api/v1/organisation/{organisationId}/tariff_plan/active': {
			asked: {},
			answers: { 200: organisationShapes.activePlan },
		},
		'GET /api/v1/tariff_plan/active': {
			asked: {},
			answers: { 200: organisationShapes.activePlan },
		},
		'GET /api/v1/organisation/{organisationId}/tariff_plan': {
			asked: {},
			answers: { 200: organisationShapes.plans },
		},
		'GET /api/v1/organisation/{organisationId}/inclusive_volume/active': {
			asked: {},
			answers: { 200: usageShapes.inclusiveVolumes },
		},
		'GET /api/v1/cnc/breakout': {
			asked: {
				query: {
					status: breakoutKind,
					type: breakoutKind,
					organisation: z.string().regex(ID).optional(),
				},
			},
			answers: { 200: organisationShapes.breakouts },
		},
		'GET /api/v1/cnc/breakout/{id}': { asked: {}, answers: { 200: organisationShapes.breakout } },
		'PATCH /api/v1/cnc/breakout/{id}': { asked: {}, answers: { 200: emptyObject } },
		'GET /api/v1/cnc/pricing': { asked: {}, answers: { 200: organisationShapes.prices } },
		'PUT /api/v1/organisation/{organisationId}/inclusive_volume/{volumeId}': {
			asked: {
				body: z
					.strictObject({
						start_date: moment.optional(),
						end_date: moment.nullable().optional(),
						pooled: z.boolean().optional(),
					})
					.optional(),
			},
			answers: { 201: organisationShapes.assignedVolume },
		},
	},
};
