import { createServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket, type TlsOptions } from 'node:tls';
import { Api, type ApiOptions } from './api';
import { certificates } from './certificate';
import { leave, takeUp } from './left';
import { bytesOf, type RawAnswer, type RawRequest, readRequest } from './wire';

/*
 * A service on a raw socket, plain or with real TLS, that can fail at any moment of a connection
 * and keeps a ledger of the requests it received and applied. It shares no code with the package,
 * so that its verdict is independent.
 */

/**
 * Moments of a connection, in order: accepted, first bytes of the client received, about to send
 * the first bytes of TLS, TLS established, first part of a body longer than a packet received,
 * request read, request applied.
 */
export type Moment = 'accepted' | 'hello' | 'handshake' | 'secured' | 'body' | 'read' | 'applied';

/** Ends or corrupts a connection; returns true where the service continues normally. */
export type Strike = (line: Line) => boolean | void | Promise<boolean | void>;

export interface Fault {
	at: Moment;
	strike: Strike;
	/** How often it strikes; unlimited by default. */
	times?: number;
	/** The probability of a strike, from 0 to 1; 1 by default. */
	chance?: number;
	/** Strikes only these requests; known from `read` on. */
	when?: (request: RawRequest) => boolean;
}

export interface ServiceOptions extends ApiOptions {
	tls?: boolean;
	certificate?: keyof typeof certificates;
	tlsOptions?: TlsOptions;
}

/** A request as it reached the service. */
interface Arrival extends RawRequest {
	at: number;
}

/** Carries the bytes of TLS between a socket and the TLS engine of the service. */
class Bridge extends Duplex {
	/** Called before the first bytes go out. */
	beforeFirst: (() => Promise<boolean>) | undefined;

	constructor(private readonly raw: Socket) {
		super();
	}

	override _read(): void {}

	override _write(chunk: Buffer, _: string, done: () => void): void {
		const go = () => void (this.raw.destroyed ? done() : this.raw.write(chunk, () => done()));
		const first = this.beforeFirst;
		this.beforeFirst = undefined;
		if (!first) return go();
		void first().then((goOn) => goOn && go());
	}

	override _final(done: () => void): void {
		this.raw.end();
		done();
	}
}

/** One connection. */
export class Line {
	/** The server side that speaks HTTP. */
	stream: Duplex;
	request: RawRequest | undefined;
	bridge: Bridge | undefined;
	answer: RawAnswer | undefined;

	constructor(
		readonly service: Service,
		/** The socket on the network, which carries the bytes of TLS, if any. */
		readonly raw: Socket,
	) {
		this.stream = raw;
	}

	reset(): void {
		this.raw.resetAndDestroy();
	}

	/** Ends the TCP connection without the close notify of TLS. */
	fin(): void {
		this.raw.end();
	}

	/** Writes bytes to the network past TLS. */
	inject(bytes: Buffer | string): void {
		this.raw.write(bytes);
	}

	/** Feeds bytes to the TLS engine of the service, which sends the alert for them. */
	upset(bytes: Buffer): void {
		this.bridge?.push(bytes);
	}

	send(bytes: Buffer | string): void {
		if (!this.stream.destroyed) this.stream.write(bytes);
	}

	/** Sends an answer and ends the connection properly. */
	reply(answer: RawAnswer): void {
		if (!this.stream.destroyed) this.stream.end(bytesOf(answer));
	}

	/** Applies the request, even if the connection is gone. */
	async apply(afterMs = 0): Promise<RawAnswer> {
		return await this.service.api.work(this.request!, afterMs);
	}
}

export class Service {
	readonly arrivals: Arrival[] = [];
	readonly api: Api;
	connections = 0;
	private readonly server: Server;
	private readonly open = new Set<Socket>();
	private faults: Array<Fault & { left: number }> = [];
	private readonly waiting = new Set<Promise<unknown>>();

	private constructor(private readonly options: ServiceOptions) {
		this.api = new Api(options, () => this.url);
		this.server = createServer({ allowHalfOpen: true }, (raw) => {
			this.connections += 1;
			this.open.add(raw);
			raw.once('close', () => this.open.delete(raw)).on('error', () => {});
			const done = this.serve(new Line(this, raw)).catch(() => {});
			this.waiting.add(done);
			void done.then(() => this.waiting.delete(done));
		});
	}

	static async start(options: ServiceOptions = {}): Promise<Service> {
		const service = new Service(options);
		await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
		return service;
	}

	get url(): string {
		const { port } = this.server.address() as { port: number };
		return `${this.options.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
	}

	/** Sets the faults from now on; without arguments there are none. */
	fail(...faults: Fault[]): void {
		this.faults = faults.map((fault) => ({ ...fault, left: fault.times ?? Infinity }));
	}

	/** Resolves when every request in progress has been applied. */
	async settle(): Promise<void> {
		await this.api.settle();
	}

	/** Stops listening, so that new connections are refused. */
	async close(): Promise<void> {
		const closed = new Promise((resolve) => this.server.close(resolve));
		for (const raw of this.open) raw.destroy();
		await closed;
		await this.settle();
	}

	/** Whether the service continues after the fault of this moment, if any. */
	private async passes(at: Moment, line: Line): Promise<boolean> {
		const fault = this.faults.find(
			({ left, when, chance = 1, ...rest }) =>
				rest.at === at &&
				left > 0 &&
				(!when || (line.request && when(line.request))) &&
				(chance === 1 || Math.random() < chance),
		);
		if (!fault) return true;
		fault.left -= 1;
		return (await fault.strike(line)) === true;
	}

	private async serve(line: Line): Promise<void> {
		if (!(await this.passes('accepted', line))) return;
		if (this.options.tls && !(await this.secure(line))) return;
		let goesOn = true;
		const onPart = async () => void (goesOn = await this.passes('body', line));
		const request = await readRequest(line.stream, () => void onPart());
		// The rest of a body may have arrived before the strike took effect.
		if (!request || !goesOn) return;
		line.request = request;
		this.arrivals.push({ ...request, at: Date.now() });
		if (!(await this.passes('read', line))) return;
		leave(line.raw);
		line.answer = await line.apply();
		takeUp(line.raw);
		if (!(await this.passes('applied', line))) return;
		line.reply(line.answer);
	}

	private async secure(line: Line): Promise<boolean> {
		const { raw } = line;
		const bridge = new Bridge(raw);
		line.bridge = bridge;
		bridge.on('error', () => {});
		bridge.beforeFirst = async () => await this.passes('handshake', line);
		const tls = new TLSSocket(bridge, {
			isServer: true,
			secureContext: createSecureContext({
				...certificates[this.options.certificate ?? 'good'],
				...this.options.tlsOptions,
			}),
			...(this.options.tlsOptions as object),
		});
		tls.on('error', () => {});
		line.stream = tls;
		let first = true;
		let stopped = false;
		raw.on('data', (chunk: Buffer) => {
			if (stopped) return;
			if (!first) return void bridge.push(chunk);
			first = false;
			void this.passes('hello', line).then((goOn) => {
				if (goOn) bridge.push(chunk);
				else stopped = true;
			});
		});
		raw.once('end', () => bridge.push(null));
		const secured = await new Promise<boolean>((resolve) => {
			tls.once('secure', () => resolve(true));
			for (const end of ['close', 'error']) tls.once(end, () => resolve(false));
			raw.once('close', () => resolve(false));
		});
		return secured && (await this.passes('secured', line));
	}
}
