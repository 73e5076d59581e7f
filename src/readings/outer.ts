/** The character of a text that ends before an index: one unit, or both of a pair. */
function characterBefore(text: string, end: number): string {
	const pair = text.slice(Math.max(0, end - 2), end);
	return pair.codePointAt(0)! > 0xffff ? pair : text.slice(end - 1, end);
}

/**
 * A text without the characters at its ends that `isOuter` matches. It is no expression with `+` at both ends, which
 * takes time by the square of a long text.
 */
export function withoutOuter(text: string, isOuter: RegExp): string {
	let from = 0;
	while (from < text.length) {
		const character = String.fromCodePoint(text.codePointAt(from)!);
		if (!isOuter.test(character)) break;
		from += character.length;
	}
	let to = text.length;
	while (to > from) {
		const character = characterBefore(text, to);
		if (!isOuter.test(character)) break;
		to -= character.length;
	}
	return text.slice(from, to);
}
