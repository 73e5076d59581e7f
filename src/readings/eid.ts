import { readDigits, wrongLength } from './digits';
import type { Read } from './given';

const RULE = 'must be an EID of 32 digits';

/** The last two digits of an EID, after its first 30. Source: GSMA SGP.02 and SGP.29: mod 97. */
const eidCheckDigits = (first30: string): string =>
	String(98n - ((BigInt(first30) * 100n) % 97n)).padStart(2, '0');

/** Reads an EID, whose check digits are proven: with one digit wrong it may be no other card's. */
export function readEid(given: unknown): Read<string> {
	const read = readDigits(given, RULE);
	if ('refused' in read) return read;
	const { text, changed } = read;
	if (text.length !== 32) return { refused: wrongLength(RULE, text) };
	const expected = eidCheckDigits(text.slice(0, 30));
	return expected === text.slice(30)
		? { value: text, changed }
		: {
				refused: `must be an EID: its two check digits would be ${expected}, not ${text.slice(30)}, got "${text}". Compare it with the card or its label`,
			};
}
