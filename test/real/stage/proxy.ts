import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireFromN8n, rootDir } from '../../../demo/lib/paths';
import { freePort } from '../../support/redis/redis';
import { until } from '../../support/until';

interface Compose {
	configs: { proxy: { content: string } };
}

/** The proxy of docs/docker/compose.yaml, with its settings, before an n8n on this machine. */
export class Proxy {
	private constructor(
		readonly url: string,
		private readonly child: ChildProcess,
		private readonly folder: string,
	) {}

	/**
	 * Starts it before a ready n8n, as the file does. Needs Caddy, of Debian's package `caddy`.
	 * @throws Error without one
	 */
	static async start(n8nUrl: string): Promise<Proxy> {
		if (spawnSync('caddy', ['version']).status !== 0) {
			throw new Error('This figure needs Caddy: apt-get install caddy');
		}
		const text = readFileSync(join(rootDir, 'docs', 'docker', 'compose.yaml'), 'utf8');
		const { parse } = requireFromN8n<{ parse(text: string, options: object): unknown }>('yaml');
		const { content } = (parse(text, { merge: true }) as Compose).configs.proxy;
		const url = `http://127.0.0.1:${await freePort()}`;
		const here = content.replace('${N8N_HOST:?}', url).replace('n8n:5678', new URL(n8nUrl).host);
		if (!here.includes(url) || here.includes('n8n:')) throw new Error('compose.yaml has changed');
		const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-proxy-'));
		const file = join(folder, 'Caddyfile');
		writeFileSync(file, `{\n\tadmin off\n}\n${here}`);
		const args = ['run', '--config', file, '--adapter', 'caddyfile'];
		const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
		const child = spawn('caddy', args, { stdio: 'ignore', env });
		const proxy = new Proxy(url, child, folder);
		const isUp = async () => {
			const answer = await fetch(`${url}/healthz`).catch(() => undefined);
			return answer?.status === 200;
		};
		await until('the proxy forwards', isUp, 30, 100);
		return proxy;
	}

	async stop(): Promise<void> {
		const ended = new Promise((resolve) => this.child.once('exit', resolve));
		this.child.kill('SIGKILL');
		await ended;
		rmSync(this.folder, { recursive: true, force: true });
	}
}
