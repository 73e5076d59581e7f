/**
 * A text without the characters at its ends that `isOuter` matches. It is no expression with `+` at both ends, which
 * takes time by the square of a long text.
 */
export function withoutOuter(text: string, isOuter: RegExp): string {
	const characters = [...text];
	let from = 0;
	while (from < characters.length && isOuter.test(characters[from]!)) from += 1;
	let to = characters.length;
	while (to > from && isOuter.test(characters[to - 1]!)) to -= 1;
	return characters.slice(from, to).join('');
}
