import { split } from 'split-sms';
import { beyondGsm7, inPlainCharacters, isGsm7 } from '../../../readings/message';

/** `8-bit` stands for everything whose characters only the device understands. */
type Encoding = 'GSM-7' | 'UCS-2' | '8-bit';

interface SmsPart {
	payload: string;
	/** Hex User Data Header; absent when there is one part only. */
	udh?: string;
}

interface SplitText {
	encoding: Encoding;
	/** Data coding scheme: the one that was asked for, else 0 (GSM 7-bit) or 8 (UCS-2). */
	dcs: number;
	parts: SmsPart[];
}

/** Parts are numbered in one byte. Source: specification, `050003XXYYZZ`. */
export const MAX_PARTS = 255;

const hexByte = (n: number) => n.toString(16).toUpperCase().padStart(2, '0');

/** The header of part `part` of `total`. Source: specification, Send SMS. */
const udhOf = (reference: number, total: number, part: number): string =>
	`050003${hexByte(reference)}${hexByte(total)}${hexByte(part)}`;

/** Bytes of user data in one SMS, its header included. Source: 3GPP TS 23.040. */
const USER_DATA = 140;
/** Most characters in one SMS of any alphabet. Source: specification, Limits. */
const PAYLOAD = 160;

/** The alphabet of a data coding scheme; `8-bit` for compressed and reserved ones. */
export function alphabetOf(dcs: number): Encoding {
	const general = dcs < 0x80;
	// Source: 3GPP TS 23.038, section 4.
	if (general) {
		const compressed = (dcs & 0x20) !== 0;
		const alphabet = (dcs & 0x0c) >> 2;
		return compressed || alphabet % 2 === 1 ? '8-bit' : alphabet === 0 ? 'GSM-7' : 'UCS-2';
	}
	const group = dcs >> 4;
	if (group === 0xc || group === 0xd) return 'GSM-7';
	if (group === 0xe) return 'UCS-2';
	return group === 0xf && (dcs & 0x04) === 0 ? 'GSM-7' : '8-bit';
}

const splitAs = (text: string, alphabet?: Encoding) =>
	split(text, alphabet === 'UCS-2' ? { characterset: 'Unicode' } : undefined);

/** Characters a text takes (two for those of the extension table), and how many fit into one SMS. */
export function measureText(text: string, dcs?: number, udh = ''): { takes: number; fit: number } {
	const alphabet = dcs === undefined ? undefined : alphabetOf(dcs);
	const room = USER_DATA - udh.length / 2;
	if (alphabet === '8-bit') return { takes: [...text].length, fit: PAYLOAD };
	const { characterSet, bytes } = splitAs(text, alphabet);
	return characterSet === 'GSM'
		? { takes: bytes, fit: Math.floor((room * 8) / 7) }
		: { takes: bytes / 2, fit: Math.floor(room / 2) };
}

/**
 * Splits text for sending: GSM 03.38 (160, or 153 a part) where its alphabet and extension table have
 * every character, else UCS-2 (70, or 67 a part). A character of two units is never cut. `reference` (0 to
 * 255) is the same in all parts of a message. A `dcs` sets the alphabet, whatever the text; text in the
 * device's own alphabet is not split.
 */
export function splitText(text: string, reference: number, dcs?: number): SplitText {
	const alphabet = dcs === undefined ? undefined : alphabetOf(dcs);
	if (alphabet === '8-bit') return { encoding: alphabet, dcs: dcs!, parts: [{ payload: text }] };
	const { characterSet, parts } = splitAs(text, alphabet);
	const gsm = characterSet === 'GSM';
	return {
		encoding: gsm ? 'GSM-7' : 'UCS-2',
		dcs: dcs ?? (gsm ? 0 : 8),
		parts:
			parts.length === 1
				? [{ payload: text }]
				: parts.map(({ content }, i) => ({
						payload: content,
						udh: udhOf(reference, parts.length, i + 1),
					})),
	};
}

const inParts = (parts: number): string => `${parts} ${parts === 1 ? 'part' : 'parts'}`;

/** What a text takes, as items and dry runs say it. */
interface TextFacts {
	/** Characters as a part counts them: two for those of the extension table of GSM 7-bit, and for an emoji. */
	characters: number;
	encoding: Encoding;
	parts: number;
	/** The characters that make it UCS-2, with their places, and its parts; only where no coding scheme was asked for. */
	ucs2_because?: string;
}

/** What a text takes. `dcs` and `udh` are those that were asked for. */
export function factsOf(text: string, dcs?: number, udh?: string): TextFacts {
	const { encoding, parts } = splitText(text, 0, dcs);
	const isChosen = encoding === 'UCS-2' && dcs === undefined;
	return {
		characters: measureText(text, dcs, udh).takes,
		encoding,
		parts: parts.length,
		...(isChosen && { ucs2_because: ucs2Because(text, { places: true }) }),
	};
}

/** The parts of a text in plain characters; undefined where it has characters without a plain one. */
function partsIfPlain(text: string): number | undefined {
	const plain = inPlainCharacters(text);
	return isGsm7(plain) ? splitText(plain, 0).parts.length : undefined;
}

/** Why a text is UCS-2, and how many parts that makes of it. */
function ucs2Because(text: string, how: { places: boolean }): string {
	const parts = splitText(text, 0).parts.length;
	const ifPlain = partsIfPlain(text);
	const instead = ifPlain !== undefined && ifPlain < parts ? ` instead of ${ifPlain}` : '';
	return `UCS-2 because of ${beyondGsm7(text, how)}: ${inParts(parts)}${instead}`;
}

/** Why a text takes more parts than it would in plain characters; undefined where it does not. */
export function dearerBecause(text: string, dcs?: number): string | undefined {
	if (dcs !== undefined || isGsm7(text)) return undefined;
	const ifPlain = partsIfPlain(text);
	const isDearer = ifPlain !== undefined && splitText(text, 0).parts.length > ifPlain;
	return isDearer ? ucs2Because(text, { places: false }) : undefined;
}
