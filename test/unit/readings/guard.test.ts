import fc from 'fast-check';
import { bare } from '../../../src/readings/given';
import { guarded, unguarded } from '../../../src/readings/guard';

/* Text that a spreadsheet would take for a formula. */

test.each([
	['+49-pump', "'+49-pump"],
	['=1+1', "'=1+1"],
	['@all', "'@all"],
	['-5', '-5'],
	["'=1", "''=1"],
	['\tx', "'\tx"],
	['＝x', "'＝x"],
	['a;=1', "a;'=1"],
	['a\n "-x', 'a\n\' "-x'],
	["a;'=1", "a;''=1"],
	['a;-5;+x', "a;-5;'+x"],
	["it's", "it's"],
	["'quoted'", "'quoted'"],
	['', ''],
])('%j is written as %j, and read as it was', (text, cell) => {
	expect(guarded(text)).toBe(cell);
	expect(unguarded(cell)).toBe(text);
});

test('an apostrophe that keeps a spreadsheet from reading a number is taken away', () => {
	expect(unguarded("'-5")).toBe('-5');
	expect(unguarded("'+4917")).toBe('+4917');
});

test.each([
	["'+4917", '+4917'],
	["'=SUM(A1)", '=SUM(A1)'],
	["'＝x", '＝x'],
	["'8988303000000000017", '8988303000000000017'],
	["'\t17", '17'],
])('a value %j is read as %j, and the apostrophe is said', (cell, text) => {
	expect(bare(cell)).toEqual({
		text,
		changed: expect.arrayContaining([expect.stringContaining("apostrophe '")]),
	});
});

test('an apostrophe before a letter belongs to the value', () => {
	expect(bare("'t Gooi")).toEqual({ text: "'t Gooi", changed: [] });
});

const signs = fc.string({
	unit: fc.constantFrom(...'=+-@＝\t\r\n;\'" ,a5.'.split('')),
	maxLength: 12,
});

test('every text is read as it was written, and never begins a formula in the file', () => {
	fc.assert(
		fc.property(signs, (text) => {
			const cell = guarded(text);
			expect(unguarded(cell)).toBe(text);
			if (!/^[-+]?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@＝\t\r\n]/);
		}),
		{ numRuns: 2000 },
	);
});
