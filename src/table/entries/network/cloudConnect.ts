import { UnreadableAnswer } from '../../../errors';
import { isObject } from '../../../wire';
import { limited } from '../../answers';
import { type Answer, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { at, defineLookup, everyOf, flat, listOrOne, numeric } from '../../reading';
import { compareNames } from '../../../nameOrder';

/*
 * Cloud connect: attachments with their tunnels, prices and regions. The answer for one attachment contains the key of
 * its tunnels: only fields that are listed here leave this file. What costs a monthly price is not offered. Source:
 * public reference.
 */

const define = operationsWith({ resource: 'organisation' });

const numberedChoices = (names: string[]) =>
	names
		.map((name, index) => ({ name, value: index + 1 }))
		.sort((a, b) => compareNames(a.name, b.name));

const CLOUD_CONNECT_STATUSES = numberedChoices([
	'Pending Customer Action',
	'Pending AWS Activation',
	'Pending EGN Activation',
	'Pending CRG Activation',
	'Active',
	'Deactivation Pending',
	'Deactivated',
	'Rolling Back',
]);
const CLOUD_CONNECT_TYPES = numberedChoices([
	'Transit Gateway',
	'IPSec VPN',
	'IPSec VPN BGP',
	'IPSec VPN BGP High Availability',
	'Direct Connect',
	'Shared',
	'Transit Gateway (Classic)',
	'IPSec VPN (Classic)',
]);

export const getCloudConnects = define({
	name: 'getCloudConnects',
	action: 'Get many cloud connects',
	description: 'List the private connections to clouds with their states; without deleted ones',
	request: 'GET /api/v1/cnc/breakout',
	lane: 'list',
	errors: [403],
	fields: {
		...f.many,
		...f.inGroup('filters', {
			status: f.query.choice(
				'status',
				{ label: 'Status', hint: 'Only of this status', default: 5 },
				CLOUD_CONNECT_STATUSES,
			),
			connectType: f.query.choice(
				'type',
				{ label: 'Type', hint: 'Only of this type', default: 1 },
				CLOUD_CONNECT_TYPES,
			),
			ofOrganisation: f.query.id('organisation', {
				label: 'Child Organisation ID',
				hint: 'Only of this direct child',
			}),
		}),
	},
	result: everyOf({
		read: numeric('id user_id status.id type.id organisation_id'),
		simple: flat(
			'id name description type=type.description|type.id status=status.description|status.id',
			'region=region.name|region creation_date accept_attachment_expiry_date termination_date',
		),
	}),
});

export const getCloudConnectTypes = defineLookup({
	name: 'cloudConnectTypes',
	action: 'Get cloud connect types',
	description: 'List the types of private connections to clouds',
	request: 'GET /api/v1/cnc/breakout_type',
});

const cloudConnectId = f.path(
	f.id({ label: 'Cloud Connect ID', hint: 'ID of the connection, from Get Cloud Connects' }),
);

/** The fields of an attachment that may leave; the others are not documented, or secret. */
const ATTACHMENT_FIELDS = [
	'id',
	'name',
	'description',
	'user_id',
	'organisation_id',
	'creation_date',
	'region',
	'accept_attachment_expiry_date',
	'termination_date',
	'status',
	'type',
	'customer_cidr',
	'aws_transit_gateway_attachment_id',
	'aws_vpn_connection_id',
] as const;

const onlyFields = (entity: Json, names: readonly string[]): Json =>
	Object.fromEntries(names.filter((name) => name in entity).map((name) => [name, entity[name]]));

/** The sum of the twelve five-minute values of an hour; null where there are none. */
function hourOf(values: unknown): number | null {
	if (!isObject(values)) return null;
	const amounts = Object.values(values).map(Number).filter(Number.isFinite);
	return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

/** A tunnel without its key. */
const tunnelOf = (tunnel: Json): Json => {
	const state = at(tunnel, 'metrics.tunnel_state');
	return {
		outside_address: tunnel.outside_address ?? null,
		inside_cidr: tunnel.inside_cidr ?? null,
		public_ip: tunnel.public_ip ?? null,
		asn: tunnel.asn ?? null,
		state: typeof state === 'string' ? state.toLowerCase() : null,
		bytes_in_last_hour: hourOf(at(tunnel, 'metrics.bytes_in')),
		bytes_out_last_hour: hourOf(at(tunnel, 'metrics.bytes_out')),
	};
};

/** The tunnels of an attachment: an object by the schema, a list of two in the sample. */
function tunnelsIn({ tunnel_information: tunnels }: Json): Json[] {
	if (Array.isArray(tunnels)) return tunnels.filter(isObject).map(tunnelOf);
	return isObject(tunnels) ? [tunnelOf(tunnels)] : [];
}

/**
 * An attachment with its tunnels, and without everything else: the answer contains a key. The schema has a list, the
 * sample one object.
 * @throws UnreadableAnswer that does not show what came
 */
function readCloudConnect(answer: Answer): Json {
	const { body } = answer;
	const [entity] = isObject(body) || Array.isArray(body) ? listOrOne(answer) : [];
	if (!entity || !('id' in entity))
		throw new UnreadableAnswer('a cloud connect', { ...answer, body: undefined });
	const shown = onlyFields(entity, ATTACHMENT_FIELDS);
	return {
		...numeric('id user_id status.id type.id organisation_id')(shown),
		tunnels: tunnelsIn(entity),
	};
}

/** Whether the connection carries data: one of two tunnels that is down is no outage; null where nothing tells. */
export function isConnected({ tunnels }: Json): boolean | null {
	const states = (tunnels as Json[]).map(({ state }) => state);
	if (states.includes('up')) return true;
	return states.length > 0 && states.every((state) => state === 'down') ? false : null;
}

const simpleConnect = flat(
	'id name description type=type.description|type.id status=status.description|status.id',
	'region=region.name|region creation_date termination_date',
);

export const getCloudConnect = define({
	name: 'getCloudConnect',
	action: 'Get cloud connect',
	description:
		'Read one private connection with the states of its tunnels and their bytes of the last hour; without their keys',
	request: 'GET /api/v1/cnc/breakout/{cloudConnectId}',
	lane: 'single',
	errors: [403, 404],
	fields: { cloudConnectId, ...f.single },
	result: (answer, { simplify }) => {
		const connect = readCloudConnect(answer);
		if (!simplify) return connect;
		const tunnels = connect.tunnels as Json[];
		const bytes = (name: string) =>
			tunnels.reduce((sum, tunnel) => sum + (Number(tunnel[name]) || 0), 0);
		return {
			...simpleConnect(connect),
			connected: isConnected(connect),
			tunnels_up: tunnels.filter(({ state }) => state === 'up').length,
			bytes_in_last_hour: bytes('bytes_in_last_hour'),
			bytes_out_last_hour: bytes('bytes_out_last_hour'),
			tunnels,
		};
	},
});

export const getCloudConnectPrices = define({
	name: 'getCloudConnectPrices',
	action: 'Get cloud connect prices',
	description: 'List the monthly prices of private connections by type and currency',
	request: 'GET /api/v1/cnc/pricing',
	lane: 'list',
	errors: [403],
	fields: f.many,
	result: everyOf({
		read: numeric('id breakout_type_id amount currency.id'),
		simple: flat(
			'id type_id=breakout_type_id amount currency_id=currency.id currency=currency.code',
		),
	}),
});

const region = flat(
	'attachment_region=attachment_region.name|attachment_region',
	'device_breakout_region=device_breakout_region.name|device_breakout_region',
);

export const getCloudConnectRegions = define({
	resource: 'lookup',
	name: 'cloudConnectRegions',
	action: 'Get cloud connect regions',
	description: 'List the regions in which private connections of a type can be made',
	request: 'GET /api/v1/cnc/breakout_type/{connectType}/available_region',
	lane: 'list',
	errors: [403, 404],
	fields: {
		connectType: f.path(
			f.choice({ label: 'Type', hint: 'Type of the connection', default: 2 }, CLOUD_CONNECT_TYPES),
		),
		...f.listFields,
	},
	result: (answer, input) => limited(listOrOne(answer), input).map(region),
});

export const retryCloudConnect = define({
	name: 'retryCloudConnect',
	action: 'Retry cloud connect',
	stakes: 'billed',
	description:
		'Start the activation of a transit gateway anew whose seven days to accept it have passed',
	request: 'PATCH /api/v1/cnc/breakout/{cloudConnectId}',
	effect: 'act',
	done: 'the activation was started anew',
	lane: 'single',
	success: [200, 202, 204],
	// Source: public reference, Cloud connect: 200, without a body.
	isEmptySuccess: true,
	notice: 'Only for type Transit Gateway in status Pending AWS Activation, after seven days.',
	errors: [403, 404],
	fields: { cloudConnectId },
	result: (_, { cloudConnectId: id }) => ({ id, retried: true }),
});
