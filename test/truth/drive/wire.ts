import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Records the traffic: a server between the node and a simulated service.
 */

/** A request with its answer, as on the wire. */
export interface Exchange {
	method: string;
	path: string;
	/** Without a body: undefined. */
	body: unknown;
	query: Array<[name: string, value: string]>;
	/** Whether it carried a token. */
	authorized: boolean;
	status: number;
	answer: unknown;
}

/** Parsed JSON, otherwise text; undefined for an empty body. */
export function contentOf(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const textOf = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
	const parts: Buffer[] = [];
	for await (const part of stream) parts.push(part as Buffer);
	return Buffer.concat(parts);
};

export class Wire {
	readonly exchanges: Exchange[] = [];

	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	/** @param service address of the service that answers */
	static async to(service: string): Promise<Wire> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const wire = new Wire(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
		server.on('request', async (asked, answer) => {
			const { method = '', url = '', headers } = asked;
			const sent = await textOf(asked);
			const onwards = request(service + url, { method, headers }, async (got) => {
				const text = await textOf(got);
				const { pathname, searchParams } = new URL(url, service);
				wire.exchanges.push({
					method,
					path: pathname,
					query: [...searchParams],
					body: contentOf(sent.toString()),
					authorized: headers.authorization !== undefined,
					status: got.statusCode!,
					answer: contentOf(text.toString()),
				});
				answer.writeHead(got.statusCode!, got.headers);
				answer.end(text);
			});
			onwards.on('error', () => answer.destroy());
			onwards.end(sent);
		});
		return wire;
	}

	/** The exchanges since the last call. */
	take(): Exchange[] {
		return this.exchanges.splice(0);
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
