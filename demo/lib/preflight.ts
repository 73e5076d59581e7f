import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DemoError, say } from './console';
import { demoDir, rootDir, wantedN8nVersion } from './paths';

const INSTALL_BYTES = 2.5e9; // n8n's node_modules measured 1.9 GB, plus the package store
const RUN_BYTES = 3e8; // database, logs and the package's copy

/** Fails when the disk does not have enough free space. */
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

/** Whether pnpm's package registry answers for n8n within 20 s. */
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

/** Releases the ports of ended processes. */
export const takePortsBack = () => handedOut.clear();

/**
 * The requested loopback port, or, with a message, the next free one of fifty. A port is assigned
 * only once, even before anything listens on it.
 */
export async function choosePort(what: string, wanted: number, option?: string): Promise<number> {
	for (let port = wanted; port < wanted + 50 && port < 65_536; port++) {
		if (handedOut.has(port) || !(await portIsFree(port))) continue;
		handedOut.add(port);
		if (port !== wanted && option) {
			say(`  port ${wanted} is in use: ${what} uses ${port} (choose another with ${option})`);
		}
		return port;
	}
	throw new DemoError(
		`No free port for ${what} from ${wanted} to ${wanted + 49}.`,
		option && `Choose one with \`npm run demo -- ${option} <port>\`.`,
	);
}
