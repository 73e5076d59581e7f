/*
 * What the readings of a value have removed or changed. A schema gives the value alone, so that it is gathered beside
 * it: all checks are made without a pause.
 */

/** What was removed or changed in the value of a field on the way to the service. */
export interface SaidChange {
	label: string;
	said: string;
}

let gathered: string[] | undefined;

/** Says what was removed or changed in the value that is being checked. */
export function sayChanges(changed: readonly string[]): void {
	gathered?.push(...changed);
}

/** The result of a check, and what was removed or changed in it, each once. */
export function withChanges<T>(check: () => T): { result: T; changed: string[] } {
	const outer = gathered;
	gathered = [];
	try {
		const result = check();
		return { result, changed: gathered.length > 1 ? [...new Set(gathered)] : gathered };
	} finally {
		gathered = outer;
	}
}
