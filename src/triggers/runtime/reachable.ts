import { CellularIotError } from '../../errors';
import * as f from '../../table/fields';

/* Whether the service can call an address: it has to be on the internet, as few addresses of n8n are. */

/** Names that are known only in a private network or on a single machine. */
const PRIVATE_NAME =
	/(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** A bare IP address, as the URL standard writes it. */
const isIp = (host: string) => /^[\d.]+$|^\[/.test(host);

function isPrivateIp(host: string): boolean {
	// Global unicast addresses of IPv6 begin with 2 or 3.
	if (host.startsWith('[')) return !/^\[[23][\da-f]{3}:/.test(host);
	const [a = 0, b = 0] = host.split('.').map(Number);
	if ([0, 10, 127].includes(a) || a >= 224) return true;
	const isInside = (first: number, from: number, to: number) => a === first && b >= from && b <= to;
	return (
		isInside(100, 64, 127) ||
		isInside(169, 254, 254) ||
		isInside(172, 16, 31) ||
		isInside(192, 168, 168)
	);
}

/** Whether a host is one of a private network, or of this machine. */
export function isPrivate(url: string): boolean {
	const host = new URL(url).hostname.replace(/\.$/, '');
	return isIp(host) ? isPrivateIp(host) : PRIVATE_NAME.test(host) || !host.includes('.');
}

/** Publishing on an address that the service can't reach. */
class AddressError extends CellularIotError {
	constructor(url: string, why: string, orElse = '') {
		super(
			`The service cannot call this workflow at ${new URL(url).origin}: ${why}`,
			`Set n8n's WEBHOOK_URL to the https address that others see, such as https://n8n.example.com/, and start n8n again.${orElse}`,
			'notSent',
		);
	}
}

/** For a service that reaches what the internet does not. */
export const privateAddress = f.flag({
	label: 'Allow Private Address',
	hint: 'Whether to register an address that only a private network knows, or one without https. The service must be able to call it.',
});
const OR_ALLOW =
	' Where the service does reach this one, over a private network, switch on the option "Allow Private Address".';

/**
 * @param serviceUrl a service in the same network reaches what the internet does not
 * @throws AddressError unless the address has https and a name that the internet knows.
 */
export function checkReachable(
	{ url, allowPrivate = false }: { url: string; allowPrivate?: boolean | undefined },
	serviceUrl: string,
): void {
	if (allowPrivate || isPrivate(serviceUrl)) return;
	if (isPrivate(url)) throw new AddressError(url, 'it is one of a private network', OR_ALLOW);
	checkNamed(url, OR_ALLOW);
}

/** @throws AddressError unless the address has https and a name: data streams demand it anywhere. */
export function checkNamed(url: string, orElse?: string): void {
	const { protocol, hostname } = new URL(url);
	if (protocol !== 'https:') throw new AddressError(url, 'it is not https', orElse);
	if (isIp(hostname)) throw new AddressError(url, 'it is an IP address and no name', orElse);
}
