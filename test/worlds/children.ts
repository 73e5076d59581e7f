import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve as pathTo } from 'node:path';
import type { Failure } from './failure';
import type { WorldKind } from './plan';
import type { Replacement } from './subject';

/** A chunk of seeds of a family for a child. */
export interface Chunk {
	family: WorldKind;
	seed: number;
	count: number;
	/** Stop at the first violation. */
	isShort?: boolean;
}

/** The start arguments of a child. */
export interface Task {
	root: string;
	replacements: Replacement[];
}

/** The message of a child about a finished chunk. */
export interface Taken {
	chunk: Chunk;
	failures: Failure[];
	/** Number of worlds that were run. */
	count: number;
}

/**
 * Runs one child per core until no chunk is left.
 * @param next returns the next chunk, or undefined after the last
 */
export async function share(
	task: Task,
	next: () => Chunk | undefined,
	took: (taken: Taken) => void,
	cores = availableParallelism(),
): Promise<void> {
	const children = Array.from({ length: cores }, async () => {
		while (await employ(task, next, took));
	});
	await Promise.all(children);
}

/** Each world leaks some memory, so a child is replaced after this many chunks. */
const CHUNKS_OF_A_CHILD = 100;

/** @returns whether there was another chunk */
async function employ(
	task: Task,
	next: () => Chunk | undefined,
	took: (taken: Taken) => void,
): Promise<boolean> {
	const first = next();
	if (!first) return false;
	let chunks = 1;
	const child: ChildProcess = fork(pathTo(__dirname, 'child.ts'), [JSON.stringify(task)]);
	await new Promise<void>((resolve, reject) => {
		child.once('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`a child of the worlds ended with ${code}`)),
		);
		child.on('message', (taken: Taken) => {
			took(taken);
			const chunk = chunks++ < CHUNKS_OF_A_CHILD ? next() : undefined;
			if (chunk) child.send(chunk);
			else child.disconnect();
		});
		child.send(first);
	});
	return true;
}
