/* Loads every node and credential of the package as n8n does, with n8n-core, and prints the cost. */
const { basename, join } = require('node:path');

const root = process.argv[2];
const { credentials, nodes } = require(join(root, 'package.json')).n8n;
require(require.resolve('n8n-core', { paths: [root] }));

const before = process.cpuUsage();
for (const file of [...credentials, ...nodes]) {
	const loaded = require(join(root, file));
	new loaded[basename(file).split('.')[0]]();
}
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));
