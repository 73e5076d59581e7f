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
 * Puts the built package where n8n looks for community packages: a copy of what npm would
 * install, so that nothing but `dist` and `package.json` can be what makes it work.
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
 * Anywhere else n8n's own copies of what the package leaves to n8n are those found. Below this
 * repository it would be the dev dependencies: of n8n-workflow one whose error classes n8n doesn't
 * recognise.
 */
export function linkFromN8n(modules: string, n8n?: string): void {
	if (relative(rootDir, modules).startsWith('..')) return;
	for (const name of ['n8n-workflow', 'ioredis', 'luxon', 'zod']) {
		symlinkSync(packageDirFromN8n(name, n8n), join(modules, name), 'dir');
	}
}
