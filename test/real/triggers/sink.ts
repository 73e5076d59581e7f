import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives and counts the output of workflow runs. */
export class Sink {
	readonly told: Array<Record<string, unknown>> = [];
	private constructor(private readonly server: Server) {}

	static async open(): Promise<Sink> {
		const server = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk: Buffer) => (text += String(chunk)));
			request.on('end', () => {
				sink.told.push(JSON.parse(text) as Record<string, unknown>);
				response.end('{}');
			});
		});
		const sink = new Sink(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return sink;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
	}

	/** Number of times each text was received. */
	counts(): Map<string, number> {
		const counts = new Map<string, number>();
		for (const { text } of this.told) {
			counts.set(String(text), (counts.get(String(text)) ?? 0) + 1);
		}
		return counts;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
