import fc from 'fast-check';
import {
	lookOf,
	looksLike,
	matchName,
	otherSpellings,
	refusedTwin,
	shownSpelling,
	trimmedName,
} from '../../../src/readings/name';

/* Names as people write them. */

const NFC = 'Café';
const NFD = NFC.normalize('NFD');

test.each([
	['an accent apart', NFD, NFC],
	['a character that is not seen', 'pump\u200b-new', 'pump-new'],
	['a soft hyphen', 'pump\u00ad-new', 'pump-new'],
	['a mark of byte order', '\ufeffpump', 'pump'],
	['a mark of direction', 'pump\u200e', 'pump'],
	['another blank', 'Hall\u00a07', 'Hall 7'],
	['several blanks', 'Hall  \t 7', 'Hall 7'],
	['a line break', 'Hall\r\n7', 'Hall 7'],
	['a blank around it', ' Hall 7\u3000', 'Hall 7'],
	['an accent behind a character that is not seen', 'Cafe\u200b\u0301', NFC],
])('%s does not change the look of a name', (_, name, clean) => {
	expect(lookOf(name)).toBe(clean);
	expect(looksLike(name, clean)).toBe(true);
});

test.each([
	['pump', 'Pump'],
	['pump-1', 'pump-01'],
	['pump 1', 'pump1'],
	['Cafe', NFC],
	['pump-1', 'pump_1'],
	// Cyrillic: another letter is another name.
	['A', 'А'],
])('%j and %j are two names', (a, b) => {
	expect(looksLike(a, b)).toBe(false);
});

const things = (...names: string[]) => names.map((name, i) => ({ id: i + 1, name }));
const idsOf = (name: string, all: ReturnType<typeof things>) => {
	const { found, isByLook } = matchName(all, (thing) => [thing.name], name);
	return [found.map(({ id }) => id), isByLook];
};

test('an exact name comes first, then one with blanks around it, then one of the same look', () => {
	expect(idsOf(NFC, things(NFD, NFC))).toEqual([[2], false]);
	expect(idsOf('pump', things('pump ', 'pump'))).toEqual([[2], false]);
	expect(idsOf('pump', things('pu\u200bmp', 'pump\u00a0'))).toEqual([[2], false]);
	expect(idsOf(NFC, things('x', NFD))).toEqual([[2], true]);
	expect(idsOf('Hall 7', things('Hall\u00a07', 'Hall  7'))).toEqual([[1, 2], true]);
	expect(idsOf('y', things('x'))).toEqual([[], false]);
});

test('a thing without a name has none', () => {
	expect(matchName([{ name: null }, {}], (e: { name?: null }) => [e.name], '').found).toEqual([]);
});

test('what is not seen is shown', () => {
	expect(shownSpelling('pump-new\u200b')).toBe('pump-new\\u200b');
	expect(shownSpelling(NFD)).toBe('Cafe\\u0301');
	expect(shownSpelling('Hall\u00a07 b')).toBe('Hall\\u00a07 b');
	expect(shownSpelling('tag\u{E0041}')).toBe('tag\\udb40\\udc41');
	expect(refusedTwin('a\u200b', [{ id: 7, name: 'a' }])).toContain(
		'"a\\u200b" (U+200B) looks like "a" (ID 7)',
	);
});

const hostile = fc.string({
	unit: fc.constantFrom(
		'a',
		'é',
		'e\u0301',
		' ',
		'\u00a0',
		'\u200b',
		'\ufeff',
		'\n',
		'\u00ad',
		'7',
	),
});

test('a look is its own look, and every other spelling has it', () => {
	fc.assert(
		fc.property(hostile, (name) => {
			const look = lookOf(name);
			expect(lookOf(look)).toBe(look);
			expect(lookOf(trimmedName(name))).toBe(look);
			for (const spelling of otherSpellings(name)) expect(lookOf(spelling)).toBe(look);
		}),
	);
});
