import { ipv4, isIpv6 } from '../readings/address';

/* Networks, as a form gives them. */

/** The first and the last address of a network, as numbers. */
export interface AddressSpan {
	first: number;
	last: number;
}

/** The addresses of an IPv4 network in CIDR form; undefined for text that is none. */
export function spanOf(cidr: string): AddressSpan | undefined {
	const [, address = '', bits = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(cidr) ?? [];
	const ip = ipv4(address);
	if (ip === undefined || Number(bits) > 32) return undefined;
	const size = 2 ** (32 - Number(bits));
	const first = Math.floor(ip / size) * size;
	return { first, last: first + size - 1 };
}

/** Whether a text is an IPv6 network in CIDR form. */
export function isIpv6Network(cidr: string): boolean {
	const [, address = '', bits = ''] = /^([\da-f:]+)\/(\d{1,3})$/i.exec(cidr) ?? [];
	return isIpv6(address) && Number(bits) <= 128;
}

/** `203.0.113.7/32`, or the same of IPv6. */
export const isNetwork = (cidr: string): boolean =>
	spanOf(cidr) !== undefined || isIpv6Network(cidr);
