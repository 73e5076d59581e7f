import { conflict, notFound, type Problems } from '../http/envelopes';
import { formatIp, parseIp } from '../numbers';
import type { Store } from '../store';
import type { EndpointChange } from './bodies';
import type { AddressSpace } from './entities';

/** Addresses that a call has reserved before it is applied, by address space id. */
export type ReservedAddresses = Map<number, { fixed: Set<number>; any: number }>;

/** The address an input asks for: a space, and a fixed address or any free address. */
interface AddressPlan {
	space: AddressSpace;
	ip: number | undefined;
}

/** The address fields of an input. */
type AddressInput = Pick<EndpointChange, 'ip_address' | 'ip_address_space'>;

/** The answer for a space that is unknown, full or in use (specification 404; code 1601). */
const unavailable = (message: string) => notFound(message, 1601);

/**
 * Checks `ip_address` and `ip_address_space` of an input and reserves an address. Undefined when
 * there is a problem, when neither is given and there is no `standard` space, or when the
 * endpoint keeps its `present` address.
 */
export function planAddress(
	store: Store,
	input: AddressInput,
	owners: Set<number>,
	standard: AddressSpace | undefined,
	reserved: ReservedAddresses,
	problems: Problems,
	where: string,
	present?: { ip: number; addressSpaceId: number },
): AddressPlan | undefined {
	const space = findSpace(store, input, owners, standard, problems, where);
	if (!space) return undefined;
	const own = present?.addressSpaceId === space.id ? formatIp(present.ip) : undefined;
	// The endpoint's own address is neither a change nor a duplicate.
	if (own !== undefined && (input.ip_address ?? own) === own) return undefined;
	const inSpace = reserved.get(space.id) ?? { fixed: new Set<number>(), any: 0 };
	reserved.set(space.id, inSpace);
	if (input.ip_address === undefined) {
		inSpace.any += 1;
		if (space.used.size + inSpace.fixed.size + inSpace.any > space.capacity)
			problems.refuse(unavailable(`${where}IP address space ${space.id} is full`));
		return { space, ip: undefined };
	}
	const ip = parseIp(input.ip_address);
	if (ip === undefined || ip <= space.base || ip > space.base + space.capacity) {
		problems.invalid(`${where}ip_address is not an address of space ${space.id}`);
		return undefined;
	}
	if (space.used.has(ip) || inSpace.fixed.has(ip))
		problems.refuse(conflict(`${where}ip_address ${formatIp(ip)} is already used`, 1405));
	inSpace.fixed.add(ip);
	return { space, ip };
}

function findSpace(
	store: Store,
	input: AddressInput,
	owners: Set<number>,
	standard: AddressSpace | undefined,
	problems: Problems,
	where: string,
): AddressSpace | undefined {
	if (input.ip_address_space === undefined)
		return input.ip_address === undefined ? standard : undefined;
	const { id } = input.ip_address_space;
	const space = store.addressSpaces.get(id);
	if (!space || !owners.has(space.organisationId)) {
		problems.refuse(unavailable(`${where}IP address space ${id} not found`));
		return undefined;
	}
	if (space.busy)
		problems.refuse(
			unavailable(`${where}IP address space ${space.id} is in use for creating an endpoint`),
		);
	return space;
}

/** Assigns the planned address, or the next free one. */
export function assignAddress({ space, ip }: AddressPlan): number {
	if (ip === undefined) {
		for (let tries = 0; tries < space.capacity; tries += 1) {
			const candidate = space.base + space.next;
			space.next = (space.next % space.capacity) + 1;
			if (!space.used.has(candidate)) {
				space.used.add(candidate);
				return candidate;
			}
		}
		throw unavailable(`IP address space ${space.id} is full`);
	}
	space.used.add(ip);
	return ip;
}
