/* IP addresses and networks, as a form gives them. */

/** The number of an IPv4 address; undefined for text that is none. */
export function ipv4(text: string): number | undefined {
	if (!/^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/.test(text) || text.endsWith('.')) return undefined;
	return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isIpv6(text: string): boolean {
	const halves = text.split('::');
	const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
	const isShort = halves.length === 2 && groups.length < 8;
	const isWhole = halves.length === 1 && groups.length === 8;
	return (isShort || isWhole) && groups.every((group) => /^[\da-f]{1,4}$/i.test(group));
}

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
