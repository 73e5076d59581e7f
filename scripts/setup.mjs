// Installs missing packages; needs only Node.js and npm. Every npm script runs it first, so that each
// works on a fresh clone. It uses only Node's own modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.setup-stamp');
const NEEDED_BYTES = 1.5e9;
const PROGRESS_EVERY_MS = 15_000;

const wanted = createHash('sha256');
for (const name of ['package.json', 'package-lock.json'])
	wanted.update(readFileSync(join(root, name)));
const hash = wanted.digest('hex');

const isReady = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

function fail(message) {
	console.error(`\nSet-up failed: ${message}\n`);
	process.exit(1);
}

/** The folders of the packages that the lockfile names for this platform. */
function wantedFolders() {
	const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
	const fits = (allowed, own) => allowed === undefined || allowed.includes(own);
	const isForHere = ({ os, cpu }) => fits(os, process.platform) && fits(cpu, process.arch);
	return Object.entries(packages)
		.filter(([folder, entry]) => folder !== '' && isForHere(entry))
		.map(([folder]) => folder);
}

/** Prints every 15 seconds how many packages npm has unpacked. Returns a function that ends it. */
function showProgress() {
	const folders = wantedFolders();
	const began = Date.now();
	const timer = setInterval(() => {
		const ready = folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).length;
		const seconds = Math.round((Date.now() - began) / 1000);
		console.log(`  ${seconds} s: ${ready} of about ${folders.length} packages are unpacked`);
	}, PROGRESS_EVERY_MS);
	return () => clearInterval(timer);
}

/** Installs what the lockfile names. `npm ci` would refuse it: it cannot list packages for other platforms. */
async function install() {
	const npm = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	});
	const endProgress = showProgress();
	try {
		const [status] = await once(npm, 'exit');
		if (status !== 0)
			fail('npm install failed. Is the npm registry reachable? See the output above.');
	} catch (error) {
		fail(`npm could not be started (${error.message}). Install Node.js 20 or later with npm.`);
	} finally {
		endProgress();
	}
}

if (!isReady()) {
	const { bavail, bsize } = statfsSync(root);
	if (bavail * bsize < NEEDED_BYTES) {
		fail(`${(NEEDED_BYTES / 1e9).toFixed(1)} GB of free disk space are needed.`);
	}
	console.log('Installing packages (about a minute the first time, several on a busy machine) …');
	await install();
	mkdirSync(dirname(stamp), { recursive: true });
	// npm may have rewritten the lockfile: compare with its current content.
	const now = createHash('sha256');
	for (const name of ['package.json', 'package-lock.json'])
		now.update(readFileSync(join(root, name)));
	writeFileSync(stamp, now.digest('hex'));
}
