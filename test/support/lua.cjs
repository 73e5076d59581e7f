/* The text of a script for Redis is what its file exports, as in the build. */
module.exports = { process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }) };
