import {
	bare,
	describeValue,
	hasLostDigits,
	invisibleAt,
	type Read,
	wrongCharacter,
} from './given';

/** One sign and three digits after one to three: in some countries thousands, in others decimals. */
const AMBIGUOUS = /^-?([1-9]\d{0,2})[.,](\d{3})$/;
const NUMBER = /^-?\d+([.,]\d+)?$/;
const PLAINLY =
	'write it plain, in digits with one decimal sign at most, without units and signs for thousands';

/** Reads a number, of which there is one meaning only; `rule` follows the field's label. */
export function readAmount(
	given: unknown,
	rule: string,
	fits: (n: number) => boolean,
): Read<number> {
	const refuse = (why = '') => ({ refused: `${rule}, got ${describeValue(given)}${why}` });
	if (typeof given === 'number') {
		const isRight = Number.isFinite(given) && fits(given);
		return isRight ? { value: given, changed: [] } : refuse();
	}
	if (typeof given !== 'string') return refuse();
	const { text, changed } = bare(given);
	const hidden = invisibleAt(text);
	if (hidden >= 0) return { refused: wrongCharacter(rule, text, hidden) };
	const [, whole, rest] = AMBIGUOUS.exec(text) ?? [];
	if (whole !== undefined && rest !== undefined) {
		const small = Number(text.replace(',', '.'));
		const sign = text.startsWith('-') ? '-' : '';
		return refuse(
			`: it may mean ${small} or ${sign}${whole}${rest}. Write the one that is meant, plain and without signs for thousands`,
		);
	}
	if (!NUMBER.test(text)) return refuse(/\p{Nd}/u.test(text) ? `: ${PLAINLY}` : '');
	const value = Number(text.replace(',', '.'));
	if (hasLostDigits(value) || !fits(value)) return refuse();
	const comma = text.includes(',') ? ['the comma in it was read as the decimal sign'] : [];
	return { value, changed: [...changed, ...comma] };
}
