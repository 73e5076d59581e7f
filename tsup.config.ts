import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'tsup';
import { MODULES_OF_N8N } from './nodes/CellularIot/n8n/modules';

const files = (folder: string, ending: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith(ending))
		.map((name) => `${folder}/${name}`);

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
	minify: true,
	keepNames: true,
	// Read by scripts/third-party.ts, and moved out of what is published by scripts/copy-assets.mjs.
	metafile: true,
	noExternal: [new RegExp(`^(?!(${MODULES_OF_N8N.join('|')})$)`)],
	external: MODULES_OF_N8N,
	loader: { '.lua': 'text' },
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
