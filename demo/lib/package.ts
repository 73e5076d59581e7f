import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { DemoError, step } from './console';
import { packageDirFromN8n, rootDir } from './paths';
import { startProcess } from './processes';

const packageName = 'n8n-nodes-cellular-iot';

/** Builds the package with its own `npm run build`. */
export async function buildPackage(logFile: string): Promise<void> {
	await step('Building the package', async () => {
		rmSync(logFile, { force: true });
		const build = startProcess({
			name: 'build',
			command: 'npm',
			args: ['run', 'build'],
			cwd: rootDir,
			env: {
				...process.env,
				PATH: [join(rootDir, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
			},
			logFile,
		});
		const code = await build.exited;
		if (code === 0) return;
		throw new DemoError(`\`npm run build\` ended with ${code}.`, `Its output is in ${logFile}.`);
	});
}

/**
 * Copies the built package to n8n's folder of community packages: only the files that npm would
 * install, so that it cannot depend on anything but `dist` and `package.json`.
 */
export function placePackage(userFolder: string): void {
	if (!existsSync(join(rootDir, 'dist'))) {
		throw new DemoError('There is no dist/ yet.', 'Run `npm run demo` without --no-build.');
	}
	const modules = join(userFolder, '.n8n', 'nodes', 'node_modules');
	const target = join(modules, packageName);
	rmSync(modules, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	for (const part of ['package.json', 'dist']) {
		cpSync(join(rootDir, part), join(target, part), { recursive: true });
	}
	linkFromN8n(modules);
}

/**
 * Outside this repository, the package resolves unbundled modules to n8n's copies. Inside it, Node
 * would find the dev dependencies, such as an n8n-workflow whose error classes n8n does not recognise.
 */
export function linkFromN8n(modules: string, n8n?: string): void {
	if (relative(rootDir, modules).startsWith('..')) return;
	for (const name of ['n8n-workflow', 'ioredis', 'luxon', 'zod']) {
		symlinkSync(packageDirFromN8n(name, n8n), join(modules, name), 'dir');
	}
}
