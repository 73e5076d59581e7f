import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { green, red, say, step } from '../../../demo/lib/console';
import { buildPackage } from '../../../demo/lib/package';
import { rootDir } from '../../../demo/lib/paths';

/*
 * n8n's own check of community packages, on what npm would publish and on the sources, with inline
 * exceptions off:
 *
 *   npm run test:gate
 */

const SCANNER = '0.32.0';
const installed = join(rootDir, '.cache', 'gate', SCANNER);

/** The owner alone can say who the author is: see RELEASING.md. */
const OWNERS = new Set([
	'@n8n/community-nodes/valid-author',
	'n8n-nodes-base/community-package-json-author-name-missing',
	'n8n-nodes-base/community-package-json-author-email-missing',
]);

interface Finding {
	file: string;
	rule: string;
	line: number;
	message: string;
}

function install(): void {
	mkdirSync(installed, { recursive: true });
	const dependencies = { '@n8n/scan-community-package': SCANNER };
	writeFileSync(join(installed, 'package.json'), JSON.stringify({ private: true, dependencies }));
	const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	execFileSync('npm', ['install', ...options], { cwd: installed, stdio: 'ignore' });
}

/** The package as npm would publish it, unpacked. */
function unpack(into: string): string {
	const quiet = { cwd: rootDir, stdio: 'ignore' } as const;
	execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', into], quiet);
	const [packed] = readdirSync(into).filter((name) => name.endsWith('.tgz'));
	execFileSync('tar', ['-xzf', join(into, String(packed)), '-C', into]);
	return join(into, 'package');
}

function analyse(folder: string, leg: 'package' | 'source'): Finding[] {
	const program = join(__dirname, 'analyse.mjs');
	const printed = execFileSync(process.execPath, [program, installed, folder, leg], {
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
	});
	const findings = JSON.parse(printed) as Finding[];
	const own = findings.filter(({ rule }) => !OWNERS.has(rule));
	for (const { file, line, rule, message } of own) say(`  ${file}:${line} ${rule}: ${message}`);
	const line = `${leg}: ${own.length} errors, ${findings.length - own.length} about the author`;
	say(own.length === 0 ? green(`✓ ${line}`) : red(`✗ ${line}`));
	return own;
}

async function main(): Promise<number> {
	if (!existsSync(join(installed, 'node_modules', '@n8n', 'scan-community-package'))) {
		await step(
			"Installing n8n's check (once, some minutes)",
			async () => await Promise.resolve(install()),
		);
	}
	const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-gate-'));
	try {
		await buildPackage(join(folder, 'build.log'));
		const found = [...analyse(unpack(folder), 'package'), ...analyse(rootDir, 'source')];
		return found.length;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main().then((found) => process.exit(found === 0 ? 0 : 1));
