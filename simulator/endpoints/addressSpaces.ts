import * as z from 'zod/v4';
import type { Simulation } from '../context';
import { jsonBody, readBody, required } from '../http/body';
import {
	cannotBeDeleted,
	conflict,
	notFound,
	roleForbidden,
	unprocessable,
} from '../http/envelopes';
import {
	listRoute,
	requireWriteRole,
	pathId,
	type ApiCall,
	type Route,
	routesOf,
} from '../http/route';
import { parseIp, randomFrom } from '../numbers';
import { addSpace } from '../seed/seed';

/** Free spaces per answer (public reference). */
const AVAILABLE = 10;

const route = routesOf({ tag: 'address space' });

/** Address spaces: the organisation's, and free ones. */
export const addressSpaceRoutes = (sim: Simulation): Route[] => [
	listRoute('address space', '/api/v1/ip_address_space', 'List IP address spaces', ({ caller }) =>
		sim.store
			.seenBy(caller.organisationId, sim.store.addressSpaces.values())
			.map(({ id, cidr, capacity, used }) => ({
				id,
				ip_address_space: cidr,
				ip_address_version: 4,
				used_count: used.size,
				available_count: capacity - used.size,
			})),
	),
	{
		...listRoute(
			'address space',
			'/api/v1/ip_address_space/available',
			'List ten free spaces, other ones each time',
			({ query }) => {
				const version = query.ip_address_version === '6' ? 6 : 4;
				const draw = sim.store.nextId('freeSpaces');
				const start = Math.floor(randomFrom(draw)() * 0x1000);
				return Array.from({ length: AVAILABLE }, (_, index) => {
					const place = (start + index) % 0x1000;
					return {
						id: 9000 + place,
						ip_address_space: version === 6 ? ipv6Space(place) : ipv4Space(place),
						ip_address_version: version,
					};
				});
			},
		),
		parameters: { ip_address_version: '4 or 6, default 4' },
	},
	route(
		'POST /api/v1/ip_address_space',
		{ summary: 'Create an IP address space', body: NEW_ADDRESS_SPACE },
		(call) => createSpace(sim, call),
	),
	route(
		'DELETE /api/v1/ip_address_space/:spaceId',
		'Delete an IP address space without endpoints',
		(call) => {
			requireSpaceAdministrator(call);
			const id = pathId(call, 'spaceId');
			const space = sim.store.addressSpaces.get(id);
			if (space?.organisationId !== call.caller.organisationId)
				throw notFound(`No address space ${id}`, 1401);
			if (space.used.size > 0) throw cannotBeDeleted(`Address space ${id} is used`);
			sim.store.addressSpaces.delete(id);
			sim.ledger.effect('addressSpace.deleted', {}, { id });
			return sim.forms.changed;
		},
	),
];

/** Only Administrators manage address spaces; the role of an application token is not documented. */
function requireSpaceAdministrator(call: ApiCall): void {
	requireWriteRole(call);
	if (call.caller.userId !== null && call.caller.role !== 'Administrator') throw roleForbidden();
}

const NEW_ADDRESS_SPACE = jsonBody({
	ip_address_space: z.string(required('ip_address_space is required')),
	ip_address_version: z.literal([4, 6], required('ip_address_version is required')),
});
const SPACE_RANGES = ['10.192.0.0/12', '100.64.0.0/10', '10.112.0.0/12', '10.176.0.0/12'];
const SPACE_RESERVED = '100.64.0.0/24';

/** First and last address of a CIDR. @throws 422 when it is not a CIDR */
function boundsOf(cidr: string): [first: number, last: number] {
	const [address, bits = ''] = cidr.split('/');
	const ip = parseIp(address);
	if (ip === undefined || !/^\d{1,2}$/.test(bits) || Number(bits) > 32)
		throw unprocessable('ip_address_space is no CIDR');
	const size = 2 ** (32 - Number(bits));
	const first = Math.floor(ip / size) * size;
	return [first, first + size - 1];
}
const overlap = (space: string, otherSpace: string) => {
	const [[a, b], [c, d]] = [boundsOf(space), boundsOf(otherSpace)];
	return a <= d && c <= b;
};

function createSpace(sim: Simulation, call: ApiCall) {
	requireSpaceAdministrator(call);
	const { ip_address_space: cidr, ip_address_version } = readBody(NEW_ADDRESS_SPACE, call.body);
	const [first, last] = boundsOf(cidr);
	const isInside = SPACE_RANGES.map(boundsOf).some(([from, to]) => from <= first && last <= to);
	if (!isInside) throw unprocessable(`${cidr} is outside the ranges for customers`);
	if (overlap(cidr, SPACE_RESERVED)) throw unprocessable(`${cidr} is reserved`);
	for (const space of sim.store.addressSpaces.values())
		if (overlap(space.cidr, cidr)) throw conflict(`${cidr} overlaps an allocated space`);
	const id = sim.store.nextId('addressSpace');
	addSpace(sim.store, id, call.caller.organisationId, cidr);
	sim.ledger.effect('addressSpace.created', {}, { id, cidr });
	return { status: 201, body: { id, ip_address_space: cidr, ip_address_version } };
}

/** One of the 4,096 spaces of 256 addresses in 10.192.0.0/12. */
const ipv4Space = (place: number) => `10.${192 + (place >> 8)}.${place & 0xff}.0/24`;
const ipv6Space = (place: number) => `fd00:${place.toString(16)}::/64`;
