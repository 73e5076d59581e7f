/*
 * Text that others have written (a name at the service, the message of a server), as a line of a log or an
 * error shows it. A line break in a name would write a line of its own into n8n's log.
 */

/** Line breaks, control characters, characters that change the direction of a line, halves of a pair. */
const UNPRINTABLE =
	/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Most characters of a name, of a message of others, and of a whole line. */
const MOST = { name: 120, message: 1_000, line: 8_000 };

/** A text of at most so many characters, without half of a pair at its end. */
function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text on one line, without characters that nobody sees, of at most 8,000 characters. */
export const oneLine = (text: string): string => cut(text, MOST.line).replace(UNPRINTABLE, ' ');

/** A name that others have given, in at most 120 characters; empty for none. */
export const foreignName = (name: unknown): string =>
	oneLine(cut(typeof name === 'string' ? name : String(name ?? ''), MOST.name));

/** A message that others have written, in at most 1,000 characters. */
export const foreignMessage = (message: string): string => oneLine(cut(message, MOST.message));
