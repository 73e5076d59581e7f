/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/oneRealm.cjs',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'/node_modules/.+\\.[cm]?js$': '<rootDir>/test/support/shared.cjs',
		'\\.lua$': '<rootDir>/test/support/lua.cjs',
		'^.+\\.(ts|js|mjs)$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	// Jest's own runner and environment are no modules of a test.
	transformIgnorePatterns: ['/node_modules/(@jest|jest-[a-z-]+)/'],
	testPathIgnorePatterns: [
		'/node_modules/',
		// Needs the built package: see jest.dist.config.cjs.
		'<rootDir>/test/dist/',
		// Play weeks of a fleet, in minutes: npm run test:strangers.
		...(process.env.SERIES ? [] : ['<rootDir>/test/strangers/incidents/(fleet|figures)']),
	],
	modulePathIgnorePatterns: ['<rootDir>/demo/', '<rootDir>/dist/'],
	// No test file may put out a secret it used.
	setupFilesAfterEnv: ['<rootDir>/test/support/setup.ts'],
	testTimeout: 180000,
	// A command of ioredis that was refused keeps its timer of one and a half seconds, and on a busy machine
	// four workers take seconds to end. One that a test has left open never ends, and is still reported.
	workerGracefulExitTimeout: 10_000,
	// More than a small machine has cores: many tests wait for sockets and lanes, not for a core.
	maxWorkers: 4,
};
