import { CELLS } from './cells';
import { FILES } from './files';
import type { CellCase, FileCase } from './kinds';
import { MORE_CELLS } from './moreCells';
import { MORE_FILES } from './moreFiles';

/** Cases that were written together. */
export interface CaseSet {
	/** In front of the figures of the set. */
	title: string;
	cells: readonly CellCase[];
	files: readonly FileCase[];
}

export const SETS: CaseSet[] = [
	{ title: 'files', cells: CELLS, files: FILES },
	{ title: 'files, second set', cells: MORE_CELLS, files: MORE_FILES },
];
