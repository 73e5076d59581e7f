import type { Random } from '../../support/random';
import { BEGIN } from '../globals';
import type { Timeline } from '../timeline';
import { Lua, sha1 } from './lua';
import { RedisStore, UnknownCommand } from './store';
import { RedisError, type Reply } from './values';

/** Shared by all worlds of a process: creating one takes longer than a world. */
let lua: Lua | undefined;

/** A connection from the server's side. */
export interface Peer {
	/** Closed by the server or the network. */
	cut(): void;
}

/** The Redis of a world. Keys expire by its system clock, as in a real Redis. */
export class RedisServer {
	isUp = true;
	/** Until this time, commands are neither executed nor answered. */
	stoppedUntil = 0;
	/** Delay of answers; the commands are executed in time. */
	slowBy = 0;
	wallOffset = 0;
	readonly peers = new Set<Peer>();
	/** Unsupported commands. */
	readonly unknown = new Set<string>();
	/** Number of commands so far. */
	commands = 0;
	private readonly store = new RedisStore(() => BEGIN + this.timeline.now + this.wallOffset);
	private readonly scripts = new Map<string, string>();
	private startedAt = -1e9;
	private runId: string;

	constructor(
		private readonly timeline: Timeline,
		private readonly random: Random,
	) {
		this.runId = random.uuid();
	}

	get keys(): string[] {
		return this.store.keys;
	}

	run(words: string[]): Reply {
		this.commands += 1;
		try {
			return this.command(words);
		} catch (error) {
			if (error instanceof UnknownCommand) this.unknown.add(words[0]!);
			if (error instanceof RedisError) return error;
			throw error;
		}
	}

	/** Closes all connections and keeps the data. */
	cut(): void {
		for (const peer of [...this.peers]) peer.cut();
	}

	goDown(): void {
		this.isUp = false;
		this.cut();
	}

	/** Drops all data, like a restart without persistence or a failover to an empty server. */
	comeUp({ isAnother = false }: { isAnother?: boolean } = {}): void {
		this.cut();
		this.isUp = true;
		this.store.clear();
		this.scripts.clear();
		this.runId = this.random.uuid();
		this.startedAt = isAnother ? this.timeline.now - 1e8 : this.timeline.now;
	}

	flush(): void {
		this.store.clear();
	}

	/** Evicts keys. */
	evict(isGone: (key: string) => boolean): string[] {
		const gone = this.keys.filter(isGone);
		for (const key of gone) this.store.remove(key);
		return gone;
	}

	private command(words: string[]): Reply {
		switch (words[0]!.toLowerCase()) {
			case 'info':
				return this.info();
			case 'eval':
				this.scripts.set(sha1(words[1]!), words[1]!);
				return this.script(words[1]!, words.slice(2));
			case 'evalsha': {
				const script = this.scripts.get(words[1]!);
				if (script !== undefined) return this.script(script, words.slice(2));
				throw new RedisError('NOSCRIPT No matching script. Please use EVAL.');
			}
			default:
				return this.store.run(words);
		}
	}

	private script(script: string, [count, ...rest]: string[]): Reply {
		const keys = Number(count);
		lua ??= new Lua();
		return lua.run(script, rest.slice(0, keys), rest.slice(keys), (words) => this.command(words));
	}

	private info(): string {
		const uptime = Math.floor((this.timeline.now - this.startedAt) / 1000);
		return [
			'# Server',
			'redis_version:7.0.15',
			'redis_mode:standalone',
			`run_id:${this.runId.replaceAll('-', '')}00000000`,
			`uptime_in_seconds:${uptime}`,
			'loading:0',
			'role:master',
			'',
		].join('\r\n');
	}
}
