import { InputError } from '../../errors';

/* Wrong input of a row, which leaves the others as they are. */

/** The result of a job for a row, or its wrong input as its error; any other error is the table's. */
export async function orError<T>(
	job: () => Promise<T> | T,
): Promise<{ done: T } | { error: InputError }> {
	try {
		return { done: await job() };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { error };
	}
}
