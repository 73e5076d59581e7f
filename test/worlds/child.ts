import { judge } from './batch';
import type { Failure } from './failure';
import type { Chunk, Task } from './children';
import { NEIGHBOUR_ENTRY } from './neighbours/package';
import { NEIGHBOURS, type WorldKind } from './plan';
import { nodeModule, type Replacement, type Subject, subjectOf } from './subject';
import { prepare } from './live';
import { realGlobals } from './globals';

/* A worker process: it takes chunks of seeds from its parent, one after another. */

const { root, replacements } = JSON.parse(process.argv[2]!) as Task;

/** The part of the package that a kind of world runs, with these faults. */
async function prepared(kind: WorldKind, planted: Replacement[]): Promise<Subject> {
	if (kind === NEIGHBOURS) {
		const subject = await subjectOf(root, planted, NEIGHBOUR_ENTRY);
		subject.useLibraries(nodeModule, realGlobals());
		return subject;
	}
	const subject = await subjectOf(root, planted);
	prepare(subject);
	return subject;
}

/** The package under test and, for a planted fault, the same package without the fault. */
interface Subjects {
	tried: Subject;
	clean: Subject | undefined;
}

/** By whether they are for the worlds of neighbours; made for the first chunk that needs them. */
const subjects = new Map<boolean, Promise<Subjects>>();

async function subjectsFor(kind: WorldKind): Promise<Subjects> {
	const isOfNeighbours = kind === NEIGHBOURS;
	let both = subjects.get(isOfNeighbours);
	if (!both) {
		both = bothFor(kind);
		subjects.set(isOfNeighbours, both);
	}
	return await both;
}

async function bothFor(kind: WorldKind): Promise<Subjects> {
	return {
		tried: await prepared(kind, replacements),
		clean: replacements.length > 0 ? await prepared(kind, []) : undefined,
	};
}

// The parent has exited.
process.on('disconnect', () => process.exit());
process.on('message', (chunk: Chunk) => {
	take(chunk).catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
});

async function take(chunk: Chunk): Promise<void> {
	const { family, seed, count, isShort } = chunk;
	const { tried, clean } = await subjectsFor(family);
	const failures: Failure[] = [];
	let done = 0;
	while (done < count && !(isShort && failures.length > 0)) {
		const failure = await judge(tried, family, seed + done);
		const isOther = failure && (!clean || !(await judge(clean, family, seed + done)));
		if (isOther) failures.push(failure);
		done += 1;
	}
	process.send!({ chunk, failures, count: done });
}
