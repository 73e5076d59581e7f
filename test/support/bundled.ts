import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles a TypeScript program into one file that Node.js can run, and returns its path. */
export function bundled(program: string): string {
	const outfile = join(mkdtempSync(join(tmpdir(), 'program-')), 'program.cjs');
	buildSync({
		entryPoints: [program],
		bundle: true,
		platform: 'node',
		loader: { '.lua': 'text' },
		outfile,
	});
	return outfile;
}
