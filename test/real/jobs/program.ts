import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { runDir } from '../../../demo/lib/paths';

/** The program of a file of this folder, built once instead of in each of many processes; gives its path. */
export function builtProgram(name: string): string {
	const outfile = join(runDir, `${name}-${process.pid}.cjs`);
	buildSync({
		entryPoints: [join(__dirname, `${name}.ts`)],
		outfile,
		bundle: true,
		platform: 'node',
		packages: 'external',
		loader: { '.lua': 'text' },
		// Resolves `CellularIot.node` to the `.ts` file before the `.json` of the same name, like the build.
		resolveExtensions: ['.ts', '.js', '.json'],
	});
	return outfile;
}
