import { split } from 'split-sms';

export type Encoding = 'GSM-7' | 'UCS-2';

export interface SmsPart {
	payload: string;
	/** Hex User Data Header; absent when there is one part only. */
	udh?: string;
}

export interface SplitText {
	encoding: Encoding;
	/** Data coding scheme: 0 GSM 7-bit, 8 UCS-2. */
	dcs: 0 | 8;
	parts: SmsPart[];
}

/** Parts are numbered in one byte. Source: specification, `050003XXYYZZ`. */
export const MAX_PARTS = 255;

const hexByte = (n: number) => n.toString(16).toUpperCase().padStart(2, '0');

/** The header of part `part` of `total`. Source: specification, Send SMS. */
export const udhOf = (reference: number, total: number, part: number): string =>
	`050003${hexByte(reference)}${hexByte(total)}${hexByte(part)}`;

/** Bytes of user data in one SMS, its header included. Source: 3GPP TS 23.040. */
const USER_DATA = 140;

const splitAs = (text: string, dcs?: number) =>
	split(text, dcs === 8 ? { characterset: 'Unicode' } : undefined);

/** Characters a text takes (two for those of the extension table), and how many fit into one SMS. */
export function measureText(text: string, dcs?: number, udh = ''): { takes: number; fit: number } {
	const { characterSet, bytes } = splitAs(text, dcs);
	const room = USER_DATA - udh.length / 2;
	return characterSet === 'GSM'
		? { takes: bytes, fit: Math.floor((room * 8) / 7) }
		: { takes: bytes / 2, fit: Math.floor(room / 2) };
}

/**
 * Splits text for sending: GSM 03.38 (160, or 153 a part) where every character is in its
 * alphabet or extension table, else UCS-2 (70, or 67 a part). Characters that take two places
 * are never cut. `reference` (0 to 255) is the same in all parts of a message; a `dcs` of 8 makes
 * it UCS-2 whatever the text.
 */
export function splitText(text: string, reference: number, dcs?: number): SplitText {
	const { characterSet, parts } = splitAs(text, dcs);
	const gsm = characterSet === 'GSM';
	return {
		encoding: gsm ? 'GSM-7' : 'UCS-2',
		dcs: gsm ? 0 : 8,
		parts:
			parts.length === 1
				? [{ payload: text }]
				: parts.map(({ content }, i) => ({
						payload: content,
						udh: udhOf(reference, parts.length, i + 1),
					})),
	};
}
