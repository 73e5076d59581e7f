import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { LANES_KEY } from '../../../src/redis/scripts/lane';

/** Whether a Redis server is installed on this machine. */
export const hasRedisServer = () => spawnSync('redis-server', ['--version']).status === 0;

/** A free port on loopback. */
export const freePort = async (): Promise<number> =>
	await new Promise((resolve, reject) => {
		const server = createServer().once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});

/** A separate Redis for a test, in memory only. */
export class RedisServer {
	private child: ChildProcess | undefined;

	private constructor(
		readonly port: number,
		private readonly args: string[],
	) {}

	static async start(args: string[] = []): Promise<RedisServer> {
		const server = new RedisServer(await freePort(), args);
		await server.up();
		return server;
	}

	get url(): string {
		return `redis://127.0.0.1:${this.port}`;
	}

	/** Starts an empty server; resolves when it accepts connections. */
	async up(): Promise<void> {
		const dir = mkdtempSync(join(tmpdir(), 'redis-'));
		const own = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', dir];
		const child = spawn(
			'redis-server',
			[...own, '--save', '', '--appendonly', 'no', ...this.args],
			{ stdio: ['ignore', 'pipe', 'ignore'] },
		);
		this.child = child;
		await new Promise<void>((resolve, reject) => {
			child.stdout.on('data', (text: Buffer) => {
				if (text.includes('Ready to accept connections')) resolve();
			});
			child.once('error', reject);
			child.once('exit', () => reject(new Error('redis-server ended while starting')));
		});
	}

	/**
	 * Marks this Redis as known: the first bulk call over an unknown Redis waits two minutes, since it
	 * might have lost its data.
	 */
	async vouchFor(password?: string): Promise<void> {
		const redis = new Redis(this.url, { password });
		const [, run = ''] = /run_id:(\w+)/.exec(await redis.info('server')) ?? [];
		await redis.hset(LANES_KEY, 'run', run);
		redis.disconnect();
	}

	/** The names of all keys. */
	async keys(): Promise<string[]> {
		const redis = new Redis(this.url);
		const keys = await redis.keys('*');
		redis.disconnect();
		return keys;
	}

	private get isUp(): boolean {
		return this.child?.exitCode === null && this.child.signalCode === null;
	}

	/** Deletes all data; starts the server if it was stopped. */
	async empty(): Promise<void> {
		if (!this.isUp) return await this.up();
		const redis = new Redis(this.url);
		await redis.flushall();
		redis.disconnect();
	}

	/** Stops the server, which loses its data. */
	async down(): Promise<void> {
		if (!this.isUp) return;
		const child = this.child!;
		const ended = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGCONT');
		child.kill('SIGKILL');
		await ended;
	}

	/** Stops or resumes answering. */
	freeze(frozen: boolean): void {
		this.child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
	}
}
