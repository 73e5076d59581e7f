import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/* The connections that a test's service has left without an answer, for a time or for good. */

/** Ports of their clients. */
const ports = new Set<number>();

/** Does nothing more on a connection until it is taken up again. */
export function leave(raw: Socket): void {
	const { remotePort } = raw;
	if (remotePort === undefined) return;
	ports.add(remotePort);
	for (const end of ['end', 'close']) raw.once(end, () => ports.delete(remotePort));
}

/** Goes on with a connection. */
export const takeUp = ({ remotePort }: Socket): void => void ports.delete(remotePort!);

/** Whether the service has left this request. */
export const isLeft = ({ socket }: ClientRequest): boolean =>
	socket?.localPort !== undefined && ports.has(socket.localPort);
