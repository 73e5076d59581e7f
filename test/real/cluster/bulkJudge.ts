import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The failure of the next call: cut off after its arrival, or never answered. */
export type Lost = 'cut' | 'silent' | 'unavailable';

/** Processing time of a call in milliseconds, and of a call whose answer is lost. */
interface Work {
	ms: () => number;
	lostMs: () => number;
}

/** A service that accepts one bulk call at a time and counts the calls in progress. */
export class BulkJudge {
	atWork = 0;
	mostAtWork = 0;
	arrived = 0;
	/** Ids in order of arrival, with the number of times each was applied. */
	readonly applied = new Map<string, number>();
	underWay: string | undefined;
	/** The longest idle time in milliseconds before all calls were done. */
	longestPauseMs = 0;
	/** The number of faults before it, and the last fault. */
	longestPauseAfter = '';
	struck = '';
	/** Idle time counts from the first call, since processes take time to start. */
	private restsSince = Infinity;
	private lost: Lost | undefined;

	private constructor(
		private readonly server: Server,
		private readonly work: Work,
	) {}

	static async start(work: Work): Promise<BulkJudge> {
		const server = createServer();
		const judge = new BulkJudge(server, work);
		server.on('request', (request, answer) => void judge.take(request, answer));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return judge;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Loses the answer to the next call, which is still processed. */
	loseNext(how: Lost): void {
		this.lost = how;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async take(request: IncomingMessage, answer: ServerResponse): Promise<void> {
		let text = '';
		for await (const part of request) text += String(part);
		const { id } = JSON.parse(text) as { id: string };
		const { lost } = this;
		this.lost = undefined;
		this.begin(id);
		const isLost = lost !== undefined;
		const worked = new Promise((resolve) =>
			setTimeout(resolve, isLost ? this.work.lostMs() : this.work.ms()),
		);
		if (lost === 'cut') request.socket.destroy();
		if (lost === 'unavailable') answer.writeHead(503).end();
		await worked;
		this.end(id);
		if (isLost) return;
		answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
	}

	private begin(id: string): void {
		if (this.atWork === 0) {
			const pauseMs = performance.now() - this.restsSince;
			if (pauseMs > this.longestPauseMs) {
				this.longestPauseMs = pauseMs;
				this.longestPauseAfter = this.struck;
			}
		}
		this.arrived += 1;
		this.underWay = id;
		this.mostAtWork = Math.max(this.mostAtWork, ++this.atWork);
	}

	private end(id: string): void {
		this.applied.set(id, (this.applied.get(id) ?? 0) + 1);
		if (this.underWay === id) this.underWay = undefined;
		if (--this.atWork === 0) this.restsSince = performance.now();
	}
}
