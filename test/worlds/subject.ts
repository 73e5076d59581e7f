import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { type Globals, NAMES } from './globals';

/*
 * Bundles the package of src into one script that is run separately for each process of a world: each
 * process has its own module state, and every clock is the world's.
 */

/** The part of the package that a world runs. */
const ENTRY = `
	export { Access } from './src/session/access';
	export { Http } from './src/request/http';
	export { WaitBudget } from './src/request/limits/waitBudget';
	export { SeenError } from './src/request/attempt/connection';
	export { ownError } from './src/errors';
	export { systemClock, systemSleep } from './src/ports';
`;

/** Libraries that use the time; all processes share them, with the time of the running process. */
const TIMED = ['bottleneck/light', 'ioredis', 'jose'];
/** Libraries that do not use the time. */
const PURE = ['zod/v4', 'luxon', 'otpauth'];
/** Node modules with their own timers, which would bypass the world's clock. */
const FORBIDDEN =
	/^(node:)?(timers|timers\/promises|worker_threads|child_process|http|https|dgram)$/;

/** An exact text of a file and its replacement. */
export interface Replacement {
	/** Path below the root. */
	file: string;
	find: string;
	replace: string;
}

/** Resolves a Node module for a process. */
export type Require = (name: string) => unknown;

type Run = (require: Require, globals: Globals) => Record<string, unknown>;

/** The package, and the libraries beside it. */
export interface Subject {
	/** A fresh copy of everything, as in a process that has just started. */
	start(require: Require, globals: Globals): Record<string, unknown>;
	/** The libraries, with the `globals` of the running process. */
	useLibraries(require: Require, globals: Globals): void;
}

/**
 * @param root of a working tree of the package
 * @param replacements replaced texts, for planted faults
 */
export async function subjectOf(
	root: string,
	replacements: Replacement[] = [],
	entry = ENTRY,
): Promise<Subject> {
	const text = await bundled(root, entry, replacements);
	const used = new Set(text.match(/\w+/g));
	const run = compiled(text);
	const nodeRequire = createRequire(resolve(root, 'package.json'));
	const libraries = new Map<string, Run>();
	const isUsed = (name: string) => text.includes(`require("${name}")`);
	for (const name of TIMED.filter(isUsed))
		libraries.set(name, compiled(await bundled(root, { name })));
	const loaded = new Map<string, unknown>();
	for (const name of PURE) loaded.set(name, only(used, nodeRequire(name)));
	return {
		start: (require, globals) => run((name) => loaded.get(name) ?? require(name), globals),
		useLibraries: (require, globals) => {
			for (const [name, library] of libraries) {
				loaded.set(name, only(used, library(require, globals)));
			}
		},
	};
}

/** A library reduced to the used names, since each process copies all of them. */
function only(names: Set<string>, library: unknown): unknown {
	if (typeof library === 'function') return library;
	const entries = Object.entries(library as object).filter(([name]) => names.has(name));
	const { __esModule } = library as { __esModule?: boolean };
	return Object.defineProperty(Object.fromEntries(entries), '__esModule', { value: __esModule });
}

/** Returns Node's own modules, except those with timers outside the world's clock. */
export function nodeModule(name: string): unknown {
	if (FORBIDDEN.test(name)) throw new Error(`${name} knows another time than the world's`);
	return createRequire(__filename)(name) as unknown;
}

function compiled(text: string): Run {
	const names = ['require', 'module', 'exports', ...NAMES];
	const script = new Script(`(function (${names.join(', ')}) {${text}\n})`, {
		filename: 'subject.cjs',
	});
	const body = script.runInThisContext() as (...given: unknown[]) => void;
	return (require, globals) => {
		const module = { exports: {} as Record<string, unknown> };
		body(require, module, module.exports, ...NAMES.map((name) => globals[name]));
		return module.exports;
	};
}

/** Bundles the package, or a library, from an entry. */
async function bundled(
	root: string,
	what: string | { name: string },
	replacements: Replacement[] = [],
): Promise<string> {
	const isPackage = typeof what === 'string';
	const light: Record<string, string> = { bottleneck: 'bottleneck/light' };
	const { outputFiles } = await build({
		stdin: {
			contents: isPackage ? what : `module.exports = require('${what.name}')`,
			resolveDir: root,
		},
		bundle: true,
		write: false,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		logLevel: 'silent',
		loader: { '.lua': 'text' },
		supported: { 'dynamic-import': false },
		external: isPackage ? [...TIMED, ...PURE] : [],
		// As in the package's build.
		alias: isPackage ? light : {},
		plugins: replacements.length > 0 ? [planting(root, replacements)] : [],
	});
	return outputFiles[0]!.text;
}

/** Applies replacements; each text must occur exactly once. */
function planting(root: string, replacements: Replacement[]): Plugin {
	const left = new Set(replacements);
	return {
		name: 'planting',
		setup: ({ onLoad, onEnd }) => {
			onLoad({ filter: /[\\/]src[\\/].*\.(ts|lua)$/ }, async ({ path }) => {
				const here = replacements.filter(({ file }) => resolve(root, file) === path);
				if (here.length === 0) return undefined;
				const { readFile } = await import('node:fs/promises');
				let contents = await readFile(path, 'utf8');
				for (const replacement of here) {
					const { find, replace, file } = replacement;
					const times = contents.split(find).length - 1;
					if (times !== 1) throw new Error(`${file} holds ${times} times: ${find}`);
					contents = contents.replace(find, () => replace);
					left.delete(replacement);
				}
				return { contents, loader: path.endsWith('.lua') ? 'text' : 'ts' };
			});
			onEnd(() => {
				const [first] = left;
				if (first) throw new Error(`${first.file} is no part of what is tried`);
			});
		},
	};
}
