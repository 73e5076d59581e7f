import { EventEmitter } from 'node:events';
import type { Random } from '../../support/random';
import type { Dweller } from '../globals';
import type { Happening, Timeline } from '../timeline';
import type { RedisServer } from './server';
import { decoded, encoded } from './values';

/** Network latency in milliseconds. */
const TRAVEL = { least: 0.1, most: 1 };

/** The client's end of a connection to the world's Redis: the part of Node's sockets that ioredis uses. */
export class RedisSocket extends EventEmitter {
	connecting = true;
	destroyed = false;
	writable = true;
	private isOpen = false;
	private isCut = false;
	/** Messages arrive in order. */
	private arrivesAt = 0;
	private answersAt = 0;
	private left = '';
	private idle: Happening | undefined;
	private readonly peer = { cut: () => this.wasCut() };

	constructor(
		private readonly server: RedisServer,
		private readonly timeline: Timeline,
		private readonly owner: Dweller,
		private readonly random: Random,
	) {
		super();
		this.travel(() => this.connect());
	}

	setNoDelay = (): this => this;
	setKeepAlive = (): this => this;
	ref = (): this => this;
	unref = (): this => this;
	resume = (): this => this;
	pause = (): this => this;

	setTimeout(ms: number, call?: () => void): this {
		if (this.idle) this.idle.isOver = true;
		if (ms > 0) this.idle = this.timeline.after(ms, () => call?.(), this.owner);
		return this;
	}

	write(data: string | Buffer): boolean {
		if (!this.isOpen) return false;
		const text =
			typeof data === 'string' ? Buffer.from(data).toString('latin1') : data.toString('latin1');
		this.arrivesAt = Math.max(this.arrivesAt, this.timeline.now + this.travelMs());
		this.timeline.at(this.arrivesAt, () => this.arrived(text));
		return true;
	}

	end(): this {
		this.close();
		return this;
	}

	destroy(error?: Error): this {
		this.close(error);
		return this;
	}

	private connect(): void {
		if (this.destroyed) return;
		if (!this.server.isUp) {
			const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), {
				code: 'ECONNREFUSED',
				syscall: 'connect',
			});
			return this.told(() => this.close(error));
		}
		this.server.peers.add(this.peer);
		this.isOpen = true;
		this.told(() => {
			if (this.destroyed) return;
			this.connecting = false;
			this.emit('connect');
		});
	}

	private arrived(text: string): void {
		const { server, timeline } = this;
		// Messages sent before the client closed arrive, even those of a killed process.
		if (this.isCut || !server.isUp) return;
		if (server.stoppedUntil > timeline.now) {
			timeline.at(server.stoppedUntil, () => this.arrived(text));
			return;
		}
		const { commands, left } = decoded(this.left + text);
		this.left = left;
		const answers = commands.map((words) => this.answer(words)).join('');
		if (answers === '') return;
		const takes = this.travelMs() + server.slowBy;
		this.answersAt = Math.max(this.answersAt, timeline.now + takes);
		const answer = () => !this.destroyed && this.emit('data', Buffer.from(answers, 'latin1'));
		timeline.at(this.answersAt, () => void answer(), this.owner);
	}

	private answer(words: string[]): string {
		this.owner.commanded();
		return encoded(this.server.run(words));
	}

	private wasCut(): void {
		this.server.peers.delete(this.peer);
		this.isOpen = false;
		this.isCut = true;
		const error = Object.assign(new Error('read ECONNRESET'), {
			code: 'ECONNRESET',
			syscall: 'read',
		});
		const isAbrupt = this.random.chance(0.5);
		this.told(() => this.close(isAbrupt ? error : undefined));
	}

	private close(error?: Error): void {
		if (this.destroyed) return;
		this.destroyed = true;
		this.writable = this.isOpen = false;
		this.server.peers.delete(this.peer);
		if (this.idle) this.idle.isOver = true;
		if (error) this.emit('error', error);
		this.told(() => this.emit('close', error !== undefined), 0);
	}

	private travelMs(): number {
		return this.random.between(TRAVEL.least, TRAVEL.most);
	}

	private travel(call: () => void): void {
		this.timeline.after(this.travelMs(), call);
	}

	/** Delivers an event to the process. */
	private told(call: () => void, ms = this.travelMs()): void {
		this.timeline.after(ms, call, this.owner);
	}
}
