import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DemoError, say, step } from './console';
import { demoDir, n8nDir, rootDir, runDir, wantedN8nVersion } from './paths';
import { registryAnswers } from './preflight';
import { startProcess } from './processes';

const stampFile = join(demoDir, 'node_modules', '.demo-installed');

/** Identifies the lockfile, the overrides and the Node version of the native modules. */
function fingerprint(node: string): string {
	const hash = createHash('sha256').update(node);
	for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
		hash.update(readFileSync(join(demoDir, file)));
	}
	return hash.digest('hex');
}

/** Whether the installed n8n matches the lockfile. */
export function n8nIsInstalled(node: string): boolean {
	return (
		existsSync(join(n8nDir, 'bin', 'n8n')) &&
		existsSync(stampFile) &&
		readFileSync(stampFile, 'utf8') === fingerprint(node)
	);
}

/**
 * Installs n8n in `demo/node_modules` from the committed lockfile. It uses pnpm because npm takes
 * several times as long for n8n and fails on its install scripts. Does nothing when n8n is already
 * installed; without a registry, pnpm's own store is tried.
 */
export async function installN8n(node: string): Promise<void> {
	if (n8nIsInstalled(node)) return;
	const online = await registryAnswers(node);
	if (!online) say('  the package registry does not answer; trying the local package store');
	await step(`Installing n8n ${wantedN8nVersion()} in demo/ (once, 1 to 5 minutes)`, (progress) =>
		runPnpm(node, online, progress),
	);
	writeFileSync(stampFile, fingerprint(node));
}

async function runPnpm(
	node: string,
	online: boolean,
	progress: (detail: string) => void,
): Promise<void> {
	const logFile = join(runDir, 'install.log');
	rmSync(logFile, { force: true });
	let output = '';
	const pnpm = startProcess({
		name: 'pnpm',
		command: node,
		args: [
			join(rootDir, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs'),
			'install',
			'--frozen-lockfile',
			online ? '--prefer-offline' : '--offline',
			'--reporter=append-only',
		],
		cwd: demoDir,
		// CI: pnpm does not prompt. PATH: install scripts must run on the Node that n8n will run on.
		env: {
			...process.env,
			CI: 'true',
			PATH: [join(rootDir, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
		},
		logFile,
		onOutput(text) {
			output = (output + text).slice(-20_000);
			const last = text.match(/Progress: (.*)/g)?.at(-1);
			if (last) progress(last.replace('Progress: ', ''));
			else if (/\binstall\$/.test(text)) progress('running install scripts');
		},
	});
	const code = await pnpm.exited;
	if (code === 0) return;
	const tail = output.trimEnd().split('\n').slice(-12).join('\n    ');
	throw new DemoError(
		online
			? `Installing n8n failed (pnpm ended with ${code}):\n    ${tail}`
			: 'n8n is not installed yet, and the package registry cannot be reached.',
		online
			? `The whole output is in ${logFile}. A C++ compiler and Python may be missing ` +
				'(SQLite is built when no ready-made one is found).'
			: 'Check the network and proxy settings (`npm ping`), then run `npm run demo` again.',
	);
}
