/*
 * Loaded before n8n (`--require`): the package finds no ioredis, as in an n8n that no longer has it. n8n
 * itself still finds its own.
 */

const Module = require('node:module');

const PACKAGE = 'n8n-nodes-cellular-iot';
const resolve = Module._resolveFilename;

Module._resolveFilename = function (request, parent, ...others) {
	if (request === 'ioredis' && parent?.filename?.includes(PACKAGE)) {
		throw Object.assign(new Error("Cannot find module 'ioredis'"), { code: 'MODULE_NOT_FOUND' });
	}
	return resolve.call(this, request, parent, ...others);
};
