import { readAddress, readIpv4 } from '../../../src/readings/address';
import { readAlternatives } from '../../../src/readings/alternatives';

/* IP addresses of forms, files and filters. */

const AROUND = 'the blanks around it were removed';

test.each([
	['10.64.0.2', []],
	[' 10.64.0.2', [AROUND]],
	['\u00a010.64.0.2\u00a0', [AROUND]],
	['="10.64.0.2"', ['the formula ="…" around it was removed']],
])('%j is read, and what was around it is said', (given, changed) => {
	expect(readIpv4(given)).toEqual({ value: '10.64.0.2', changed });
});

test.each([
	['10.64.0.256', '0 to 255'],
	['10.64.0', 'four numbers'],
	['10.64.0.2.', 'four numbers'],
	['10.64.0.2/32', 'its character 10 is "/"'],
	['10.64.\u200b0.2', 'its character 7 is \\u200B'],
	['10.64.0. 2', 'its character 9 is a blank'],
	['pump-17', 'its character 1 is "p"'],
	['', 'got ""'],
	[17, 'got 17'],
	[null, 'got null'],
])('%j is refused with its fault', (given, fault) => {
	expect(readIpv4(given)).toEqual({ refused: expect.stringContaining(fault) });
	expect(readIpv4(given)).toEqual({ refused: expect.stringMatching(/^must be an IPv4 address/) });
});

test.each(['10.64.0.2', '2001:db8::17', '::1'])('%s is an address of either kind', (text) => {
	expect(readAddress(` ${text}`)).toEqual({ value: text, changed: [AROUND] });
});

test.each(['10.64.0.300', '2001:db8::1::2', 'arctic', ''])('%j is none', (text) => {
	expect(readAddress(text)).toEqual({ refused: expect.stringMatching(/^must be an IPv4 or IPv6/) });
});

test('a filter takes several, and * for digits, each without what is around it', () => {
	const read = (given: unknown) => readAlternatives(given, readIpv4, 'address');
	expect(read('10.64.0.2 || 10.64.0.3')).toMatchObject({ value: '10.64.0.2||10.64.0.3' });
	expect(read('10.64.*')).toEqual({ value: '10.64.*', changed: [] });
	expect(read('10.64.0.2|10.64.0.300')).toHaveProperty('refused');
	expect(read('*')).toHaveProperty('refused');
	expect(read('10.x.*')).toEqual({ refused: expect.stringContaining('its character 4 is "x"') });
});
