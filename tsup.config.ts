import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'tsup';

const files = (folder: string, ending: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith(ending))
		.map((name) => `${folder}/${name}`);

/**
 * One CommonJS file a node and credential, and shared chunks: session and lane state must exist
 * once a process although n8n loads every file by itself. Everything but n8n-workflow is bundled.
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
	noExternal: [/^(?!n8n-workflow)/],
	external: ['n8n-workflow'],
	esbuildOptions(options) {
		options.alias = {
			// Requests are n8n's to send: what axios sends with would be a third of the package.
			axios: resolve('scripts/axios.mjs'),
			'form-data': resolve('node_modules/axios/lib/helpers/null.js'),
			// Its part for Redis is not used.
			bottleneck: 'bottleneck/light',
		};
	},
});
