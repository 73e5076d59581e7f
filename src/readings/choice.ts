import { bare, describeValue, textOf, type Read } from './given';

interface Choice<T> {
	name: string;
	value: T;
}

/** An entry as a refusal lists it: its label, and its value where that is another word. */
const listed = ({ name, value }: Choice<string | number>): string =>
	name.toLowerCase() === String(value).toLowerCase() ? name : `${name} (${value})`;

/** Reads one of a fixed set: its value, or its label as the form shows it, each in any case. */
export function readChoice<T extends string | number>(
	given: unknown,
	choices: ReadonlyArray<Choice<T>>,
): Read<T> {
	if (given === '')
		return { refused: `must be chosen: ${choices.map(({ name }) => name).join(', ')}` };
	const isText = typeof given === 'string' || typeof given === 'number';
	const { text, changed } = bare((isText ? textOf(given) : undefined) ?? '');
	const word = text.toLowerCase();
	const known =
		choices.find(({ value }) => String(value) === text) ??
		choices.find(({ name }) => name.toLowerCase() === word) ??
		choices.find(({ value }) => String(value).toLowerCase() === word);
	if (known && isText) return { value: known.value, changed };
	return {
		refused: `must be one of ${choices.map(listed).join(', ')}, got ${describeValue(given)}`,
	};
}
