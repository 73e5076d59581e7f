// Loaded into programs that run without the build (`tsx --require`): the text of a script for Redis is
// what its file exports, as in the build.
const { readFileSync } = require('node:fs');

require.extensions['.lua'] = (module, file) => {
	module.exports = readFileSync(file, 'utf8');
};
