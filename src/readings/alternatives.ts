import { bare, describeValue, invisibleAt, type Read, wrongCharacter } from './given';

const RULE = 'must be digits, with * for any, parted by | where it is one of several';

/** A character that no number has in which `*` stands for any digits; an address has dots, too. */
const WRONG = { digits: /[^\d*]/, address: /[^\d.*]/ };

function readPattern(given: string, of: keyof typeof WRONG): Read<string> {
	const { text, changed } = bare(given);
	const hidden = invisibleAt(text);
	const wrong = hidden >= 0 ? hidden : text.search(WRONG[of]);
	if (wrong >= 0) return { refused: wrongCharacter(RULE, text, wrong) };
	return /\d/.test(text)
		? { value: text, changed }
		: { refused: `${RULE}, got ${describeValue(given)}: without a digit it would fit everything` };
}

/** Reads what a filter of the service compares with: a number, several parted by `|` or `||`, or one with `*`. */
export function readAlternatives(
	given: unknown,
	read: (part: unknown) => Read<string>,
	of: keyof typeof WRONG = 'digits',
): Read<string> {
	if (typeof given !== 'string' || !/[|*]/.test(given)) return read(given);
	const changed: string[] = [];
	let value = '';
	// The signs between the parts stand at odd places.
	for (const [place, part] of given.split(/(\|+)/).entries()) {
		if (place % 2 === 1) {
			value += part;
			continue;
		}
		const one = part.includes('*') ? readPattern(part, of) : read(part);
		if ('refused' in one) return one;
		value += one.value;
		changed.push(...one.changed);
	}
	return { value, changed };
}
