import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { DemoError, step } from '../../../demo/lib/console';
import { startProcess } from '../../../demo/lib/processes';
import { n8nDir, rootDir, wantedN8nVersion } from '../../../demo/lib/paths';
import { findNode } from '../../../demo/lib/node';
import type { Version } from './versions';

/* Installs an n8n and its Node into a git-ignored folder: 2 GB and some minutes, once. */

/** An installed n8n. */
export interface Installed {
	/** Version of n8n. */
	n8n: string;
	/** Path of the Node it runs on. */
	node: string;
	/** Folder of the package `n8n`. */
	dir: string;
}

const cache = join(rootDir, '.cache', 'compat');

async function pnpmInstall(folder: string, manifest: object, workspace: string, node: string) {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
	writeFileSync(join(folder, 'pnpm-workspace.yaml'), workspace);
	const logFile = join(folder, 'install.log');
	rmSync(logFile, { force: true });
	const pnpm = join(rootDir, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
	const pnpmRun = startProcess({
		name: 'pnpm',
		command: node,
		args: [pnpm, 'install', '--prefer-offline', '--reporter=append-only'],
		cwd: folder,
		// Install scripts run on the Node that n8n will run on.
		env: {
			...process.env,
			CI: 'true',
			PATH: [dirname(node), process.env.PATH].join(delimiter),
		},
		logFile,
	});
	const code = await pnpmRun.exited;
	if (code === 0) return;
	throw new DemoError(`pnpm ended with ${code}.`, `Its output is in ${logFile}.`);
}

const workspace = (built: string[], overrides: Record<string, string> = {}) =>
	[
		'onlyBuiltDependencies:',
		...built.map((name) => `  - ${name}`),
		'overrides:',
		...Object.entries(overrides).map(([name, version]) => `  ${name}: ${version}`),
		'',
	].join('\n');

async function installNode(version: string): Promise<string> {
	const folder = join(cache, `node-${version}`);
	const node = join(folder, 'node_modules', 'node', 'bin', 'node');
	if (!existsSync(node)) {
		await step(`Installing Node ${version}`, async () => {
			const dependencies = { dependencies: { node: version } };
			await pnpmInstall(folder, dependencies, workspace(['node']), findNode());
		});
	}
	return node;
}

/** Installs a version when it is missing. */
export async function install({ n8n, node: nodeVersion, overrides }: Version): Promise<Installed> {
	const node = await installNode(nodeVersion);
	const folder = join(cache, n8n);
	const dir = join(folder, 'node_modules', 'n8n');
	const done = join(folder, 'node_modules', '.compat-installed');
	if (!existsSync(done)) {
		await step(`Installing n8n ${n8n} (once, some minutes)`, async () => {
			const dependencies = { dependencies: { n8n } };
			const built = ['sqlite3', 'isolated-vm'];
			await pnpmInstall(folder, dependencies, workspace(built, overrides), node);
		});
		writeFileSync(done, '');
	}
	return { n8n, node, dir };
}

/** The demo's n8n. */
export const demos = (): Installed => ({ n8n: wantedN8nVersion(), node: findNode(), dir: n8nDir });
