import { readIccid } from '../../../src/readings/iccid';
import { readImei } from '../../../src/readings/imei';

/* Long numbers that a program has held as numbers. */

test.each([
	'8988303000000700113.0',
	'89883030000007001130,00',
	'8.9883E+18',
	'8,98830300000701E+19',
])('%s is no ICCID, and its column should be text', (given) => {
	expect(readIccid(given)).toEqual({
		refused: expect.stringMatching(/Format its column as text/),
	});
});

test('digits with decimals are no IMEI: without the point, they would be that of another software version', () => {
	expect(readImei('352099001761481.0')).toEqual({
		refused: expect.stringMatching(/Format its column as text/),
	});
});

test.each([
	['898600B5200000700104', 'its character 7 is "B"'],
	['8988O30000007001149', 'its character 5 is "O"'],
])('%s is to be retyped whole: without its letter it would be another number', (given, shown) => {
	const { refused } = readIccid(given) as { refused: string };
	expect(refused).toContain(`${shown}. Retype the number, in digits alone`);
});
