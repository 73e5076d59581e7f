import { toIso } from '../clock';
import { type Simulation, isReferenceGeneration } from '../context';
import { notFound } from '../http/envelopes';
import { listRoute, ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import { inclusiveVolumeRoutes, organisationIn } from '../profiles/inclusiveVolumes';
import { SimStatus } from '../sims/entities';
import { EUR } from '../traffic/forms';
import type { Organisation } from './entities';

const ORGANISATION_STATUSES = ['Enabled', 'Suspended', 'Deleted'].map((description, id) => ({
	id,
	description,
}));
const SERVICE_LEVELS = ['Basic', 'Silver', 'Gold'].map((name, index) => ({ id: index + 1, name }));
/** Only Enterprise (4) is documented. */
const ORGANISATION_TYPES: Record<Organisation['type'], { id: number; description: string }> = {
	master: { id: 1, description: 'Master' },
	network_operator: { id: 2, description: 'Network Operator' },
	reseller: { id: 3, description: 'Reseller' },
	enterprise: { id: 4, description: 'Enterprise' },
};
const CREATED = Date.parse('2024-03-01T00:00:00Z');

/** Flat with ids as strings, as in the newest schema, or nested, as in an older sample. */
function organisationForm(sim: Simulation, { id, name, type, country }: Organisation) {
	const created = toIso(CREATED);
	if (isReferenceGeneration(sim)) {
		return {
			id,
			name,
			ext_reference: '',
			created,
			organisation_class_id: 1,
			currency_id: 1,
			organisation_type_id: String(ORGANISATION_TYPES[type].id),
			country_id: String(country.id),
			organisation_status_id: '0',
			brand_id: '1',
			verification: '',
			default_sms_routing_id: null,
			verification_type_id: null,
			monthly_cost_limit: null,
		};
	}
	return {
		id,
		name,
		created,
		type: ORGANISATION_TYPES[type],
		class: { id: 1, description: 'Standard' },
		country: { id: country.id, name: country.name },
		status: ORGANISATION_STATUSES[0],
		currency: EUR,
		monthly_cost_limit: 100,
		verification: null,
	};
}

/** The plan of an organisation; the list of plans has other types of some values. */
function organisationPlan(sim: Simulation, organisationId: number, inList: boolean) {
	const active = [...sim.store.sims.values()].filter(
		(card) => card.organisationId === organisationId && card.statusId === SimStatus.Activated,
	).length;
	const id = (value: number) => (inList ? String(value) : value);
	return {
		id: 61,
		organisation_id: id(organisationId),
		active: true,
		start_date: '2025-01-01T00:00:00.000Z',
		// No end: null in the text of the reference, which the schema does not allow.
		...(!isReferenceGeneration(sim) && { expiry_date: null }),
		sim_activated_rate: 0.5,
		sim_activated_idle_rate: 0.2,
		sim_suspended_rate: 0.1,
		sim_suspended_active_rate: 0.3,
		sim_activated_amount: active,
		applied_rate: 0.5,
		applied_price: {
			sim_activated_rate: [
				{ scale_start: 0, rate: 0.5, volume: 10 },
				{ scale_start: 10, rate: 0.4, volume: 5 },
			],
		},
		service_level: SERVICE_LEVELS[1],
		workspaces_enabled: true,
		tariff_plan_runtime: { id: 1, number_of_units: 1, time_unit_id: 3 },
		tariff_plan: {
			id: 7,
			name: 'Growth',
			description: 'Plan of the simulator',
			currency: EUR,
			price: { sim_activated_rate: [{ scale_start: 0, rate: 0.5 }] },
			rate: 49,
			yearly_rate: 490,
			sim_activation_fee: 0,
			max_active_sims: 1000,
			max_service_profiles: 20,
			max_tariff_profiles: 10,
			max_users: 5,
			evaluation: false,
			// Numbers in the list, flags in the active plan.
			api_access_allowed: inList ? 1 : true,
			vpn_access: inList ? 1 : true,
		},
	};
}

const CONNECT_TYPES = [
	'Transit Gateway',
	'IPSec VPN',
	'IPSec VPN BGP',
	'IPSec VPN BGP High Availability',
	'Direct Connect',
	'Shared',
	'Transit Gateway (Classic)',
	'IPSec VPN (Classic)',
].map((description, index) => ({ id: index + 1, description }));
const CONNECTS = [
	{ id: 81, name: 'Plant north', type: 2, status: { id: 5, description: 'Active' } },
	{
		id: 82,
		name: 'Plant south',
		type: 1,
		status: { id: 2, description: 'Pending AWS Activation' },
	},
];

const findConnect = (id: number) => {
	const found = CONNECTS.find((connect) => connect.id === id);
	if (!found) throw notFound(`Cloud connect ${id} not found`);
	return found;
};

/** Twelve values of five minutes, whose keys are dates as JavaScript writes them. */
const fiveMinutes = (now: number, amount: number) =>
	Object.fromEntries(
		Array.from({ length: 12 }, (_, index) => [
			`${new Date(now - index * 300_000).toUTCString()} (Coordinated Universal Time)`,
			amount,
		]),
	);

/** What the list and a single read of a cloud connect share. */
const connectEntry = ({ type, ...connect }: (typeof CONNECTS)[number]) => ({
	...connect,
	description: '',
	user_id: 11,
	creation_date: '2025-06-01T00:00:00.000Z',
	type: CONNECT_TYPES[type - 1],
	region: 'eu-west-1',
});

/** A cloud connect with its tunnels: a list of two in the sample, an object in the schema. */
function connectDetails(sim: Simulation, connect: (typeof CONNECTS)[number]) {
	const now = sim.clock.now();
	const down = sim.store.downTunnels.get(connect.id) ?? new Set<number>();
	const tunnel = (place: number) => ({
		outside_address: `198.51.100.${place}`,
		inside_cidr: `169.254.${place}.0/30`,
		psk: 'never.Shown_PreSharedKey1',
		asn: 65_000,
		public_ip: '203.0.113.9',
		metrics: {
			tunnel_state: down.has(place) ? 'down' : 'up',
			bytes_in: fiveMinutes(now, down.has(place) ? 0 : 100),
			bytes_out: fiveMinutes(now, down.has(place) ? 0 : 50),
		},
	});
	const both = [tunnel(1), tunnel(2)];
	return {
		...connectEntry(connect),
		customer_cidr: ['10.0.0.0/24'],
		...(connect.type !== 1 && { tunnel_information: isReferenceGeneration(sim) ? both[0] : both }),
	};
}

/** Cloud connects: the list is without the tunnel key, which only a single read has. */
function connectRoutes(sim: Simulation): Route[] {
	const tag = 'cloud connect';
	const route = routesOf({ tag });
	return [
		{
			...listRoute(tag, '/api/v1/cnc/breakout', 'List cloud connects', ({ query }) =>
				CONNECTS.filter(
					({ type, status }) =>
						(query.type ?? String(type)) === String(type) &&
						(query.status ?? String(status.id)) === String(status.id),
				).map((connect) => ({
					...connectEntry(connect),
					...(connect.type === 1 && { accept_attachment_expiry_date: '2025-06-08T00:00:00.000Z' }),
					...(connect.type === 2 && { aws_vpn_connection_id: 'vpn-0123456789abcdef0' }),
				})),
			),
			parameters: { status: 'id', type: 'id', organisation: 'a direct child, for masters' },
		},
		route(
			'GET /api/v1/cnc/breakout/:id',
			'One cloud connect with its tunnels and their key',
			(call) => ok(connectDetails(sim, findConnect(pathId(call, 'id')))),
		),
		route('PATCH /api/v1/cnc/breakout/:id', 'Start the activation anew', (call) => {
			const { id } = findConnect(pathId(call, 'id'));
			sim.ledger.effect('cloudConnect.retried', {}, { id });
			return ok({});
		}),
		listRoute(tag, '/api/v1/cnc/pricing', 'List the prices of cloud connects', () =>
			CONNECT_TYPES.slice(0, 4).map(({ id }) => ({
				id,
				breakout_type_id: id,
				amount: 100 * id,
				currency: { id: EUR.id },
			})),
		),
		listRoute(
			tag,
			'/api/v1/cnc/breakout_type/:typeId/available_region',
			'List the regions of a type',
			() => [
				{ attachment_region: 'eu-west-1', device_breakout_region: 'eu-west-1' },
				{ attachment_region: 'us-east-1' },
			],
		),
		listRoute(
			tag,
			'/api/v1/cnc/breakout_type',
			'List types of cloud connects',
			() => CONNECT_TYPES,
		),
	];
}

/** The caller's organisation, its tariff plans, service levels, unlinked products, cloud connects. */
export function organisationRoutes(sim: Simulation): Route[] {
	const tag = 'organisation';
	const route = routesOf({ tag });
	const url = '/api/v1/organisation';
	const activePlan = (call: ApiCall) => ok(organisationPlan(sim, organisationIn(sim, call), false));
	return [
		route(`GET ${url}/my`, 'The organisation of the caller', ({ caller }) =>
			ok(organisationForm(sim, sim.store.organisations.get(caller.organisationId)!)),
		),
		listRoute(tag, `${url}/status`, 'List statuses of organisations', () => ORGANISATION_STATUSES),
		route(`GET ${url}/:organisationId/tariff_plan/active`, 'The active tariff plan', activePlan),
		route(`GET ${url}/:organisationId/tariff_plan`, 'List tariff plans', (call) =>
			ok([organisationPlan(sim, organisationIn(sim, call), true)]),
		),
		listRoute(tag, '/api/v1/service_level', 'List service levels', () => SERVICE_LEVELS),
		listRoute(tag, '/api/v1/sim/unlinked_product_stats', 'Unlinked eSIM products', () => [
			{ product: { id: 1, name: 'IoT eSIM' }, quantity: 12 },
		]),
		...inclusiveVolumeRoutes(sim),
		...connectRoutes(sim),
	];
}
