import { judge, type Failure } from './batch';
import type { Chunk, Task } from './children';
import { type Subject, subjectOf } from './subject';
import { prepare } from './world';

/* A worker process: it takes chunks of seeds from its parent, one after another. */

const { root, replacements } = JSON.parse(process.argv[2]!) as Task;

async function ready(planted: Task['replacements']): Promise<Subject> {
	const subject = await subjectOf(root, planted);
	prepare(subject);
	return subject;
}

/** The package under test and, for a planted fault, the same package without the fault. */
const subjects = Promise.all([
	ready(replacements),
	replacements.length > 0 ? ready([]) : undefined,
] as const);
subjects.catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});

// The parent has exited.
process.on('disconnect', () => process.exit());
process.on('message', (chunk: Chunk) => void take(chunk));

async function take(chunk: Chunk): Promise<void> {
	const { family, seed, count, isShort } = chunk;
	const [subject, clean] = await subjects;
	const failures: Failure[] = [];
	let done = 0;
	while (done < count && !(isShort && failures.length > 0)) {
		const failure = await judge(subject, family, seed + done);
		const isOther = failure && (!clean || !(await judge(clean, family, seed + done)));
		if (isOther) failures.push(failure);
		done += 1;
	}
	process.send!({ chunk, failures, count: done });
}
