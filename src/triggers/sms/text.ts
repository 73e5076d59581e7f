import { isOneScript } from './script';

/* Texts of callbacks by their data coding scheme. Source: 3GPP TS 23.038, section 4. */

type Alphabet = 'GSM-7' | '8-bit' | 'UCS-2';

/** Data coding schemes by the names that gateways write, without blanks, hyphens and underscores. */
const DCS_BY_NAME: Record<string, number> = {
	gsm: 0,
	gsm7: 0,
	gsm7bit: 0,
	'7bit': 0,
	default: 0,
	'8bit': 4,
	binary: 4,
	octet: 4,
	ucs2: 8,
	utf16: 8,
	utf16be: 8,
	unicode: 8,
};

/** The data coding scheme of a name such as `UCS2`; undefined for any other text. */
export const dcsOfName = (name: string): number | undefined =>
	DCS_BY_NAME[name.toLowerCase().replace(/[\s_-]/g, '')];

/** How payloads are read: detected, as plain text, or as hexadecimal digits. */
export type PayloadEncoding = 'auto' | 'text' | 'hex';

/** The alphabet that a data coding scheme (0 to 255) names; reserved ones mean GSM 7-bit. */
function alphabetOfDcs(dcs: number): Alphabet {
	const group = dcs >> 4;
	if (group < 8) return (['GSM-7', '8-bit', 'UCS-2', 'GSM-7'] as const)[(dcs >> 2) & 3]!;
	if (group === 14) return 'UCS-2';
	if (group === 15) return (dcs & 4) === 0 ? 'GSM-7' : '8-bit';
	return 'GSM-7';
}

const isHex = (payloads: string[], digits: number) =>
	payloads.every((payload) => payload.length % digits === 0 && /^[0-9a-f]*$/i.test(payload)) &&
	payloads.some((payload) => payload !== '');

/** Characters that no text has. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * Whether hexadecimal digits are code units of UCS-2. A text of such digits looks the same, so they count
 * as code units only if at least half of the characters are below U+0100, or all belong to one script; and
 * only if none is a control character.
 */
function isUcs2(digits: string, text: string): boolean {
	if (CONTROL.test(text)) return false;
	const units = digits.length / 4;
	const latin = (digits.match(/.{4}/g) ?? []).filter((unit) => unit.startsWith('00')).length;
	if (latin * 2 >= units) return true;
	// Decimal digits are dates and numbers more often than letters.
	return units > 1 && isOneScript(text, !/[a-f]/i.test(digits));
}

/** Bytes as UTF-8 text, or null when they are no text. */
function utf8Of(bytes: Buffer): string | null {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return CONTROL.test(text) ? null : text;
	} catch {
		return null;
	}
}

const utf16Of = (bytes: Buffer): string => {
	const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
	return even.swap16().toString('utf16le');
};

/** What the payloads of a message hold. */
export interface DecodedText {
	/** Null for data that is no text. */
	text: string | null;
	encoding: Alphabet;
	/** Of an 8-bit message: its bytes as hexadecimal digits; null where they did not come whole. */
	data?: string | null;
}

/** Stands for bytes that were no UTF-8: they are lost. */
const LOST = '\ufffd';

/** An 8-bit message that did not come as hexadecimal digits. */
function plain8Bit(joined: string): DecodedText {
	const encoding = '8-bit';
	if (joined.includes(LOST)) return { text: null, encoding, data: null };
	if (!CONTROL.test(joined)) {
		return { text: joined, encoding, data: Buffer.from(joined, 'utf8').toString('hex') };
	}
	// One character per byte.
	const isBytes = !/[^\u0000-\u00ff]/.test(joined);
	return {
		text: null,
		encoding,
		data: isBytes ? Buffer.from(joined, 'latin1').toString('hex') : null,
	};
}

/**
 * The text of a message from the payloads of its parts, joined as bytes and decoded once. The
 * service sends text as UTF-8 in JSON, also of UCS-2 messages; where it sends code units instead
 * (as hexadecimal digits, or byte by byte) they are decoded. `text` is null for data that is no
 * text: `payload` of the item holds what came, and `data` the bytes of an 8-bit message.
 */
export function decodeText(
	payloads: string[],
	dcs: number,
	reading: PayloadEncoding = 'auto',
): DecodedText {
	const encoding = alphabetOfDcs(dcs);
	const joined = payloads.join('');
	if (reading === 'text') return { text: joined, encoding };
	if (encoding === 'UCS-2') {
		if (isHex(payloads, reading === 'hex' ? 2 : 4)) {
			const text = utf16Of(Buffer.from(joined, 'hex'));
			if (reading === 'hex' || isUcs2(joined, text)) return { text, encoding };
		}
		// One character per byte: a real text never contains NUL characters.
		const bytewise =
			payloads.every((payload) => payload.length % 2 === 0) &&
			joined.includes('\0') &&
			!/[^\u0000-\u00ff]/.test(joined);
		if (bytewise) return { text: utf16Of(Buffer.from(joined, 'latin1')), encoding };
	} else if ((encoding === '8-bit' || reading === 'hex') && isHex(payloads, 2)) {
		const text = utf8Of(Buffer.from(joined, 'hex'));
		return encoding === '8-bit'
			? { text, encoding, data: joined.toLowerCase() }
			: { text, encoding };
	}
	return encoding === '8-bit' ? plain8Bit(joined) : { text: joined, encoding };
}
