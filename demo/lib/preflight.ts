import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DemoError, say } from './console';
import { demoDir, rootDir, wantedN8nVersion } from './paths';

const MINIMUM_NODE_MAJOR = 24; // n8n 2.36 and later refuse older ones
const INSTALL_BYTES = 2.5e9; // n8n's node_modules measured 1.9 GB, plus the package store
const RUN_BYTES = 3e8; // database, logs and the package's copy

/** Path of a Node that runs n8n: the dev dependency `node`, else the one we run on. */
export function findNode(): string {
	const own = join(rootDir, 'node_modules', 'node', 'bin', 'node');
	for (const candidate of existsSync(own) ? [own, process.execPath] : [process.execPath]) {
		const version = execFileSync(candidate, ['--version'], { encoding: 'utf8' }).trim();
		if (Number(version.slice(1).split('.')[0]) >= MINIMUM_NODE_MAJOR) return candidate;
	}
	throw new DemoError(
		`n8n ${wantedN8nVersion()} needs Node ${MINIMUM_NODE_MAJOR}, this is ${process.version}.`,
		'Run `npm install` in the repository (it brings Node 24 along), then `npm run demo` again.',
	);
}

/** Refuses when the disk has no room for what is still to be written. */
export async function checkDisk(needsInstall: boolean): Promise<void> {
	const needed = needsInstall ? INSTALL_BYTES : RUN_BYTES;
	const disk = await statfs(demoDir);
	const free = disk.bavail * disk.bsize;
	if (free >= needed) return;
	throw new DemoError(
		`Not enough disk space: ${gigabytes(free)} free in ${demoDir}, ${gigabytes(needed)} needed.`,
		'Free some space, then run `npm run demo` again.',
	);
}

function gigabytes(bytes: number): string {
	return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Whether the package registry that pnpm is set up for answers for n8n, in 20 s. */
export async function registryAnswers(node: string): Promise<boolean> {
	const pnpm = join(rootDir, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
	const args = [pnpm, 'view', `n8n@${wantedN8nVersion()}`, 'version'];
	try {
		await promisify(execFile)(node, args, { cwd: demoDir, timeout: 20_000 });
		return true;
	} catch {
		return false;
	}
}

async function portIsFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

const handedOut = new Set<number>();

/**
 * The wanted loopback port, or the next free one of the following fifty, saying so.
 * A port is handed out once only, though nothing listens on it yet.
 */
export async function choosePort(what: string, wanted: number, option?: string): Promise<number> {
	for (let port = wanted; port < wanted + 50 && port < 65_536; port++) {
		if (handedOut.has(port) || !(await portIsFree(port))) continue;
		handedOut.add(port);
		if (port !== wanted && option) {
			say(`  port ${wanted} is in use: ${what} takes ${port} (${option} chooses another)`);
		}
		return port;
	}
	throw new DemoError(
		`No free port for ${what} from ${wanted} to ${wanted + 49}.`,
		option && `Give one with \`npm run demo -- ${option} <port>\`.`,
	);
}
