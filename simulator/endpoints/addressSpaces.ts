import type { Simulation } from '../context';
import { listRoute, type Route } from '../http/route';
import { randomFrom } from '../numbers';

/** Free spaces in one answer (public reference). */
const AVAILABLE = 10;

/** Address spaces: those of the organisation, and free ones. */
export const addressSpaceRoutes = (sim: Simulation): Route[] => [
	listRoute('address space', '/api/v1/ip_address_space', 'List IP address spaces', ({ caller }) =>
		sim.store
			.seenBy(caller.organisationId, sim.store.addressSpaces.values())
			.map(({ id, cidr, capacity, used }) => ({
				...{ id, ip_address_space: cidr, ip_address_version: 4 },
				...{ used_count: used.size, available_count: capacity - used.size },
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
						ip_address_space: version === 6 ? sixOf(place) : fourOf(place),
						ip_address_version: version,
					};
				});
			},
		),
		parameters: { ip_address_version: '4 or 6, default 4' },
	},
];

/** One of the 4,096 spaces of 256 addresses in 10.192.0.0/12. */
const fourOf = (place: number) => `10.${192 + (place >> 8)}.${place & 0xff}.0/24`;
const sixOf = (place: number) => `fd00:${place.toString(16)}::/64`;
