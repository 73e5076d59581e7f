// Installs missing packages; needs only Node.js and npm. Every npm script runs it first, so that each
// works on a fresh clone. It uses only Node's own modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.setup-stamp');
const NEEDED_BYTES = 1.5e9;

const wanted = createHash('sha256');
for (const name of ['package.json', 'package-lock.json'])
	wanted.update(readFileSync(join(root, name)));
const hash = wanted.digest('hex');

const isReady = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

function fail(message) {
	console.error(`\nSet-up failed: ${message}\n`);
	process.exit(1);
}

if (!isReady()) {
	const { bavail, bsize } = statfsSync(root);
	if (bavail * bsize < NEEDED_BYTES) {
		fail(`${(NEEDED_BYTES / 1e9).toFixed(1)} GB of free disk space are needed.`);
	}
	console.log('Installing packages (about a minute the first time) …');
	// `npm ci` would refuse the lockfile: it cannot list packages for other platforms.
	const { status, error } = spawnSync(
		'npm',
		['install', '--no-audit', '--no-fund', '--loglevel=error'],
		{
			cwd: root,
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: process.platform === 'win32',
		},
	);
	if (error)
		fail(`npm could not be started (${error.message}). Install Node.js 20 or later with npm.`);
	if (status !== 0)
		fail('npm install failed. Is the npm registry reachable? See the output above.');
	mkdirSync(dirname(stamp), { recursive: true });
	// npm may have rewritten the lockfile: compare with its current content.
	const now = createHash('sha256');
	for (const name of ['package.json', 'package-lock.json'])
		now.update(readFileSync(join(root, name)));
	writeFileSync(stamp, now.digest('hex'));
}
