import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Makes one file of a TypeScript program, which Node.js starts at once; gives its path. */
export function bundled(program: string): string {
	const outfile = join(mkdtempSync(join(tmpdir(), 'program-')), 'program.cjs');
	buildSync({ entryPoints: [program], bundle: true, platform: 'node', outfile });
	return outfile;
}
