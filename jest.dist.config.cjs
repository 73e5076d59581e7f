// Tests over the built package; `npm run build` comes first.
const base = require('./jest.config.cjs');

module.exports = {
	...base,
	testMatch: ['<rootDir>/test/dist/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	modulePathIgnorePatterns: ['<rootDir>/demo/'],
};
