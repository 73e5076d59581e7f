// Compares the installed packages with the committed package-lock.json: each must have its version and
// checksum. The file in the working tree proves nothing, since an installation rewrites it. This replaces
// `npm ci`, which refuses a lockfile without the binaries of every platform; npm install accepts packages
// that the lockfile does not list.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const committed = execFileSync('git', ['show', 'HEAD:package-lock.json'], {
	encoding: 'utf8',
	maxBuffer: 64 * 1024 * 1024,
});
const locked = JSON.parse(committed).packages;
const installed = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages;

const differences = Object.entries(installed).flatMap(([path, { version, integrity }]) => {
	const wanted = locked[path];
	if (!wanted) return [`${path} ${version} is not in package-lock.json`];
	if (!integrity || !wanted.integrity) return [`${path} ${version} has no checksum`];
	if (wanted.version !== version || wanted.integrity !== integrity) {
		return [`${path} is ${version}, not the ${wanted.version} of package-lock.json`];
	}
	return [];
});
if (differences.length > 0) {
	console.error(differences.join('\n'));
	process.exitCode = 1;
} else
	console.log(`${Object.keys(installed).length} packages match the committed package-lock.json`);
