/* Makes Node.js itself load a module of node_modules, once for all files of a worker: see oneRealm.cjs. */
module.exports = { process: () => ({ code: 'module.exports = requireOnce(__filename);' }) };
