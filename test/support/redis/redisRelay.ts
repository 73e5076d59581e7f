import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A relay between workers and their Redis, whose address stays the same when the Redis changes. */
export class RedisRelay {
	/** Delay of answers in milliseconds, after the first `inTime` answers of a connection. */
	lateMs = 0;
	inTime = 0;
	private isCut = false;
	private readonly sockets = new Set<Socket>();

	private constructor(
		private port: number,
		private readonly server: Server,
	) {}

	static async to(port: number): Promise<RedisRelay> {
		const server = createServer();
		const relay = new RedisRelay(port, server);
		server.on('connection', (near) => relay.join(near));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return relay;
	}

	get url(): string {
		return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Switches to another Redis. */
	failOver(port: number): void {
		this.port = port;
		this.dropAll();
	}

	/** Cuts or restores all connections. */
	cut(isCut: boolean): void {
		this.isCut = isCut;
		this.dropAll();
	}

	async close(): Promise<void> {
		this.dropAll();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private dropAll(): void {
		for (const socket of this.sockets) socket.destroy();
	}

	private join(near: Socket): void {
		if (this.isCut) return void near.destroy();
		const far = connect(this.port, '127.0.0.1');
		near.pipe(far);
		let answers = 0;
		far.on('data', (data) => {
			const lateMs = ++answers > this.inTime ? this.lateMs : 0;
			setTimeout(() => near.writable && near.write(data), lateMs);
		});
		for (const [socket, otherSocket] of [
			[near, far],
			[far, near],
		] as const) {
			this.sockets.add(socket);
			socket.on('error', () => otherSocket.destroy());
			socket.on('close', () => {
				this.sockets.delete(socket);
				otherSocket.destroy();
			});
		}
	}
}
