import { stub } from '../support/stub';
import { CellularIotError } from '../../src/errors';
import { foreignMessage, foreignName, oneLine } from '../../src/foreignText';
import { logAbout, logThat } from '../../nodes/CellularIot/shared/log';
import { describeValue } from '../../src/table/values';

/* Names and messages of others in lines of a log and in errors. */

/** Characters that break a line, hide, or change what a line shows. */
const BREAKS = [
	'\n',
	'\r\n',
	'\u2028',
	'\u2029',
	'\u0085',
	'\u001b[2K',
	'\u0000',
	'\u202e',
	'\ud800',
];

test.each(BREAKS)('%j does not reach a line', (text) => {
	const forged = `fleet${text}2026-03-01 | error | forged`;
	const lines = [
		oneLine(forged),
		foreignName(forged),
		foreignMessage(forged),
		describeValue(forged),
		new CellularIotError(forged, forged, 'refused').message,
		new CellularIotError(forged, forged, 'refused').hint,
	];
	for (const line of lines) {
		expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202e]/u);
		expect(line).toContain('fleet');
	}
});

test('a line of the log holds neither the breaks of a text nor those of the name of a node', () => {
	const lines: string[] = [];
	const context = stub<Parameters<typeof logAbout>[0]>({
		logger: { warn: (line: string) => lines.push(line), info: (line: string) => lines.push(line) },
		getNode: () => ({ name: 'a\nnode' }),
	});
	logAbout(context, 'one\ntwo');
	logThat(context, 'has\r\nended', 'info');
	expect(lines).toEqual(['"a node": one two', '"a node" has ended']);
});

test('names, messages and lines have an end, and keep whole characters and words of any script', () => {
	expect(foreignName('x'.repeat(5_000))).toHaveLength(120);
	expect(foreignMessage('x'.repeat(5_000))).toHaveLength(1_000);
	expect(oneLine('x'.repeat(50_000))).toHaveLength(8_000);
	expect(foreignName(`${'x'.repeat(118)}😀😀`)).toBe(`${'x'.repeat(118)}…`);
	expect(foreignName('Zähler 東京 😀 مضخة')).toBe('Zähler 東京 😀 مضخة');
	expect([foreignName(undefined), foreignName(null), foreignName(7)]).toEqual(['', '', '7']);
});
