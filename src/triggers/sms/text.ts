/* Texts of callbacks by their data coding scheme. Source: 3GPP TS 23.038, section 4. */

export type Alphabet = 'GSM-7' | '8-bit' | 'UCS-2';

/** The alphabet that a data coding scheme (0 to 255) names; reserved ones mean GSM 7-bit. */
export function alphabetOf(dcs: number): Alphabet {
	const group = dcs >> 4;
	if (group < 8) return (['GSM-7', '8-bit', 'UCS-2', 'GSM-7'] as const)[(dcs >> 2) & 3]!;
	if (group === 14) return 'UCS-2';
	if (group === 15) return (dcs & 4) === 0 ? 'GSM-7' : '8-bit';
	return 'GSM-7';
}

const isHex = (payload: string, digits: number) =>
	payload.length >= digits && payload.length % digits === 0 && /^[0-9a-f]+$/i.test(payload);

/**
 * UCS-2 written as hexadecimal digits. A text of such digits looks the same, so that it counts as
 * hexadecimal only when most of its characters are below U+0100, or all are from one block and the
 * digits are not all decimal.
 */
function isUcs2Hex(payload: string): boolean {
	if (!isHex(payload, 4)) return false;
	const high = (payload.match(/.{4}/g) ?? []).map((unit) => unit.slice(0, 2).toLowerCase());
	const latin = high.filter((byte) => byte === '00').length;
	if (latin * 2 >= high.length) return true;
	return high.length > 1 && new Set(high).size === 1 && /[a-f]/i.test(payload);
}

/** Bytes as UTF-8 text, or undefined when they are no text. */
function utf8Of(bytes: Buffer): string | undefined {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

const utf16Of = (bytes: Buffer): string => {
	let text = '';
	for (let at = 0; at + 1 < bytes.length; at += 2)
		text += String.fromCharCode(bytes.readUInt16BE(at));
	return text;
};

/**
 * The text of a payload. The service sends text as UTF-8 in JSON, also of UCS-2 messages; where it
 * sends code units instead (as hexadecimal digits, or byte by byte) they are decoded. `text` is
 * null for 8-bit data that is no text.
 */
export function decodeText(
	payload: string,
	dcs: number,
): { text: string | null; encoding: Alphabet } {
	const encoding = alphabetOf(dcs);
	if (encoding === 'UCS-2') {
		if (isUcs2Hex(payload)) return { text: utf16Of(Buffer.from(payload, 'hex')), encoding };
		// One character a byte: a text of its own never has NUL characters.
		const bytewise =
			payload.length % 2 === 0 && /^[\u0000-\u00ff]*\u0000[\u0000-\u00ff]*$/.test(payload);
		if (bytewise) return { text: utf16Of(Buffer.from(payload, 'latin1')), encoding };
	}
	if (encoding === '8-bit' && isHex(payload, 2)) {
		return { text: utf8Of(Buffer.from(payload, 'hex')) ?? null, encoding };
	}
	return { text: payload, encoding };
}
