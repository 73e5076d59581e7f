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

/** The environment of processes. */
interface Surroundings {
	timeline: Timeline;
	redis: RedisServer;
	history: History;
}

/** An n8n worker: a copy of the package with its own state and clock. */
export class Process implements Dweller {
	state: Dweller['state'] = 'running';
	held: Happening[] = [];
	wallOffset = 0;
	/** Requests that the helper has accepted but not sent yet. */
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
		// eslint-disable-next-line no-restricted-syntax -- the bundle exports what Package names
		this.package = subject.start(requireFor(asking), globalsOf(asking)) as unknown as Package;
	}

	commanded(): void {
		this.commands += 1;
		this.watches.get(this.commands)?.();
	}

	/** Runs a callback after this many further Redis commands, before they are answered. */
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

	/** Stops all its activity; messages that were sent still arrive. */
	kill(): void {
		this.state = 'dead';
		this.held = [];
	}

	/** Freezes the process; other processes, the clocks and the kernel continue. */
	freeze(): void {
		if (this.state === 'running') this.state = 'frozen';
	}

	/** Resumes with the timers that are due, or with messages that have arrived. */
	thaw(): void {
		if (this.state !== 'frozen') return;
		this.state = 'running';
		const { held } = this;
		this.held = [];
		this.around.timeline.release(held);
	}

	/** An error that carries Node's request, which shows how far it came. */
	seen(error: Error, connected: boolean): Error {
		return new this.package.SeenError(error, connected);
	}
}

/** Node's modules, with replaced sockets and random numbers. */
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
