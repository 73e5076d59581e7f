/** The reply of a command, to the client or to a script. */
export type Reply = number | string | null | Status | RedisError | Reply[];

/** `+OK` and similar. */
export class Status {
	constructor(readonly text: string) {}
}

/** `-ERR …`. */
export class RedisError extends Error {}

export const OK = new Status('OK');

/** A reply on the wire; strings have one character per byte. */
export function encoded(reply: Reply): string {
	if (reply === null) return '$-1\r\n';
	if (typeof reply === 'number') return `:${reply}\r\n`;
	if (typeof reply === 'string') return `$${reply.length}\r\n${reply}\r\n`;
	if (reply instanceof Status) return `+${reply.text}\r\n`;
	if (reply instanceof RedisError) return `-${reply.message}\r\n`;
	return `*${reply.length}\r\n${reply.map(encoded).join('')}`;
}

/** Parses commands (arrays of bulk strings) from a buffer. @returns the commands and the rest */
export function decoded(text: string): { commands: string[][]; left: string } {
	const commands: string[][] = [];
	let at = 0;
	for (;;) {
		const begin = at;
		const number = (mark: string) => {
			const end = text.indexOf('\r\n', at);
			if (end < 0) return undefined;
			if (text[at] !== mark) throw new Error(`no command: ${text.slice(at, at + 40)}`);
			const value = Number(text.slice(at + 1, end));
			at = end + 2;
			return value;
		};
		const count = text.length > at ? number('*') : undefined;
		const words: string[] = [];
		while (count !== undefined && words.length < count) {
			const length = number('$');
			if (length === undefined || at + length + 2 > text.length) break;
			words.push(text.slice(at, at + length));
			at += length + 2;
		}
		if (count === undefined || words.length < count) return { commands, left: text.slice(begin) };
		commands.push(words);
	}
}
