import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The files of the project, with paths relative to its root. */

export const ROOT = join(__dirname, '../..');
/** The folders of the package. */
export const PACKAGE = ['src', 'nodes', 'credentials'];

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The files of a folder with an ending; none of installed packages. */
export const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
		.map((name) => join(folder, name));

/** The TypeScript files in some folders. */
export const sourcesIn = (...folders: string[]): string[] =>
	folders.flatMap((folder) => filesIn(folder, '.ts'));
