/**
 * The packages whose code is bundled into `dist/`, from tsup's list of the last build:
 * `third-party.ts` writes THIRD-PARTY-NOTICES.md, `--check` compares it, and `--sbom FILE` writes a
 * CycloneDX list of them for a release.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const METAFILE = '.build/metafile.json';
const NOTICES = 'THIRD-PARTY-NOTICES.md';
/** Licences that only require their text to be included with the code. */
const ALLOWED = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0']);

interface Manifest {
	name: string;
	version: string;
	license?: string;
	homepage?: string;
	author?: string | { name: string };
}
interface Bundled extends Manifest {
	folder: string;
}
interface Metafile {
	outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

function bundledPackages(): Bundled[] {
	if (!existsSync(METAFILE)) throw new Error('There is no build: run "npm run build" first.');
	const { outputs } = JSON.parse(readFileSync(METAFILE, 'utf8')) as Metafile;
	const folders = Object.values(outputs)
		.flatMap(({ inputs }) => Object.entries(inputs))
		.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
		.map(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
		.filter((folder) => folder !== undefined);
	return [...new Set(folders)]
		.map((folder) => {
			const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
			return { ...(JSON.parse(manifest) as Manifest), folder };
		})
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** @throws Error for a package without a licence file: its text would be missing. */
function notice({ name, version, license, homepage, folder }: Bundled): string {
	if (!license || !ALLOWED.has(license)) {
		throw new Error(`${name} ${version}: the licence ${license ?? '(none)'} is not allowed`);
	}
	const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
	if (file === undefined) throw new Error(`${name} ${version} has no licence file`);
	const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
	const source = homepage ? ` · ${homepage}` : '';
	return `## ${name} ${version}\n\n${license}${source}\n\n\`\`\`\`text\n${text}\n\`\`\`\`\n`;
}

const notices = (packages: Bundled[]) =>
	[
		'# Third-party notices\n',
		'The published files contain code of the packages below, each under its own licence.\n',
		...packages.map(notice),
	].join('\n');

interface Sbom {
	metadata: { component: { name: string; 'bom-ref': string } };
	components: Array<{ name: string; version: string; 'bom-ref': string }>;
	dependencies: Array<{ ref: string; dependsOn?: string[] }>;
}

/** npm's list of all installed packages, reduced to the bundled ones. */
function sbom(packages: Bundled[]): string {
	const all = JSON.parse(
		execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library'], {
			encoding: 'utf8',
			maxBuffer: 2 ** 26,
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	) as Sbom;
	const kept = new Set(packages.map(({ name, version }) => `${name}@${version}`));
	const components = all.components.filter(({ name, version }) => kept.has(`${name}@${version}`));
	if (components.length !== kept.size) throw new Error('npm does not list every bundled package');
	const refs = new Set(components.map((component) => component['bom-ref']));
	const dependencies = all.dependencies
		.filter(({ ref }) => refs.has(ref))
		.map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }));
	const { component } = all.metadata;
	// npm names it after the folder of the checkout.
	component.name = (JSON.parse(readFileSync('package.json', 'utf8')) as Manifest).name;
	dependencies.unshift({ ref: component['bom-ref'], dependsOn: [...refs] });
	return JSON.stringify({ ...all, components, dependencies }, undefined, '\t');
}

const [flag, file] = process.argv.slice(2);
const packages = bundledPackages();
if (flag === '--sbom' && file !== undefined) {
	writeFileSync(file, sbom(packages));
	console.log(`${file}: ${packages.length} bundled packages`);
} else if (flag === '--check') {
	if (!existsSync(NOTICES) || readFileSync(NOTICES, 'utf8') !== notices(packages)) {
		console.error(`${NOTICES} does not match this build: run "npm run notices" and commit it.`);
		process.exitCode = 1;
	} else console.log(`${NOTICES}: the licences of ${packages.length} bundled packages`);
} else {
	writeFileSync(NOTICES, notices(packages));
	console.log(`${NOTICES}: the licences of ${packages.length} bundled packages`);
}
