import { knownOf } from '../errors';

/*
 * A job of several steps about one thing, each of which can be taken back: it is done as a whole or not at all. Where
 * a request got no answer, the service is asked whether its step was made.
 */

/** What a step sends. */
export interface Change {
	send(): Promise<void>;
	/** Whether the service shows that it was made. Sends only reads. */
	isMade(): Promise<boolean>;
}

/** A step, and the change that takes it back. */
interface UndoableStep extends Change {
	undo: Change;
}

/** Why a step failed, and whether it is certain that it has changed nothing. */
interface Failure {
	error: unknown;
	isCertain: boolean;
}

/** How a job has ended that is not done as a whole. */
interface Broken<S> {
	/** The index of the step that failed. */
	at: number;
	failure: Failure;
	/** The steps that are done, in their order: none where all were taken back. */
	done: S[];
	/** Why the last of them could not be taken back; undefined where that was not tried or not needed. */
	notUndone?: unknown;
}

async function make(change: Change): Promise<Failure | undefined> {
	try {
		await change.send();
		return undefined;
	} catch (error) {
		const { outcome } = knownOf(error);
		if (outcome === 'refused' || outcome === 'notSent') return { error, isCertain: true };
		try {
			return (await change.isMade()) ? undefined : { error, isCertain: true };
		} catch {
			return { error, isCertain: false };
		}
	}
}

/**
 * Makes steps in their order. Where one fails, those before it are taken back, the last one first; not where it is
 * unknown whether it was made, since the others may belong to it.
 * @returns how it has ended, unless all steps were made
 */
export async function performAllOrNone<S extends UndoableStep>(
	steps: readonly S[],
): Promise<Broken<S> | undefined> {
	for (const [at, step] of steps.entries()) {
		const failure = await make(step);
		if (!failure) continue;
		const done = steps.slice(0, at);
		if (!failure.isCertain) return { at, failure, done };
		while (done.length > 0) {
			const notUndone = await make(done.at(-1)!.undo);
			if (notUndone) return { at, failure, done, notUndone: notUndone.error };
			done.pop();
		}
		return { at, failure, done };
	}
	return undefined;
}
