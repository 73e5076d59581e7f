import { readAmount } from '../../../src/readings/amount';

/* Amounts of files: they bill. */

const read = (given: unknown) => readAmount(given, 'must be a number', (n) => n >= 0);

test.each(['500 MB', '0.5GB', '500-', '(500)', '500,-', '~500', '5e2', '0x1F4', '1 000', '1.5.0'])(
	'%s is refused, with how it is written',
	(given) => {
		expect(read(given)).toEqual({
			refused: `must be a number, got "${given}": write it plain, in digits with one decimal sign at most, without units and signs for thousands`,
		});
	},
);

test.each(['unlimited', 'Infinity', true])('%s is no number', (given) => {
	expect(read(given)).toEqual({ refused: `must be a number, got ${JSON.stringify(given)}` });
});
