import { oneLine } from '../foreignText';
import { withoutApostrophe } from './guard';
import { withoutOuter } from './outer';

/* What a cell, a form, a filter or an expression gives, before it is read as anything. */

/**
 * A value as it is meant, with what was removed or changed on the way, in words that follow "of it"; or the refusal,
 * worded to follow a field's label.
 */
export type Read<T> = { value: T; changed: string[] } | { refused: string };

/** Characters that nobody sees and that are no blanks: control and format characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;
const OUTER = /[\s\p{Cc}\p{Cf}]/u;
/** All but printable ASCII and visible characters of other alphabets. */
const SHOWN_AS_ESCAPE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/gu;

const escapeOf = (char: string): string => {
	const code = char.codePointAt(0)!;
	const hex = code.toString(16).toUpperCase();
	return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
};

/** Whether nobody sees a character, and it is no blank and no line break. */
export const isUnseen = (char: string): boolean =>
	/(?![\t\n\f\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(char);

/** A character in a sentence: as it is where it is seen by itself, else as an escape. */
export const shownCharacter = (char: string): string =>
	/[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(char) ? escapeOf(char) : char;

/** A text in which the characters that nobody sees, and blanks other than the plain one, are escapes. */
const withEscapes = (text: string): string =>
	text.replace(SHOWN_AS_ESCAPE, (char) => (char === ' ' ? char : escapeOf(char)));

/** A refused value as an error shows it; long and structured values are cut. */
export function describeValue(value: unknown): string {
	const text = withEscapes(value === undefined ? 'nothing' : JSON.stringify(value));
	return oneLine(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** Whether a value is a number that lost digits when it was parsed: as text it would be another. */
export const hasLostDigits = (v: unknown): v is number =>
	typeof v === 'number' && Number.isInteger(v) && !Number.isSafeInteger(v);

/** The rule that such a number breaks. A table often turns an ICCID into a number. */
export const mustBeText = (v: number): string =>
	`must be text: a number of ${BigInt(v).toString().length} digits loses digits, and ${describeValue(v)} has lost its last ones`;

/** A character as a refusal names it. */
function named(char: string): string {
	if (INVISIBLE.test(char)) return `${escapeOf(char)}, which nobody sees`;
	if (/\s/.test(char)) return char === ' ' ? 'a blank' : `the blank ${escapeOf(char)}`;
	return /[!-~]/.test(char) ? `"${char}"` : `"${char}" (${escapeOf(char)})`;
}

/** The refusal of a text for one of its characters; `index` counts from 0, the words count from 1. */
export function wrongCharacter(
	rule: string,
	text: string,
	index: number,
	{ isSecret = false, remedy = 'Retype the value without it' } = {},
): string {
	const char = String.fromCodePoint(text.codePointAt(index)!);
	const place = [...text.slice(0, index)].length + 1;
	const got = isSecret ? '' : `, got ${describeValue(text)}`;
	const why = isSecret ? ', and' : ':';
	return `${rule}${got}${why} its character ${place} is ${named(char)}. ${remedy}`;
}

/** A text without what stands around it, and what that was. */
export interface Bare {
	text: string;
	changed: string[];
}

/** What spreadsheets and exports put around a value so that it stays text. */
const WRAPPERS: ReadonlyArray<{ is: RegExp; said: string }> = [
	{ is: /^(="")(.*)""$/s, said: 'the formula ="…" around it was removed' },
	{ is: /^(=")(.*)"$/s, said: 'the formula ="…" around it was removed' },
	{ is: /^(")(.*)"$/s, said: 'the quotes around it were removed' },
];

/** A text that is of plain letters, digits and signs, and has nothing around it. */
const PLAIN = /^[\w+][\w.:+-]*$/;

/** A text without outer blanks, invisible characters, quotes, a guard or a formula around it. */
export function bare(given: string): Bare {
	if (PLAIN.test(given)) return { text: given, changed: [] };
	const changed = new Set<string>();
	let text = given;
	for (;;) {
		const trimmed = withoutOuter(text, OUTER);
		if (trimmed !== text) {
			const hidden = [...text].find((char) => INVISIBLE.test(char) && !/\s/.test(char));
			const isOuter = hidden !== undefined && !trimmed.includes(hidden);
			const outer = isOuter ? ` and invisible characters (${escapeOf(hidden)})` : '';
			changed.add(`the blanks${outer} around it were removed`);
			text = trimmed;
		}
		const unmarked = withoutApostrophe(text);
		if (unmarked !== text) {
			changed.add("the apostrophe ' before it was removed");
			text = unmarked;
			continue;
		}
		const wrapper = WRAPPERS.find(({ is }) => is.test(text));
		if (!wrapper) return { text, changed: [...changed] };
		changed.add(wrapper.said);
		text = wrapper.is.exec(text)![2]!;
	}
}

/** The place of the first invisible character in a text, from 0; -1 where there is none. Line breaks are blanks. */
export const invisibleAt = (text: string): number => text.search(/(?![\t\n\r])[\p{Cc}\p{Cf}]/u);

/** Text of a form or an expression, which may give a number or a truth value, too; undefined for anything else. */
export function textOf(given: unknown): string | undefined {
	if (typeof given === 'string') return given;
	const isPlain = typeof given === 'boolean' || typeof given === 'bigint' || Number.isFinite(given);
	return isPlain && !hasLostDigits(given) ? String(given) : undefined;
}
