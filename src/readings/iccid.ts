import { luhnDigit, luhnFault, readDigits, wrongLength } from './digits';
import type { Read } from './given';

/* ICCIDs: the service knows a SIM by 19 digits; on its card stand 20. Source: specification. */

const RULE = 'must be an ICCID of 19 digits (20 with the check digit)';

/** The 19 digits the service knows it by. */
export const bareIccid = (value: string): string => value.slice(0, 19);

/**
 * Reads an ICCID; gives the 19 digits that the service knows it by. Its check digit is proven where it has one: 19
 * digits may have one or not, 18 are taken only with it.
 */
export function readIccid(given: unknown): Read<string> {
	const read = readDigits(given, RULE, { filler: true });
	if ('refused' in read) return read;
	const { text, changed } = read;
	if (text.length < 18 || text.length > 20) return { refused: wrongLength(RULE, text) };
	const fault = text.length === 19 ? undefined : luhnFault(text, 'an ICCID');
	// Most numbers of 18 digits have lost one.
	if (fault !== undefined && text.length === 18)
		return { refused: `${wrongLength(RULE, text)}: its last is no check digit` };
	if (fault === undefined) return { value: bareIccid(text), changed };
	return {
		refused: `${fault}, got "${text}". Compare it with the card; a spreadsheet that holds it as a number changes its last digits: format the column as text`,
	};
}

/** Reads an ICCID; gives it with its check digit, 20 digits, as it stands on the card. */
export function readIccidOfCard(given: unknown): Read<string> {
	const read = readIccid(given);
	if ('refused' in read || read.value.length !== 19) return read;
	return { ...read, value: `${read.value}${luhnDigit(read.value)}` };
}

/** Reads an ICCID as `read` does, or its first digits, fewer than an ICCID has. */
export function readBeginning(
	given: unknown,
	read: (given: unknown) => Read<string>,
): Read<string> {
	const digits = readDigits(given, RULE, { filler: true });
	if ('refused' in digits || digits.text.length >= 18) return read(given);
	return { value: digits.text, changed: digits.changed };
}
