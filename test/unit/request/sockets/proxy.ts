import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/* A company proxy. Only the proxy resolves host names, all of them to one service. */

const VARIABLES = ['http', 'https', 'no'].flatMap((name) => [
	`${name}_proxy`,
	`${name}_PROXY`.toUpperCase(),
]);

export class Proxy {
	/** Requests to the proxy: a method and an address, or `CONNECT` and a host with its port. */
	readonly asked: string[] = [];
	/** Its answer to each CONNECT in place of a connection; closes without an answer where it is empty. */
	refusal: string | undefined;
	/** As `http://host:port`. */
	address = '';
	private readonly tunnels = new Set<Duplex>();
	private readonly before = VARIABLES.map((name) => [name, process.env[name]] as const);

	private constructor(private readonly server: Server) {}

	/** Starts a proxy to the service at a port and sets the proxy variables that n8n reads. */
	static async start(port: number): Promise<Proxy> {
		const server = createServer();
		const proxy = new Proxy(server);
		server.on('request', (asked, answer) => {
			proxy.asked.push(`${asked.method} ${asked.url}`);
			const { method, headers } = asked;
			const path = new URL(asked.url!).pathname;
			const onwards = request({ host: '127.0.0.1', port, method, path, headers }, (got) => {
				answer.writeHead(got.statusCode!, got.headers);
				got.pipe(answer);
			});
			asked.pipe(onwards);
		});
		server.on('connect', ({ method, url }, near, head) => {
			proxy.asked.push(`${method} ${url}`);
			if (proxy.refusal !== undefined) return void near.end(proxy.refusal);
			const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
				near.write('HTTP/1.1 200 Connection established\r\n\r\n');
				far.write(head);
				near.pipe(far).pipe(near);
			});
			for (const [socket, otherSocket] of [
				[near, far],
				[far, near],
			] as const) {
				socket.on('error', () => otherSocket.destroy());
				proxy.tunnels.add(socket);
			}
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		for (const name of VARIABLES) delete process.env[name];
		proxy.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		process.env.HTTP_PROXY = process.env.HTTPS_PROXY = proxy.address;
		return proxy;
	}

	/** Stops the proxy and restores the proxy variables. */
	async close(): Promise<void> {
		for (const [name, value] of this.before) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
		await this.stop();
	}

	/** Stops listening; the proxy variables stay. */
	async stop(): Promise<void> {
		this.server.closeAllConnections();
		for (const socket of this.tunnels) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
