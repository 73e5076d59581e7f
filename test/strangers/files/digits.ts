/**
 * Check digits, from the public standards alone. Proven by `npx tsx test/strangers/files/digits.ts`
 * on numbers that standards and vendors print.
 */

/** The Luhn digit (ISO/IEC 7812) that belongs after these digits: of an ICCID, or of 14 of an IMEI. */
export function luhnDigit(body: string): string {
	let sum = 0;
	for (let place = 0; place < body.length; place += 1) {
		const digit = Number(body[body.length - 1 - place]);
		const doubled = place % 2 === 0 ? digit * 2 : digit;
		sum += doubled > 9 ? doubled - 9 : doubled;
	}
	return String((10 - (sum % 10)) % 10);
}

export function withLuhn(body: string): string {
	return body + luhnDigit(body);
}

/** An EID from its first 30 digits: 98 less the remainder by 97 with `00` at the end (SGP.02, SGP.29). */
export function eidOf(body: string): string {
	const rest = Number(BigInt(`${body}00`) % 97n);
	return body + String(98 - rest).padStart(2, '0');
}

export function isEid(digits: string): boolean {
	return /^\d{32}$/.test(digits) && BigInt(digits) % 97n === 1n;
}

/** A digit that is not the one given: to make wrong numbers of right ones. */
export function otherDigit(digit: string): string {
	return String((Number(digit) + 1) % 10);
}

/** The same digits with another last one. */
export function wrongAtEnd(digits: string): string {
	return digits.slice(0, -1) + otherDigit(digits.slice(-1));
}

/** The same digits with another one at a place, counted from 1. */
export function wrongAt(digits: string, place: number): string {
	return digits.slice(0, place - 1) + otherDigit(digits[place - 1]!) + digits.slice(place);
}

/** The serial number of a day in a spreadsheet: days since 30 December 1899, after March 1900. */
export function serialOf(year: number, month: number, day: number): number {
	return (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** ICCIDs of the invented supplier: 19 digits without the check digit, as the service's `iccid`. */
export function sim19(number: number): string {
	return `898830300000${String(number).padStart(7, '0')}`;
}

/** The same with the check digit: 20 digits, as the service's `iccid_with_luhn`. */
export function sim20(number: number): string {
	return withLuhn(sim19(number));
}

function proofs(): string[] {
	const proven: [string, boolean][] = [
		// A test card's digits, worked out on a maker's page: the sum is 64, so the digit is 6.
		['Luhn of 896588081210001114 is 6', luhnDigit('896588081210001114') === '6'],
		// Worked out on a page about IMEISV: the sum is 55, so the digit is 5.
		['Luhn of 35576205279323 is 5', luhnDigit('35576205279323') === '5'],
		// The IMEI that textbooks print.
		['Luhn of 49015420323751 is 8', luhnDigit('49015420323751') === '8'],
		// EIDs that a chip maker prints as valid, from SGP.02's annex.
		['an EID of SGP.02', isEid('89001012012341234012345678901224')],
		['another', isEid('89001567010203040506070809101152')],
		['a third', isEid('89044011112233441122334411223321')],
		['made again', eidOf('890010120123412340123456789012') === '89001012012341234012345678901224'],
		['a wrong one', !isEid('89001012012341234012345678901225')],
		// A bug report of n8n: 2026-07-02 comes as 46205.
		['serial of 2026-07-02', serialOf(2026, 7, 2) === 46205],
	];
	return proven.filter(([, holds]) => !holds).map(([what]) => what);
}

if (process.argv[1]?.endsWith('digits.ts')) {
	const failed = proofs();
	console.log(failed.length === 0 ? 'all proofs hold' : `failed: ${failed.join('; ')}`);
	process.exitCode = failed.length === 0 ? 0 : 1;
}
