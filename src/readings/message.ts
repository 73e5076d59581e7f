import { split } from 'split-sms';
import { isUnseen, type Read, shownCharacter } from './given';

/*
 * The text of an SMS. One character that GSM 7-bit does not have makes all of it UCS-2, with less than half the
 * characters in a part. Source of the alphabet: 3GPP TS 23.038, section 6.2.1.
 */

/**
 * What becomes of characters that GSM 7-bit does not have. `typographic`: those that only look better than a plain
 * one; `equal`: also letters that have a plain one; `asIs`: nothing is changed, and nothing refused.
 */
export type PlainCharacters = 'asIs' | 'equal' | 'off' | 'typographic';

/** All of ASCII that can be seen but the grave accent is in the alphabet; most messages have nothing else. */
const ASCII_IN_GSM7 = /^[\n\r -_a-~]*$/;

/** Whether GSM 7-bit has every character of a text, by its alphabet and the extension table. */
export const isGsm7 = (text: string): boolean =>
	ASCII_IN_GSM7.test(text) || split(text).characterSet === 'GSM';

/** Characters of typography, by what stands for them on a plain keyboard. */
const TYPOGRAPHIC: ReadonlyArray<readonly [signs: RegExp, plain: string]> = [
	[/[‘’‚‛′ʹʼ`´]/u, "'"],
	[/[“”„‟″«»]/u, '"'],
	[/[\u2010-\u2015\u2212]/u, '-'],
	[/…/u, '...'],
	[/[\t\p{Zs}]/u, ' '],
	[/[\u0085\p{Zl}\p{Zp}]/u, '\n'],
];

/** Letters and signs with a plain one that their decomposition in Unicode does not give. */
const LATIN: ReadonlyArray<readonly [letter: string, plain: string]> = [
	['đ', 'd'],
	['Đ', 'D'],
	['ð', 'd'],
	['Ð', 'D'],
	['ħ', 'h'],
	['Ħ', 'H'],
	['ı', 'i'],
	['ł', 'l'],
	['Ł', 'L'],
	['œ', 'oe'],
	['Œ', 'OE'],
	['ŧ', 't'],
	['Ŧ', 'T'],
	['þ', 'th'],
	['Þ', 'TH'],
	['×', 'x'],
	['⁄', '/'],
];
/** Capitals that the alphabet has once for Greek and Latin, in the same order. */
const GREEK = ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'] as const;

const EQUALS: ReadonlyMap<string, string> = new Map([
	...LATIN,
	...[...GREEK[0]].map((letter, i) => [letter, GREEK[1][i]!] as const),
]);

/** A character of typography as a plain one; nothing for one that nobody sees; any other as it is. */
function untypographic(character: string): string {
	if (isGsm7(character)) return character;
	if (isUnseen(character)) return '';
	return TYPOGRAPHIC.find(([signs]) => signs.test(character))?.[1] ?? character;
}

/** The same, and letters without what GSM 7-bit does not have of them. */
function withoutAccents(character: string): string {
	const plain = untypographic(character);
	if (isGsm7(plain)) return plain;
	const letters = plain.normalize('NFKD').replace(/\p{M}/gu, '');
	return [...letters].map((letter) => untypographic(EQUALS.get(letter) ?? letter)).join('');
}

/** A text in plain characters, as far as there are such. */
export const inPlainCharacters = (text: string): string => [...text].map(withoutAccents).join('');

/** Up to this many characters are named in words, and the others counted. */
const MOST_NAMED = 3;

/** Things in words: up to three, and how many more there are. */
const someOf = (named: string[]): string => {
	const more = named.length - MOST_NAMED;
	const shown = named.slice(0, MOST_NAMED).join(', ');
	return more > 0 ? `${shown} and ${more} more` : shown;
};

/** The characters that make a text UCS-2, each once; `places`: with the place where each stands first, from 1. */
export function beyondGsm7(text: string, { places }: { places: boolean }): string {
	const characters = [...text];
	const beyond = [...new Set(characters)].filter((character) => !isGsm7(character));
	return someOf(
		beyond.map((character) => {
			const place = places ? ` at ${characters.indexOf(character) + 1}` : '';
			return `${shownCharacter(character)}${place}`;
		}),
	);
}

/** The text in plain characters and what was replaced; undefined where it would still be UCS-2, or empty. */
function plainly(
	text: string,
	plainOf: (character: string) => string,
): { value: string; changed: string[] } | undefined {
	const replaced = new Map<string, string>();
	for (const character of text) {
		const plain = plainOf(character);
		if (plain !== character) replaced.set(character, plain);
	}
	const value = [...text].map((character) => replaced.get(character) ?? character).join('');
	if (value === '' || !isGsm7(value)) return undefined;
	const named = [...replaced].map(([character, plain]) =>
		plain === ''
			? `${shownCharacter(character)} was removed`
			: `${shownCharacter(character)} was replaced by "${plain}"`,
	);
	return { value, changed: [someOf(named)] };
}

/**
 * Reads the text of an SMS. Text of GSM 7-bit stays as it is. Accents that stand apart from their letters are joined
 * to them (NFC), which is the same text. Characters are replaced where all of the text then is GSM 7-bit. A text that
 * is UCS-2 only for characters that nobody sees is refused, unless it is to be sent as it is.
 */
export function readMessage(given: string, plain: PlainCharacters): Read<string> {
	if (plain === 'asIs' || isGsm7(given)) return { value: given, changed: [] };
	const joined = given.normalize('NFC');
	const isJoined = joined !== given && joined.length <= given.length;
	const value = isJoined ? joined : given;
	const changed = isJoined ? ['accents that stood apart were joined to their letters'] : [];
	if (isGsm7(value)) return { value, changed };
	if (plain !== 'off') {
		const read = plainly(value, plain === 'equal' ? withoutAccents : untypographic);
		if (read) return { value: read.value, changed: [...changed, ...read.changed] };
	}
	const characters = [...value];
	const isSeenGsm7 = isGsm7(characters.filter((character) => !isUnseen(character)).join(''));
	if (!isSeenGsm7) return { value, changed };
	const place = characters.findIndex(isUnseen);
	return {
		refused: `must not hold ${shownCharacter(characters[place]!)} at ${place + 1}, which nobody sees and which alone makes it UCS-2`,
	};
}
