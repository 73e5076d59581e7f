/**
 * Tells a person of a wait: for what, in words that follow "waiting for", and how many milliseconds
 * it takes at most. May be called often: whoever shows it shows it now and then.
 */
export type OnWait = (what: string, atMostMs: number) => void;

/** A wait worth telling. Milliseconds. */
export const TOLD_MS = 5_000;

/** "213 s", "21 minutes": a duration for a person. */
export function inWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds <= 300 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
