import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** The repository's root. */
export const rootDir = resolve(__dirname, '..', '..');

/** This folder: n8n is installed into its `node_modules`. */
export const demoDir = join(rootDir, 'demo');

/** The output of a run: logs, n8n's user folder, the CSV that the workflow reads. */
export const runDir = join(demoDir, '.run');

/** The installed `n8n` package of the demo. */
export const n8nDir = join(demoDir, 'node_modules', 'n8n');

/** Version of n8n that `demo/package.json` asks for. */
export function wantedN8nVersion(): string {
	const manifest = JSON.parse(readFileSync(join(demoDir, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return manifest.dependencies.n8n;
}

// pnpm puts n8n's dependencies beside the real folder behind the link.
const fromN8n = (dir = n8nDir) => createRequire(join(realpathSync(dir), 'package.json'));

/** Requires a module from n8n's folder, for packages that pnpm does not hoist. */
export function requireFromN8n<T>(module: string): T {
	return fromN8n()(module) as T;
}

/** Folder of a package as resolved by the demo's n8n, or by the n8n in `dir`. */
export function packageDirFromN8n(name: string, dir?: string): string {
	const entry = fromN8n(dir).resolve(name);
	const marker = join('node_modules', ...name.split('/'));
	return entry.slice(0, entry.lastIndexOf(marker) + marker.length);
}
