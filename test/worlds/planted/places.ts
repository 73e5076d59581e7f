import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Planted } from './planted';

/** Whether the text of a fault stands in its source exactly once. */
function hasPlace(root: string, { file, find }: Planted['replacements'][number]): boolean {
	return readFileSync(resolve(root, file), 'utf8').split(find).length === 2;
}

/** The faults whose texts are no longer in the sources, each as its name and the file. */
export const faultsWithoutPlace = (root: string, faults: Planted[]): string[] =>
	faults.flatMap(({ name, replacements }) =>
		replacements
			.filter((replacement) => !hasPlace(root, replacement))
			.map(({ file }) => `${name} (${file})`),
	);
