import { bare, describeValue, textOf, type Read } from './given';

/** Words for true and false: of the form, of scripts, of databases and of spreadsheets in other languages. */
const TRUE = new Set(['true', 'yes', '1', 'on', 'ja', 'si', 'sí', 'oui', 'wahr']);
const FALSE = new Set(['false', 'no', '0', 'off', 'nein', 'non', 'falsch']);

/** Reads a truth value, or a word for it in any case. */
export function readFlag(given: unknown): Read<boolean> {
	if (typeof given === 'boolean') return { value: given, changed: [] };
	const { text, changed } = bare(textOf(given) ?? '');
	const word = text.normalize('NFC').toLowerCase();
	if (TRUE.has(word)) return { value: true, changed };
	if (FALSE.has(word)) return { value: false, changed };
	const words = 'yes and no, on and off, 1 and 0 are taken, too';
	return { refused: `must be true or false (${words}), got ${describeValue(given)}` };
}

/** Whether a switch that may be left out is on. */
export function isOn(given: unknown): boolean {
	const read = readFlag(given);
	return 'value' in read && read.value;
}
