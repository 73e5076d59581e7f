/*
 * Text that a spreadsheet would take for a formula. In a CSV file an apostrophe stands before its sign, and is taken
 * away where such a file is read in. Source: OWASP, CSV Injection.
 */

/** Begins a formula in a spreadsheet, as it is or guarded; some take full-width signs, too. */
const BEGINS_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const IS_GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/;
/** An apostrophe that keeps a number a text. People and exports write it; {@link guarded} does not. */
const KEEPS_NUMBER = /^'\d/;
/**
 * A sign that begins a formula after `;`, a tab or a line break within a text, and what follows up to the
 * next of these. A spreadsheet that separates cells by `;`, as is usual in many countries, begins a cell
 * there: it ignores quotes that do not stand at the beginning of a cell.
 */
const SIGN_WITHIN = /([;\t\r\n])('*[ "]*[=+\-@＝＋－＠][^;\t\r\n]*)/g;
const IS_GUARDED_WITHIN = /([;\t\r\n])'('*[ "]*[=+\-@＝＋－＠])/g;
const IS_NUMBER = /^[-+]?\d+(\.\d+)?$/;

/** A text as a spreadsheet keeps it for a text: with an apostrophe before each such sign, unless it is a number. */
export function guarded(text: string): string {
	const within = text.replace(SIGN_WITHIN, (whole, separator: string, rest: string) =>
		IS_NUMBER.test(rest) ? whole : `${separator}'${rest}`,
	);
	return BEGINS_FORMULA.test(text) && !IS_NUMBER.test(text) ? `'${within}` : within;
}

/** A text without the apostrophe before it that a spreadsheet, a person or {@link guarded} has set. */
export const withoutApostrophe = (text: string): string =>
	IS_GUARDED.test(text) || KEEPS_NUMBER.test(text) ? text.slice(1) : text;

/** A text without the apostrophes that {@link guarded} has set. */
export function unguarded(text: string): string {
	if (!text.includes("'")) return text;
	const within = text.replace(IS_GUARDED_WITHIN, '$1$2');
	return IS_GUARDED.test(within) ? within.slice(1) : within;
}
