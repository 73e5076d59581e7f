/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.(ts|js|mjs)$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	// ES modules that jest has to turn into CommonJS.
	transformIgnorePatterns: ['/node_modules/(?!(jose|fast-check|pure-rand)/)'],
	// Needs the built package: see jest.dist.config.cjs.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/dist/'],
	modulePathIgnorePatterns: ['<rootDir>/demo/', '<rootDir>/dist/'],
	// No test file may put out a secret it used.
	setupFilesAfterEnv: ['<rootDir>/test/support/setup.ts'],
	testTimeout: 180000,
	// More than a small machine has cores: many tests wait for sockets and lanes, not for a core.
	maxWorkers: 4,
};
