import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { type Globals, NAMES } from './globals';

/*
 * The package as it stands in src, made into one text that is run anew for each process of a world:
 * what modules keep is kept by each process for itself, and every clock is the world's.
 */

/** The part of the package that a world drives. */
const ENTRY = `
	export { Access } from './src/session/access';
	export { Http } from './src/request/http';
	export { WaitBudget } from './src/request/limits/waitBudget';
	export { SeenError } from './src/request/attempt/connection';
	export { ownError } from './src/errors';
	export { systemClock, systemSleep } from './src/ports';
`;

/** Libraries that ask for the time; all processes share their text, at the time of who runs. */
const TIMED = ['bottleneck/light', 'ioredis', 'jose'];
/** Libraries that ask for none. */
const PURE = ['zod/v4', 'luxon', 'otpauth'];
/** Modules of Node that wait by themselves, past every clock of ours. */
const FORBIDDEN =
	/^(node:)?(timers|timers\/promises|worker_threads|child_process|http|https|dgram)$/;

/** An exact text of a file, and what is to stand there instead. */
export interface Replacement {
	/** Below the root. */
	file: string;
	find: string;
	replace: string;
}

/** A module of Node as a process sees it. */
export type Require = (name: string) => unknown;

type Run = (require: Require, globals: Globals) => Record<string, unknown>;

/** The package, and the libraries beside it. */
export interface Subject {
	/** A fresh copy of everything, as a process has it that has just started. */
	start(require: Require, globals: Globals): Record<string, unknown>;
	/** The libraries, whose `globals` are those of whoever runs. */
	useLibraries(require: Require, globals: Globals): void;
}

/**
 * @param root of a working tree of the package
 * @param replacements what stands differently than there, for planted faults
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

/** A library with the names that are used: each process copies all it is given. */
function only(names: Set<string>, library: unknown): unknown {
	if (typeof library === 'function') return library;
	const entries = Object.entries(library as object).filter(([name]) => names.has(name));
	const { __esModule } = library as { __esModule?: boolean };
	return Object.defineProperty(Object.fromEntries(entries), '__esModule', { value: __esModule });
}

/** Gives Node's own modules, but for those that would wait by a clock that is not the world's. */
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

/** One text of the package, begun at an entry of its own, or of a library. */
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
		supported: { 'dynamic-import': false },
		external: isPackage ? [...TIMED, ...PURE] : [],
		// As the package is built.
		alias: isPackage ? light : {},
		plugins: replacements.length > 0 ? [planting(root, replacements)] : [],
	});
	return outputFiles[0]!.text;
}

/** Puts other texts where those are that were named; each must stand there exactly once. */
function planting(root: string, replacements: Replacement[]): Plugin {
	const left = new Set(replacements);
	return {
		name: 'planting',
		setup: ({ onLoad, onEnd }) => {
			onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
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
				return { contents, loader: 'ts' };
			});
			onEnd(() => {
				const [first] = left;
				if (first) throw new Error(`${first.file} is no part of what is tried`);
			});
		},
	};
}
