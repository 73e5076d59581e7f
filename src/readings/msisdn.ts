import { readDigits, wrongLength } from './digits';
import { bare, describeValue, textOf, type Read } from './given';

/* Numbers of phones and SIMs. Source: ITU-T E.164: the country's code first, at most 15 digits. */

const RULE = 'must be a number with the country code, of 7 to 15 digits';

/** Reads an MSISDN; gives its digits without `+`, as the service has them. */
export function readMsisdn(given: unknown): Read<string> {
	const refuse = (why: string) => ({ refused: `${RULE}, got ${describeValue(given)}: ${why}` });
	const { text, changed } = bare(textOf(given) ?? '');
	if (/\(0\)/.test(text)) return refuse('the (0) is not dialled after the country code: remove it');
	const parts = text.split(/[/;,|]/).filter((part) => part.replace(/\D/g, '').length >= 7);
	if (parts.length > 1) return refuse('it holds two numbers: keep only one in it');
	const unbracketed = text.replace(/\((\d+)\)/g, '$1');
	if (unbracketed !== text) changed.push('the brackets in it were removed');
	const prefix = /^(\+|00)/.exec(unbracketed)?.[0];
	if (prefix === '+') changed.push('the plus + before it was removed');
	if (prefix === '00') changed.push('the international prefix 00 was removed');
	const rest = unbracketed.slice(prefix?.length ?? 0);
	const read = readDigits(
		prefix || text !== unbracketed || changed.length > 0 ? rest : given,
		RULE,
	);
	if ('refused' in read) return read;
	const { text: digits } = read;
	if (digits.startsWith('0')) return refuse('it has no country code: write it as +…');
	if (digits.length < 7 || digits.length > 15) return refuse(`it has ${digits.length} digits`);
	return { value: digits, changed: [...changed, ...read.changed] };
}

const IMSI_RULE = 'must be an IMSI of 14 or 15 digits';

/** Reads an IMSI. Source: ITU-T E.212: at most 15 digits. */
export function readImsi(given: unknown): Read<string> {
	const read = readDigits(given, IMSI_RULE);
	if ('refused' in read) return read;
	const { text, changed } = read;
	const isRight = text.length === 14 || text.length === 15;
	return isRight ? { value: text, changed } : { refused: wrongLength(IMSI_RULE, text) };
}
