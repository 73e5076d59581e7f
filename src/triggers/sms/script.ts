/* Whether characters could be a message: the letters of one script, and not just any characters. */

/** Scripts of everyday messages, with what their languages borrow from each other. */
const WRITING_SCRIPTS = [
	/\p{Script_Extensions=Latin}/u,
	/\p{Script_Extensions=Greek}/u,
	/\p{Script_Extensions=Cyrillic}/u,
	/\p{Script_Extensions=Armenian}/u,
	/\p{Script_Extensions=Hebrew}/u,
	/\p{Script_Extensions=Arabic}/u,
	/\p{Script_Extensions=Devanagari}/u,
	/\p{Script_Extensions=Bengali}/u,
	/\p{Script_Extensions=Gurmukhi}/u,
	/\p{Script_Extensions=Gujarati}/u,
	/\p{Script_Extensions=Oriya}/u,
	/\p{Script_Extensions=Tamil}/u,
	/\p{Script_Extensions=Telugu}/u,
	/\p{Script_Extensions=Kannada}/u,
	/\p{Script_Extensions=Malayalam}/u,
	/\p{Script_Extensions=Sinhala}/u,
	/\p{Script_Extensions=Thai}/u,
	/\p{Script_Extensions=Lao}/u,
	/\p{Script_Extensions=Myanmar}/u,
	/\p{Script_Extensions=Georgian}/u,
	/\p{Script_Extensions=Ethiopic}/u,
	/\p{Script_Extensions=Khmer}/u,
	/[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u,
	/[\p{Script_Extensions=Hangul}\p{Script_Extensions=Han}]/u,
];

/** Characters in messages of every script: Latin, digits, punctuation, signs, emoji and their joiners. */
const COMMON_CHARACTERS =
	/[\t\n\r -~\u00a0-\u00ff\u064b-\u065f\u0964\u0965\u2000-\u206f\u20a0-\u20bf\u2100-\u214f\u2190-\u21ff\u2600-\u27bf\u3000-\u303f\ufe0f\uff00-\uffef]|\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u;

/** Signs alone are a message if they hold an emoji, or a sign that is shown as one. */
const EMOJI = /[\u{1f1e6}-\u{1faff}\ufe0f]/u;

/** Scripts with so many letters that almost any code unit is one of them. */
const MANY = /[\p{Script=Han}\p{Script=Hangul}]/u;

/** Character sets that hold everyday Chinese, Japanese and Korean letters in rows of 94. */
const EVERYDAY: Array<[label: string, first: number, last: number]> = [
	['gb18030', 0xb0, 0xd7],
	['big5', 0xa4, 0xc6],
	['euc-jp', 0xb0, 0xcf],
	['euc-kr', 0xb0, 0xc8],
];
/** The part of the letters that has to be everyday ones; names hold others. */
const EVERYDAY_SHARE = 0.75;

const latinIn = (text: string) => [...text].filter((character) => character < '\u0100').length;

let everyday: ReadonlySet<string> | undefined;

/** The letters of the first level of the national character sets. Source: WHATWG, Encoding. */
function everydayLetters(): ReadonlySet<string> {
	if (everyday) return everyday;
	const letters = new Set<string>();
	for (const [label, first, last] of EVERYDAY) {
		const decoder = new TextDecoder(label);
		for (let row = first; row <= last; row += 1) {
			const bytes = new Uint8Array(94 * 2);
			for (let i = 0; i < 94; i += 1) bytes.set([row, 0xa1 + i], i * 2);
			for (const letter of decoder.decode(bytes)) if (MANY.test(letter)) letters.add(letter);
		}
	}
	everyday = letters;
	return letters;
}

/**
 * Whether all characters belong to one script or occur in all scripts, and not only to the latter. If they
 * may well be another text (`strict`), signs beyond Latin-1 and scripts with many letters prove nothing.
 */
export function isOneScript(text: string, strict: boolean): boolean {
	const own = [...text].filter((character) => !COMMON_CHARACTERS.test(character));
	if (own.length === 0) return EMOJI.test(text);
	const possible = WRITING_SCRIPTS.filter((script) => script.test(own[0]!));
	if (!possible.some((script) => own.every((character) => script.test(character)))) return false;
	const many = own.filter((character) => MANY.test(character));
	if (strict) return many.length === 0 && [...text].length === own.length + latinIn(text);
	const known = many.filter((character) => everydayLetters().has(character));
	return known.length >= many.length * EVERYDAY_SHARE;
}
