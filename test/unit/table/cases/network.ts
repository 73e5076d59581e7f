import { type Case, caseOf } from './case';

/* DNS, address spaces, eUICCs, the organisation. */

const all = { returnAll: true, simplify: true };

const dns = '/api/v1/dns';
const space = '/api/v1/ip_address_space';
const PAIR = { id: 4, primary: '192.0.2.53', secondary: '192.0.2.54', ip_address_version: 4 };
const servers = { primary: '192.0.2.53', secondary: '192.0.2.54' };
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

const networks: Case[] = [
	caseOf('dns create', {
		values: servers,
		requests: [
			{ request: `GET ${dns}`, answer: [{ ...PAIR, id: 3 }] },
			{ request: `POST ${dns}`, body: { ...servers, ip_address_version: 4 }, status: 201 },
			{ request: `GET ${dns}`, answer: [{ ...PAIR, id: 3 }, PAIR] },
		],
		gives: { id: 4, ...servers, created: true },
	}),
	caseOf('dns create', 'of version 6', {
		values: { primary: '2001:db8::1', secondary: '2001:db8::2' },
		requests: [
			{ request: `GET ${dns}`, answer: [] },
			{
				request: `POST ${dns}`,
				body: { primary: '2001:db8::1', secondary: '2001:db8::2', ip_address_version: 6 },
				status: 201,
				headers: { Location: `${dns}/9` },
			},
		],
		gives: { id: 9, primary: '2001:db8::1', secondary: '2001:db8::2', created: true },
	}),
	caseOf('dns delete', {
		values: { dnsId: 4 },
		requests: { request: `DELETE ${dns}/4`, status: 204 },
		gives: { id: 4, deleted: true },
		errors: [403, 404, [409, 1407]],
	}),
	caseOf('ipAddressSpace create', {
		values: { space: '10.192.4.0/24' },
		requests: [
			{ request: `GET ${space}`, answer: [] },
			{
				request: `POST ${space}`,
				body: { ip_address_space: '10.192.4.0/24', ip_address_version: 4 },
				status: 201,
				answer: { id: '3101', ip_address_space: '10.192.4.0/24', ip_address_version: 4 },
			},
		],
		gives: { id: 3101, ip_address_space: '10.192.4.0/24', created: true },
		errors: [400, 403, 404, 409, 422],
	}),
	caseOf('ipAddressSpace delete', {
		values: { addressSpaceId: 302 },
		requests: { request: `DELETE ${space}/302`, status: 204 },
		gives: { id: 302, deleted: true },
		errors: [403, [404, 1401], [409, 1407]],
	}),
];

const operationId = '00000000-0000-4000-8000-000000000017';
const [taken, free] = ['1', '2'].map((digit) => digit.repeat(32));

const cards: Case[] = [
	caseOf('euicc cancelOperation', {
		values: { euiccId: 1, operationId },
		requests: { request: `DELETE /api/v1/euicc/1/operation/${operationId}`, status: 204 },
		gives: { euicc_id: 1, id: operationId, cancelled: true },
		errors: [403, 404, 409],
	}),
	caseOf('euicc validateUnlinked', {
		values: { eids: `${taken}, ${free}` },
		requests: {
			request: 'POST /api/v1/euicc/unlinked_validation',
			body: { target: [{ eid: taken }, { eid: free }] },
			answer: [{ eid: taken }],
		},
		gives: [
			{ eid: taken, is_free: false },
			{ eid: free, is_free: true },
		],
		errors: [403, 404],
	}),
];

const EUR = { id: 1, code: 'EUR', symbol: '€' };
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
const organisation = '/api/v1/organisation';
const breakout = '/api/v1/cnc/breakout';

const organisations: Case[] = [
	caseOf('organisation get', 'with flat fields and IDs as text', {
		values: { simplify: true },
		requests: {
			request: `GET ${organisation}/my`,
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
	}),
	caseOf('organisation get', 'with nested objects', {
		values: { simplify: true },
		requests: {
			request: `GET ${organisation}/my`,
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
	}),
	caseOf('organisation getTariffPlan', {
		values: { simplify: true, organisationId: 'my' },
		requests: { request: `GET ${organisation}/my/tariff_plan/active`, answer: PLAN },
		gives: SIMPLE_PLAN,
		errors: [403, 404],
	}),
	caseOf('organisation getTariffPlans', {
		values: { ...all, organisationId: '1002' },
		requests: { request: `GET ${organisation}/1002/tariff_plan`, answer: [PLAN] },
		gives: [SIMPLE_PLAN],
		errors: [403, 404],
	}),
	caseOf('organisation assignInclusiveVolume', {
		values: {
			inclusiveVolumeId: 71,
			confirmVolumeId: 71,
			pooled: false,
			startDate: '2026-07-01',
			endDate: '2026-12-31',
		},
		requests: {
			request: `PUT ${organisation}/my/inclusive_volume/71`,
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
	}),
	caseOf('organisation getCloudConnects', {
		values: { ...all, status: 5 },
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
	}),
	caseOf('organisation getCloudConnect', {
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
	}),
	caseOf('organisation getCloudConnect', 'one tunnel as an object, not simplified', {
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
	}),
	caseOf('organisation getCloudConnectPrices', {
		values: all,
		requests: {
			request: 'GET /api/v1/cnc/pricing',
			answer: [{ id: 1, breakout_type_id: '2', amount: '200', currency: { id: 1 } }],
		},
		gives: [{ id: 1, type_id: 2, amount: 200, currency_id: 1, currency: null }],
		errors: [403],
	}),
	caseOf('organisation getCloudConnectRegions', {
		values: { connectType: 2, returnAll: true },
		requests: {
			request: 'GET /api/v1/cnc/breakout_type/2/available_region',
			answer: [{ attachment_region: 'eu-west-1', device_breakout_region: 'eu-west-1' }],
		},
		gives: [{ attachment_region: 'eu-west-1', device_breakout_region: 'eu-west-1' }],
		errors: [403, 404],
	}),
	caseOf('organisation retryCloudConnect', {
		values: { cloudConnectId: 82 },
		requests: { request: `PATCH ${breakout}/82`, answer: {} },
		gives: { id: 82, retried: true },
		errors: [403, 404],
	}),
	caseOf('lookup getUnlinkedProducts', {
		values: all,
		requests: {
			request: 'GET /api/v1/sim/unlinked_product_stats',
			answer: [{ product: { id: 1, name: 'IoT eSIM' }, quantity: '12' }],
		},
		gives: [{ product_id: 1, product: 'IoT eSIM', quantity: 12 }],
		errors: [403],
	}),
];

export const network: Case[] = [...networks, ...cards, ...organisations];
