/** Numbering plans and small conversions for cellular identifiers. */

/** Start of every seeded ICCID; 6 digits of the SIM's id follow, 19 digits in all. */
export const ICCID_PREFIX = '8988303000000';

/** The ICCID (19 digits, no Luhn digit) of the seeded SIM with this id. */
export const iccidOf = (serial: number) => ICCID_PREFIX + String(serial).padStart(6, '0');

/** The Luhn check digit of a string of digits. */
export function luhnDigit(digits: string): string {
	let sum = 0;
	for (let index = 0; index < digits.length; index += 1) {
		let digit = Number(digits[digits.length - 1 - index]);
		if (index % 2 === 0) {
			digit *= 2;
			if (digit > 9) digit -= 9;
		}
		sum += digit;
	}
	return String((10 - (sum % 10)) % 10);
}

/** IMEISV (16 digits) → IMEI with its Luhn digit, without the software version (15 digits). */
export function imeiWithLuhn(imeisv: string): string {
	const imei = imeisv.slice(0, 14);
	return imei + luhnDigit(imei);
}

/** Dotted IPv4 → number, or undefined. */
export function parseIp(text: unknown): number | undefined {
	if (typeof text !== 'string' || !/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
	const parts = text.split('.').map(Number);
	if (parts.some((part) => part > 255)) return undefined;
	return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** Number → dotted IPv4. */
export const formatIp = (ip: number) =>
	[24, 16, 8, 0].map((shift) => Math.floor(ip / 2 ** shift) % 256).join('.');

const GSM_BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');

/** Length in septets of the GSM 7-bit alphabet (TS 23.038), or undefined when it does not fit. */
export function gsmLength(text: string): number | undefined {
	let length = 0;
	for (const character of text) {
		if (GSM_BASIC.has(character)) length += 1;
		else if (GSM_EXTENSION.has(character)) length += 2;
		else return undefined;
	}
	return length;
}

/** A small deterministic random generator: 0 ≤ n < 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** The EID of a card: 30 digits that begin with 89, and the two check digits of mod 97 (GSMA SGP.02). */
export function eidOf(id: number): string {
	const body = `89033023${String(id).padStart(22, '0')}`;
	const check = 98n - ((BigInt(body) * 100n) % 97n);
	return body + String(check).padStart(2, '0');
}
