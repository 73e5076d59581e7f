import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** The repository. */
export const rootDir = resolve(__dirname, '..', '..');

/** This folder: n8n is installed into its `node_modules`. */
export const demoDir = join(rootDir, 'demo');

/** Everything a run leaves behind: logs, n8n's user folder, the CSV that the workflow reads. */
export const runDir = join(demoDir, '.run');

/** The `n8n` package installed in the demo. */
export const n8nDir = join(demoDir, 'node_modules', 'n8n');

/** Version of n8n that `demo/package.json` asks for. */
export function wantedN8nVersion(): string {
	const manifest = JSON.parse(readFileSync(join(demoDir, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return manifest.dependencies.n8n;
}

// pnpm puts n8n's own dependencies beside the real folder that the link points to.
const fromN8n = (dir = n8nDir) => createRequire(join(realpathSync(dir), 'package.json'));

/** Requires a module the way n8n itself would, for what pnpm doesn't put at the top. */
export function requireFromN8n<T>(module: string): T {
	return fromN8n()(module) as T;
}

/** Folder of a package as n8n resolves it; that of the demo, or the one in `dir`. */
export function packageDirFromN8n(name: string, dir?: string): string {
	const entry = fromN8n(dir).resolve(name);
	const marker = join('node_modules', ...name.split('/'));
	return entry.slice(0, entry.lastIndexOf(marker) + marker.length);
}
