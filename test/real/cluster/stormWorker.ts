import { RedisRelay } from '../../support/redis/redisRelay';
import { type LineProcess, startLineProcess } from './lineProcess';

/** A process with calls to make, and its own connection to Redis. */
export class StormWorker {
	readonly verdicts = new Map<string, string>();
	/** Calls in flight or pending when it was killed. */
	readonly cutOff = new Set<string>();
	private child!: LineProcess;

	private constructor(
		private readonly service: string,
		readonly relay: RedisRelay,
		private readonly faster: number,
		private left: string[],
	) {
		this.spawn();
	}

	static async start(
		service: string,
		redisPort: number,
		faster: number,
		calls: string[],
	): Promise<StormWorker> {
		return new StormWorker(service, await RedisRelay.to(redisPort), faster, calls);
	}

	get isDone(): boolean {
		return this.left.length === 0;
	}

	/** Freezes for a time. */
	freeze(ms: number): void {
		const { child } = this;
		child.kill('SIGSTOP');
		setTimeout(() => child.kill('SIGCONT'), ms);
	}

	cutFromRedis(ms: number): void {
		this.relay.cut(true);
		setTimeout(() => this.relay.cut(false), ms);
	}

	stepClock(ms: number): void {
		this.child.stdin.write(`step ${ms}\n`);
	}

	/** Kills the process; another makes the remaining calls, except the one in flight. */
	kill(): void {
		this.child.kill('SIGKILL');
		const under = this.left.shift();
		if (under !== undefined) this.cutOff.add(under);
		this.spawn();
	}

	async close(): Promise<void> {
		this.child.kill('SIGKILL');
		await this.relay.close();
	}

	private spawn(): void {
		const args = [this.service, this.relay.url, String(this.faster)];
		const child = startLineProcess('stormProcess.ts', args, (line) => {
			const at = line.indexOf(' ');
			const id = line.slice(0, at);
			// The last output of a killed process may arrive late.
			this.cutOff.delete(id);
			this.left = this.left.filter((other) => other !== id);
			this.verdicts.set(id, line.slice(at + 1));
		});
		for (const id of this.left) child.stdin.write(`call ${id}\n`);
		this.child = child;
	}
}
