import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { MODULES_OF_N8N } from '../nodes/CellularIot/n8n/modules';

/** Runs a module of the sources with all that it imports. @returns what it exports, by name */
export async function valuesOfModule(path: string): Promise<Record<string, unknown>> {
	const { outputFiles } = await build({
		entryPoints: [path],
		bundle: true,
		write: false,
		platform: 'node',
		format: 'cjs',
		external: MODULES_OF_N8N,
		loader: { '.lua': 'text' },
		logLevel: 'silent',
	});
	const module = { exports: {} };
	const run = compileFunction(outputFiles[0]!.text, ['require', 'module', 'exports'], {
		filename: path,
	});
	run(createRequire(path), module, module.exports);
	return { ...module.exports };
}
