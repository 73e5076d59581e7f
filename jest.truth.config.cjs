// Refusals are looked for here; n8n would write each to the console.
process.env.N8N_LOG_LEVEL ??= 'silent';

/** Everything the nodes send and the simulator answers, held against shapes from the facts. */
module.exports = {
	...require('./jest.config.cjs'),
	testMatch: ['**/truth/*.test.ts', '**/truth/*.truth.ts'],
	maxWorkers: 2,
};
