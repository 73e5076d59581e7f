import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: unknown;
}

/** Receives JSON over HTTP on loopback, and answers each request with a status. `page`: its body. */
export async function receiver(
	answer: (received: Received) => number | Promise<number>,
	page = '{}',
): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (part: Buffer) => (text += String(part)));
		request.on('end', async () => {
			const { method = '', url = '', headers } = request;
			const [path = ''] = url.split('?');
			const status = await answer({ method, path, headers, body: JSON.parse(text) });
			response.writeHead(status).end(page);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
