/*
 * Loads every node and credential of the package as n8n does, with n8n-core, and prints the cost beside that of
 * n8n-workflow in the same process: CPU time, in ms.
 */
const { basename, join } = require('node:path');

const root = process.argv[2];
const { credentials, nodes } = require(join(root, 'package.json')).n8n;

/** The CPU time that a job takes, in ms. */
function cpuOf(job) {
	const before = process.cpuUsage();
	job();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

const ofN8n = (name) => require.resolve(name, { paths: [root] });

const workflow = cpuOf(() => require(ofN8n('n8n-workflow')));
require(ofN8n('n8n-core'));
const ours = cpuOf(() => {
	for (const file of [...credentials, ...nodes]) {
		const loaded = require(join(root, file));
		new loaded[basename(file).split('.')[0]]();
	}
});
process.stdout.write(JSON.stringify({ ours, workflow }));
