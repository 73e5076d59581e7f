import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { rootDir } from '../../../demo/lib/paths';

/**
 * An npm registry on loopback with only this package, as packed by `npm pack`. n8n installs packages with
 * npm, and supports another registry only with a licence; so it gets an npm that uses this registry.
 */
export class Registry {
	private constructor(
		private readonly server: Server,
		private readonly bin: string,
	) {}

	/** @param folder for the tarball and that npm */
	static async start(folder: string): Promise<Registry> {
		mkdirSync(folder, { recursive: true });
		execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: rootDir });
		const [file] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
		const tarball = readFileSync(join(folder, String(file)));
		const manifest = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as {
			name: string;
			version: string;
		};
		const { name, version } = manifest;
		const server = createServer(({ url = '' }, answer) => {
			const { port } = server.address() as AddressInfo;
			const dist = { tarball: `http://127.0.0.1:${port}/${name}.tgz` };
			const all = {
				name,
				'dist-tags': { latest: version },
				versions: { [version]: { ...manifest, dist } },
			};
			if (url === `/${name}.tgz`) answer.end(tarball);
			else if (url === `/${name}`) answer.end(JSON.stringify(all));
			else answer.writeHead(404).end('{}');
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const bin = join(folder, 'bin');
		mkdirSync(bin, { recursive: true });
		const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
		const { port } = server.address() as AddressInfo;
		writeFileSync(
			join(bin, 'npm'),
			[
				'#!/bin/sh',
				'for word; do',
				'  shift',
				`  case $word in --registry=*) word=--registry=http://127.0.0.1:${port} ;; esac`,
				'  set -- "$@" "$word"',
				'done',
				`export npm_config_registry=http://127.0.0.1:${port}`,
				`exec '${npm}' "$@"`,
				'',
			].join('\n'),
		);
		chmodSync(join(bin, 'npm'), 0o755);
		return new Registry(server, bin);
	}

	/** Environment of an n8n that installs from this registry and has no network access. */
	get env(): NodeJS.ProcessEnv {
		return {
			PATH: [this.bin, process.env.PATH].join(delimiter),
			HTTPS_PROXY: 'http://127.0.0.1:9',
			https_proxy: undefined,
		};
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
