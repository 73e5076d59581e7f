import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { linkFromN8n } from '../../../demo/lib/package';
import { rootDir } from '../../../demo/lib/paths';

/**
 * Unpacks the package as npm would install it into n8n's folder for community packages. `n8n` is the
 * folder of that n8n. Default: the n8n of the demo.
 */
export function installPacked(folder: string, n8n?: string): void {
	const modules = join(folder, '.n8n', 'nodes', 'node_modules');
	const target = join(modules, 'n8n-nodes-cellular-iot');
	rmSync(modules, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: rootDir });
	const [file] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
	execFileSync('tar', ['-xzf', join(folder, String(file)), '--strip-components=1', '-C', target]);
	linkFromN8n(modules, n8n);
}
