import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DemoError } from './console';
import { rootDir, wantedN8nVersion } from './paths';

const MINIMUM_NODE_MAJOR = 24; // n8n 2.36 and later refuse older versions
let found: string | undefined;

/** Path of a Node that can run n8n: the dev dependency `node`, else the current one. */
export function findNode(): string {
	if (found !== undefined) return found;
	const own = join(rootDir, 'node_modules', 'node', 'bin', 'node');
	for (const candidate of existsSync(own) ? [own, process.execPath] : [process.execPath]) {
		const version = execFileSync(candidate, ['--version'], { encoding: 'utf8' }).trim();
		if (Number(version.slice(1).split('.')[0]) >= MINIMUM_NODE_MAJOR) {
			return (found = candidate);
		}
	}
	throw new DemoError(
		`n8n ${wantedN8nVersion()} needs Node ${MINIMUM_NODE_MAJOR}, this is ${process.version}.`,
		'Run `npm install` in the repository (it brings Node 24 along), then `npm run demo` again.',
	);
}
