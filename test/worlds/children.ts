import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve as pathTo } from 'node:path';
import type { Failure } from './batch';
import type { Family } from './plan';
import type { Replacement } from './subject';

/** Seeds of a family that a child takes at a time. */
export interface Chunk {
	family: Family;
	seed: number;
	count: number;
	/** Stop at the first that does not hold. */
	isShort?: boolean;
}

/** The arguments that a child begins with. */
export interface Task {
	root: string;
	replacements: Replacement[];
}

/** The message of a child that has taken a chunk. */
export interface Taken {
	chunk: Chunk;
	failures: Failure[];
	/** Worlds that it has lived through. */
	count: number;
}

/**
 * Has one child a core take chunks until none is left.
 * @param next the next chunk, and undefined when there is none any more
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

/** Each world leaves some memory taken: a child lives through so many chunks, and another follows. */
const CHUNKS_OF_A_CHILD = 100;

/** @returns whether a chunk was left */
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
