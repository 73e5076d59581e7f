// Compares the installed packages with package-lock.json: each must have the committed version and
// checksum. It replaces `npm ci`, which refuses a lockfile without the binaries of every platform;
// npm install accepts packages that the lockfile does not list.
import { readFileSync } from 'node:fs';

const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
const locked = packages('package-lock.json');
const installed = packages('node_modules/.package-lock.json');

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
} else console.log(`${Object.keys(installed).length} packages match package-lock.json`);
