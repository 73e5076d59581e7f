import fc from 'fast-check';
import { isGsm7, type PlainCharacters, readMessage } from '../../../src/readings/message';
import { BASIC, EXTENDED } from '../../support/gsm7';

/* The text of an SMS before it is sent. */

const CHOICES: PlainCharacters[] = ['asIs', 'equal', 'off', 'typographic'];

const gsm7 = fc.string({ unit: fc.constantFrom(...BASIC, ...EXTENDED) });
/** Text with what people and their programs put into messages. */
const anyText = fc.string({
	unit: fc.oneof(
		fc.constantFrom(...BASIC, ...EXTENDED),
		fc.constantFrom('’', '“', '…', '\u00a0', '\u200b', '\ufeff', 'ç', 'é', 'e\u0301', '😀', 'я'),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
	),
});

const valueOf = (text: string, plain: PlainCharacters) => {
	const read = readMessage(text, plain);
	return 'refused' in read ? undefined : read.value;
};

test('the alphabet is that of the standard', () => {
	for (let code = 0; code <= 0xffff; code++) {
		const character = String.fromCharCode(code);
		expect([character, isGsm7(character)]).toEqual([
			character,
			[...BASIC, ...EXTENDED].includes(character),
		]);
	}
});

test.each(CHOICES)('text of GSM 7-bit never changes: %s', (plain) => {
	fc.assert(
		fc.property(gsm7, (text) => {
			expect(readMessage(text, plain)).toEqual({ value: text, changed: [] });
		}),
	);
});

test('without replacements, what is sent is the same text by NFC, and never longer', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			const value = valueOf(text, 'off');
			if (value === undefined) return;
			expect(value.normalize('NFC')).toBe(text.normalize('NFC'));
			expect(value.length).toBeLessThanOrEqual(text.length);
		}),
	);
});

test('a text and the same with accents apart are sent as one', () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(...BASIC) }), (text) => {
			expect(valueOf(text.normalize('NFD'), 'off')).toBe(text);
		}),
	);
});

test.each<PlainCharacters>(['equal', 'typographic'])(
	'characters are replaced only where all of the text then is GSM 7-bit: %s',
	(plain) => {
		fc.assert(
			fc.property(anyText, (text) => {
				const value = valueOf(text, plain);
				if (value !== undefined && !isGsm7(value)) expect(value).toBe(valueOf(text, 'off'));
			}),
		);
	},
);

test('a text that is to be sent as it is never changes and is never refused', () => {
	fc.assert(fc.property(anyText, (text) => expect(valueOf(text, 'asIs')).toBe(text)));
});

test.each([
	['It’s “on” – now…', `It's "on" - now...`, ['’', '“', '”']],
	['21\u00a0C', '21 C', ['\\u00A0']],
	['RE\u200bBOOT\ufeff', 'REBOOT', ['\\u200B', '\\uFEFF']],
])('typography in %j becomes plain, and is named', (given, value, named) => {
	const read = readMessage(given, 'typographic');
	expect(read).toEqual({ value, changed: [expect.any(String)] });
	for (const character of named)
		expect(JSON.stringify(read)).toContain(JSON.stringify(character).slice(1, -1));
});

test.each([
	['Provençe', 'Provence'],
	['Łódź', 'Lodz'],
	['Œuvre 5', 'OEuvre 5'],
	['ﬁrmware ½ ²', 'firmware 1/2 2'],
	['ΑΘΗΝΑ', 'AΘHNA'],
	['x\u030c', 'x'],
])('letters in %j become plain with Equal, and stay with Typographic', (given, value) => {
	expect(valueOf(given, 'equal')).toBe(value);
	expect(valueOf(given, 'typographic')).toBe(given);
});

test.each(['Привет', '21 °C', '😀 ok', '你好'])('%j has no equal, and stays', (text) => {
	for (const plain of CHOICES)
		expect(readMessage(text, plain)).toEqual({ value: text, changed: [] });
});

test.each([
	['REBOOT\u200b', '\\u200B at 7'],
	['\ufeffREBOOT', '\\uFEFF at 1'],
	['RE\u00adBOOT', '\\u00AD at 3'],
	[`${'a'.repeat(300)}\u2060`, '\\u2060 at 301'],
	['\u200b', '\\u200B at 1'],
	['€\u0000', '\\u0000 at 2'],
])('%j is refused, since only what nobody sees makes it UCS-2', (text, named) => {
	expect(readMessage(text, 'off')).toEqual({
		refused: `must not hold ${named}, which nobody sees and which alone makes it UCS-2`,
	});
});

test.each(['Привет\u200b', '👩\u200d🔧 ok', '’\ufeff'])('%j is UCS-2 anyway, and is sent', (text) =>
	expect(valueOf(text, 'off')).toBe(text),
);
