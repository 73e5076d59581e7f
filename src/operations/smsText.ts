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

/**
 * Splits text for sending: GSM 03.38 (160, or 153 a part) where every character is in its
 * alphabet or extension table, else UCS-2 (70, or 67 a part). Characters that take two places
 * are never cut. `reference` (0 to 255) is the same in all parts of a message.
 */
export function splitText(text: string, reference: number): SplitText {
	const { characterSet, parts } = split(text);
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
