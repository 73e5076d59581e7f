import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { green, red, say, step } from '../../../demo/lib/console';
import { devDependencies } from '../../../package.json';
import { buildPackage } from '../../../demo/lib/package';
import { rootDir } from '../../../demo/lib/paths';

/*
 * n8n's own checks of community packages. Its scanner, on what npm would publish and on the sources, with
 * inline exceptions off; `lint`: its `n8n-node lint` on the sources; `newest`: both, in the versions that n8n
 * has published last and, where there are any, in those it tags `beta`:
 *
 *   npm run test:gate [-- lint | newest]
 */

const SCANNER = { name: '@n8n/scan-community-package', version: '0.32.0' };
const LINTER = { name: '@n8n/node-cli', version: '0.48.3' };
const TAGS = ['latest', 'beta'];

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

interface Tool {
	name: string;
	version: string;
}

/** The folder of a tool, installed with what it asks for. */
async function install({ name, version }: Tool): Promise<string> {
	const folder = join(rootDir, '.cache', 'gate', `${basename(name)}-${version}`);
	if (existsSync(join(folder, 'node_modules', name))) return folder;
	mkdirSync(folder, { recursive: true });
	// The linter takes these from the package that it checks.
	const beside =
		name === LINTER.name
			? { eslint: devDependencies.eslint, typescript: devDependencies.typescript }
			: {};
	const dependencies = { [name]: version, ...beside };
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
	const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	await step(`Installing ${name} ${version} (once, some minutes)`, async () => {
		execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'ignore' });
		await Promise.resolve();
	});
	return folder;
}

/** The version of a tool with a tag; undefined if none has it. */
function taggedVersion({ name }: Tool, tag: string): Tool | undefined {
	const printed = execFileSync('npm', ['view', name, 'dist-tags', '--json'], { encoding: 'utf8' });
	const version = (JSON.parse(printed) as Record<string, string>)[tag];
	return version === undefined ? undefined : { name, version };
}

/** The package as npm would publish it, unpacked. */
function unpack(into: string): string {
	const quiet = { cwd: rootDir, stdio: 'ignore' } as const;
	execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', into], quiet);
	const [packed] = readdirSync(into).filter((name) => name.endsWith('.tgz'));
	execFileSync('tar', ['-xzf', join(into, String(packed)), '-C', into]);
	return join(into, 'package');
}

/** Prints the findings of a check, and returns how many of them are not the owner's. */
function told(what: string, findings: Finding[]): number {
	const own = findings.filter(({ rule }) => !OWNERS.has(rule));
	for (const { file, line, rule, message } of own) say(`  ${file}:${line} ${rule}: ${message}`);
	const line = `${what}: ${own.length} errors, ${findings.length - own.length} about the author`;
	say(own.length === 0 ? green(`✓ ${line}`) : red(`✗ ${line}`));
	return own.length;
}

function analyse(installed: string, folder: string, leg: 'package' | 'source'): Finding[] {
	const program = join(__dirname, 'analyse.mjs');
	const printed = execFileSync(process.execPath, [program, installed, folder, leg], {
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
	});
	return JSON.parse(printed) as Finding[];
}

/** The scanner's findings in the published files and in the sources. @returns how many */
async function scan(tool: Tool): Promise<number> {
	const installed = await install(tool);
	const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-gate-'));
	try {
		await buildPackage(join(folder, 'build.log'));
		const inPackage = analyse(installed, unpack(folder), 'package');
		const inSource = analyse(installed, rootDir, 'source');
		return (
			told(`scanner ${tool.version}, package`, inPackage) +
			told(`scanner ${tool.version}, source`, inSource)
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A line of the linter about a finding; warnings are no errors. */
const LINTED = /^ +(\d+):\d+ +error +(.*?) +(\S+)$/;

/** The linter's findings in nodes, credentials and package.json, in a folder of its own. @returns how many */
async function lint(tool: Tool): Promise<number> {
	const installed = await install(tool);
	const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-lint-'));
	try {
		for (const part of ['package.json', 'tsconfig.json', 'nodes', 'credentials', 'icons']) {
			cpSync(join(rootDir, part), join(folder, part), { recursive: true });
		}
		// Found, and not linted: n8n's rules are about nodes and credentials.
		symlinkSync(join(rootDir, 'src'), join(folder, 'src'));
		symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'));
		const config = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";
		writeFileSync(join(folder, 'eslint.config.mjs'), config);
		const program = join(installed, 'node_modules', '.bin', 'n8n-node');
		const { status, stdout, stderr } = spawnSync(program, ['lint'], {
			cwd: folder,
			encoding: 'utf8',
		});
		const lines = stripVTControlCharacters(stdout + stderr).split('\n');
		let file = '';
		const findings = lines.flatMap((text): Finding[] => {
			if (text.startsWith(folder)) file = relative(folder, text.trim());
			const [, line, message, rule] = LINTED.exec(text) ?? [];
			return rule === undefined ? [] : [{ file, line: Number(line), message: message!, rule }];
		});
		if (status !== 0 && findings.length === 0) throw new Error(lines.slice(-30).join('\n'));
		return told(`n8n-node lint ${tool.version}`, findings);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Both checks in their newest versions, tag by tag. @returns how many findings */
async function newest(): Promise<number> {
	let found = 0;
	for (const tag of TAGS) {
		for (const [check, tool] of [
			[scan, SCANNER],
			[lint, LINTER],
		] as const) {
			const tagged = taggedVersion(tool, tag);
			if (tagged) found += await check(tagged);
			else say(`  ${tool.name} has no version "${tag}"`);
		}
	}
	return found;
}

const CHECKS: Record<string, () => Promise<number>> = {
	scan: async () => await scan(SCANNER),
	lint: async () => await lint(LINTER),
	newest,
};

const [wanted = 'scan'] = process.argv.slice(2);
const check = CHECKS[wanted];
if (!check)
	throw new Error(`There is no check "${wanted}", only ${Object.keys(CHECKS).join(', ')}`);

void check().then((found) => process.exit(found === 0 ? 0 : 1));
