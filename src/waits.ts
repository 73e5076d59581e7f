/**
 * Reports a wait to a person: its reason, in words that follow "waiting for", and its longest
 * duration in milliseconds. It may be called often: the receiver shows only some of the calls.
 */
export type OnWait = (what: string, atMostMs: number) => void;

/** The shortest wait to report. Milliseconds. */
export const TOLD_MS = 5_000;

/** "213 s", "21 minutes": a duration for a person. */
export function durationInWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds <= 300 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
