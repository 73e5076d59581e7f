import type { Random } from '../../support/random';
import { BEGIN } from '../globals';
import type { Timeline } from '../timeline';
import { Lua, sha1 } from './lua';
import { RedisStore, UnknownCommand } from './store';
import { RedisError, type Reply } from './values';

/** One for all worlds of a process: making one takes longer than a world. */
let lua: Lua | undefined;

/** A connection, as the server sees it. */
export interface Peer {
	/** Cut by the server, or by what lies between. */
	cut(): void;
}

/** A Redis of a world. What it holds lives by the clock on its wall, as it does in the real one. */
export class RedisServer {
	isUp = true;
	/** Answers nothing until then, and does what it was asked for only then. */
	stoppedUntil = 0;
	/** Answers take so much longer, though what was asked for was done in time. */
	slowBy = 0;
	wallOffset = 0;
	readonly peers = new Set<Peer>();
	/** Commands that no one taught it. */
	readonly unknown = new Set<string>();
	/** Commands so far. */
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

	/** All connections end; what is there stays. */
	cut(): void {
		for (const peer of [...this.peers]) peer.cut();
	}

	goDown(): void {
		this.isUp = false;
		this.cut();
	}

	/** Empty, as one without a disk: by itself, or another one that takes its place. */
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

	/** Drops keys to make room. */
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
