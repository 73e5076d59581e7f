import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Random } from '../support/random';
import { type Asking, type Dweller, globalsOf } from './globals';
import type { History } from './history';
import type { Package } from './package';
import type { RedisServer } from './redis/server';
import { RedisSocket } from './redis/socket';
import { nodeModule, type Require, type Subject } from './subject';
import type { Happening, Timeline } from './timeline';

/** The surroundings of processes. */
interface Surroundings {
	timeline: Timeline;
	redis: RedisServer;
	history: History;
}

/** A worker of n8n: the package as one process has it, with a state and a clock of its own. */
export class Process implements Dweller {
	state: Dweller['state'] = 'running';
	held: Happening[] = [];
	wallOffset = 0;
	/** Requests that have been given to the helper and are not on the wire yet. */
	leaving = 0;
	readonly package: Package;
	private commands = 0;
	private readonly watches = new Map<number, () => void>();

	constructor(
		readonly number: number,
		readonly random: Random,
		private readonly around: Surroundings,
		subject: Subject,
	) {
		const asking = () => ({ ...around, dweller: this });
		this.package = subject.start(requireFor(asking), globalsOf(asking)) as unknown as Package;
	}

	commanded(): void {
		this.commands += 1;
		this.watches.get(this.commands)?.();
	}

	/** Calls when so many more commands of it have reached a Redis, and before they are answered. */
	afterCommands(count: number, call: () => void): void {
		this.watches.set(this.commands + count, call);
	}

	crashed(error: unknown): void {
		this.incident(`process ${this.number} crashed: ${String(error)}`);
		this.kill();
	}

	incident(what: string): void {
		this.around.history.incidents.push({ at: this.around.timeline.now, what });
	}

	/** Nothing of it happens any more; what it has sent is on its way. */
	kill(): void {
		this.state = 'dead';
		this.held = [];
	}

	/** Stands still. Others, the clocks and the kernel go on. */
	freeze(): void {
		if (this.state === 'running') this.state = 'frozen';
	}

	/** Goes on: with the timers that are due, or with what came in meanwhile. */
	thaw(): void {
		if (this.state !== 'frozen') return;
		this.state = 'running';
		const { held } = this;
		this.held = [];
		this.around.timeline.release(held);
	}

	/** An error as the package sees it where Node told how far it came. */
	seen(error: Error, connected: boolean): Error {
		return new this.package.SeenError(error, connected);
	}
}

/** Node's modules, but for sockets, and for what is random. */
export function requireFor(asking: () => Asking & { redis: RedisServer }): Require {
	const whose = () => asking().dweller;
	const crypto = {
		createHash,
		randomBytes,
		randomUUID: () => whose().random.uuid(),
		randomInt: (low: number, high?: number) =>
			high === undefined ? whose().random.whole(0, low - 1) : whose().random.whole(low, high - 1),
	};
	const connect = () => {
		const { redis, timeline, dweller } = asking();
		return new RedisSocket(redis, timeline, dweller, dweller.random);
	};
	const net = { isIP, createConnection: connect, connect };
	const ours: Record<string, unknown> = { crypto, net, tls: net };
	return (name) => ours[name.replace(/^node:/, '')] ?? nodeModule(name);
}
