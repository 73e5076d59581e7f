/** The shortest wait to report. Milliseconds. */
export const TOLD_MS = 5_000;

/** "213 s", "21 minutes": a duration for a person. */
export function durationInWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds <= 300 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
