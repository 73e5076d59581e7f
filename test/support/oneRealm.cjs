const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/*
 * A test environment in the worker's own realm. Jest's own environment gives each file a new realm, and
 * with it a copy of n8n-core and its 1,700 modules: that takes half a second to four seconds, and memory
 * that is slow to be freed. Here a file has its own copy of the project's modules, and shares those of
 * node_modules (see shared.cjs) with earlier files of its worker.
 */

/** Marks the worker's own realm where Jest passes the realm of a module. */
const OWN_REALM = {};
/** Symbols of the realm under which Jest keeps the tests of a file and their listeners. */
const OF_A_FILE = /^(EVENT_HANDLERS|JEST_STATE_SYMBOL|TEST_TIMEOUT_SYMBOL|RETRY_TIMES)$/;
const { compileFunction } = vm;
const { getBuiltinModule } = process;
vm.compileFunction = (code, parameters, { parsingContext, ...options }) =>
	compileFunction(code, parameters, {
		...options,
		...(parsingContext !== OWN_REALM && { parsingContext }),
	});

/** Node.js's own clocks and timers, restored so that no file gets those replaced by another file. */
const CLOCKS = [
	'setTimeout',
	'setInterval',
	'setImmediate',
	'clearTimeout',
	'clearInterval',
	'clearImmediate',
	'queueMicrotask',
	'performance',
	'Date',
	'fetch',
	'AbortSignal',
].map((name) => [globalThis, name]);
CLOCKS.push([Date, 'now'], [AbortSignal, 'timeout'], [Math, 'random'], [process, 'nextTick']);
const GENUINE = CLOCKS.map(([of, name]) => [of, name, Object.getOwnPropertyDescriptor(of, name)]);
const valueOf = ({ value, get }) => value ?? get;

module.exports = class OneRealm {
	constructor({ projectConfig: config }) {
		this.restoreClocks();
		this.before = { console, exit: process.exit, env: { ...process.env } };
		this.global = globalThis;
		this.global.requireOnce = require;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
	}

	async setup() {}

	/** Restores everything that Jest and the tests of a file may have changed. */
	async teardown() {
		this.fakeTimersModern.dispose();
		this.restoreClocks();
		const { console, exit, env } = this.before;
		globalThis.console = console;
		process.exit = exit;
		process.getBuiltinModule = getBuiltinModule;
		for (const name of Object.keys(process.env)) {
			if (!(name in env)) delete process.env[name];
		}
		Object.assign(process.env, env);
		for (const key of Object.getOwnPropertySymbols(globalThis)) {
			if (OF_A_FILE.test(key.description)) delete globalThis[key];
		}
	}

	restoreClocks() {
		for (const [of, name, genuine] of GENUINE) {
			const now = Object.getOwnPropertyDescriptor(of, name);
			if (valueOf(now) !== valueOf(genuine)) Object.defineProperty(of, name, genuine);
		}
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return OWN_REALM;
	}
};
