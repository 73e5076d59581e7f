import type { AddressInfo, Server } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import { pause } from '../clock';

/**
 * Stops listening for some real milliseconds: open connections break, and the operating system
 * refuses new ones (nothing was sent). Resolves when the server listens again.
 */
export async function takeOffline(server: HttpServer, ms: number): Promise<void> {
	const { port } = server.address() as AddressInfo;
	const closed = new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	await closed;
	await pause(ms);
	await new Promise<void>((resolve, reject) => {
		(server as Server).once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
}
