import {
	type Bare,
	bare,
	describeValue,
	hasLostDigits,
	invisibleAt,
	mustBeText,
	textOf,
	wrongCharacter,
} from './given';

/* Long numbers of cards, devices and phones: text of digits, often in groups. */

/** The Luhn digit (ISO/IEC 7812) that follows some digits. */
export function luhnDigit(digits: string): number {
	let sum = 0;
	let isDoubled = true;
	for (let place = digits.length - 1; place >= 0; place -= 1) {
		const value = Number(digits[place]) * (isDoubled ? 2 : 1);
		sum += value > 9 ? value - 9 : value;
		isDoubled = !isDoubled;
	}
	return (10 - (sum % 10)) % 10;
}

/** The fault of a number whose last digit is not its Luhn digit; undefined when it is. */
export function luhnFault(digits: string, kind: string): string | undefined {
	const expected = luhnDigit(digits.slice(0, -1));
	const given = digits.slice(-1);
	return Number(given) === expected
		? undefined
		: `must be ${kind}: its check digit would be ${expected}, not ${given}`;
}

/** Forms in which spreadsheets and programs write long numbers that they hold as numbers, with what a refusal says. */
const AS_NUMBERS = [
	{
		is: /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i,
		said: 'a spreadsheet has rounded it. Format its column as text, and export it again',
	},
	{
		is: /^\d+[.,]0+$/,
		said: 'a program has held it as a number, which may have lost digits. Format its column as text, and export it again without decimals',
	},
];
const BLANK_IN_GROUPS = /[ \t\u00a0\u2007\u2009\u202f]+/g;
const HYPHEN_IN_GROUPS = /[-\u2010\u2011]/g;

/** The digits that a number may begin with, the fewest first. */
const KINDS = [
	{ is: /^\d{14,16}$/, kind: 'an IMEI' },
	{ is: /^89\d{16,18}F?$/i, kind: 'an ICCID' },
	{ is: /^\d{32}$/, kind: 'an EID' },
];
const kindOf = (digits: string): string =>
	KINDS.find(({ is }) => is.test(digits))?.kind ?? 'a number';

/** The fewest digits of a long number. */
const LONG = 14;

/** The long numbers in a text, where it has more than one. */
function severalIn(text: string): string[] {
	if (text.length <= 2 * LONG) return [];
	const blanks = text.split(/[^\dFf-]+/).filter((part) => part.replaceAll('-', '').length >= LONG);
	if (blanks.length > 1) return blanks;
	return text.split(/[^\dFf]+/).filter((part) => part.length >= LONG);
}

/**
 * The digits of a number, without what stands around them and between their groups; `rule` follows the field's label.
 * `filler`: whether an `F` may stand at the end.
 */
export function readDigits(
	given: unknown,
	rule: string,
	{ filler = false } = {},
): Bare | { refused: string } {
	if (hasLostDigits(given)) return { refused: mustBeText(given) };
	const plain = typeof given === 'boolean' ? undefined : textOf(given);
	const { text, changed } = bare(plain ?? '');
	const isEmpty = given === undefined || given === null || (plain !== undefined && text === '');
	if (isEmpty) return { refused: `${rule}, but it is empty: fill it in or remove it` };
	if (plain === undefined) return { refused: `${rule}, got ${describeValue(given)}` };
	if (/^\d+$/.test(text)) return { text, changed };
	const asNumber = AS_NUMBERS.find(({ is }) => is.test(text));
	if (asNumber) return { refused: `${rule}, got ${describeValue(text)}: ${asNumber.said}` };
	const hidden = invisibleAt(text);
	if (hidden >= 0) return { refused: wrongCharacter(rule, text, hidden) };
	const several = severalIn(text);
	if (several.length > 1) {
		const kinds = several.map((part) => kindOf(part.replaceAll('-', ''))).join(' and ');
		const all = `it holds ${several.length === 2 ? 'two' : several.length} numbers (${kinds})`;
		return { refused: `${rule}, got ${describeValue(text)}: ${all}. Keep only one in it` };
	}
	const between = new Set<string>();
	let digits = text;
	if (filler && /\dF$/i.test(digits)) {
		digits = digits.slice(0, -1);
		between.add('the filler F at its end was removed');
	}
	const joined = digits.replace(BLANK_IN_GROUPS, '');
	if (joined !== digits) between.add('the blanks between its groups were removed');
	const number = joined.replace(HYPHEN_IN_GROUPS, '');
	if (number !== joined) between.add('the hyphens between its groups were removed');
	if (/^\d+$/.test(number)) return { text: number, changed: [...changed, ...between] };
	const wrong = digits.search(/[^\d \t\u00a0\u2007\u2009\u202f\-\u2010\u2011]/);
	// Without a letter between its digits it would be another number.
	const remedy = 'Retype the number, in digits alone';
	return { refused: wrongCharacter(rule, text, Math.max(wrong, 0), { remedy }) };
}

/** The refusal of a number that has another number of digits. */
export const wrongLength = (rule: string, digits: string): string => {
	const kind = kindOf(digits);
	return `${rule}, got ${describeValue(digits)}, which has ${digits.length} digits${kind === 'a number' ? '' : `, as ${kind}`}`;
};
