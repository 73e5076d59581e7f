/** Real processes that are stopped, starved and killed, against locks that run out in real time. */
module.exports = {
	...require('./jest.config.cjs'),
	testMatch: ['**/timed/*.timed.ts'],
	maxWorkers: 1,
};
