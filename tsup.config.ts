import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { defineConfig } from 'tsup';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { MODULES_OF_N8N } from './nodes/CellularIot/n8n/modules';
import { literals } from './scripts/literals';
import { valuesOfModule } from './scripts/moduleValues';

const files = (folder: string, ending: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith(ending))
		.map((name) => `${folder}/${name}`);

/** Leaves out the comments of our own files; those of libraries stay. */
const withoutComments: Plugin = {
	name: 'without comments of our own',
	setup({ onLoad }) {
		onLoad({ filter: /[/\\](src|nodes|credentials)[/\\].*\.ts$/ }, ({ path }) => {
			const { outputText } = transpileModule(readFileSync(path, 'utf8'), {
				compilerOptions: {
					removeComments: true,
					target: ScriptTarget.ESNext,
					module: ModuleKind.ESNext,
				},
			});
			return { contents: outputText, loader: 'js' };
		});
	},
};

/**
 * What `*.atBuild.ts` exports is made here, once: published are its values, not the code that makes them. n8n
 * would run that code at each start, in each of its processes, to have the same forms.
 */
const madeAtBuild: Plugin = {
	name: 'values made at build',
	setup({ onLoad }) {
		onLoad({ filter: /\.atBuild\.ts$/ }, async ({ path }) => ({
			contents: literals(await valuesOfModule(path)),
			loader: 'js',
		}));
	},
};

/**
 * One CommonJS file a node and credential, and shared chunks: session and lane state must exist
 * once a process although n8n loads every file by itself. Everything else is bundled.
 */
export default defineConfig({
	entry: Object.fromEntries(
		[...files('credentials', '.credentials.ts'), ...files('nodes/CellularIot', '.node.ts')].map(
			(file) => [file.replace(/\.ts$/, ''), file],
		),
	),
	format: ['cjs'],
	// Newer syntax is left to esbuild: the step that splits CommonJS rewrites what it finds of it,
	// and makes invalid code of jose's class fields and of a minified `return(await x).y ?? z`.
	target: 'es2019',
	outDir: 'dist',
	clean: true,
	splitting: true,
	// What runs can be read: reviewers of n8n refuse code that cannot.
	minify: false,
	// Read by scripts/third-party.ts, and moved out of what is published by scripts/copy-assets.mjs.
	metafile: true,
	noExternal: [new RegExp(`^(?!(${MODULES_OF_N8N.join('|')})$)`)],
	external: MODULES_OF_N8N,
	loader: { '.lua': 'text' },
	esbuildPlugins: [madeAtBuild, withoutComments],
	esbuildOptions(options) {
		options.alias = {
			// Its part for Redis is not used.
			bottleneck: 'bottleneck/light',
			// That for Node brings worker threads along.
			fflate: 'fflate/browser',
		};
		options.inject = [resolve('scripts/globals.mjs')];
		options.define = { ...options.define, global: 'undefined' };
		// Of libraries, about parts of them that are not there.
		options.drop = ['console'];
	},
});
