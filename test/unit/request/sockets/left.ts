import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/* The connections that a test's service has left without an answer, for a time or for good. */

/** The service's sockets by the ports of both ends: one client port can reach two services at once. */
const left = new Map<string, Socket>();

const keyOf = (clientPort?: number, servicePort?: number): string =>
	`${clientPort} to ${servicePort}`;

/** Does nothing more on a connection until it is taken up again. */
export function leave(raw: Socket): void {
	if (raw.remotePort === undefined) return;
	const key = keyOf(raw.remotePort, raw.localPort);
	left.set(key, raw);
	// Its ports may belong to a newer connection by then.
	const forget = () => left.get(key) === raw && left.delete(key);
	for (const end of ['end', 'close']) raw.once(end, forget);
}

/** Goes on with a connection. */
export function takeUp(raw: Socket): void {
	left.delete(keyOf(raw.remotePort, raw.localPort));
}

/** Whether the service has left this request. */
export const isLeft = ({ socket }: ClientRequest): boolean =>
	left.has(keyOf(socket?.localPort, socket?.remotePort));
