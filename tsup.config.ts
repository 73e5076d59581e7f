import { readdirSync } from 'node:fs';
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
	noExternal: [/^(?!n8n-workflow)/],
	external: ['n8n-workflow'],
});
