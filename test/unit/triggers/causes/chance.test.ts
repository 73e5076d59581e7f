import fc from 'fast-check';
import { logChance } from '../../../../src/triggers/causes/chance';

/* Fisher's exact test, compared with the sum of whole numbers. */

function choose(n: number, k: number): bigint {
	if (k < 0 || k > n) return 0n;
	let result = 1n;
	for (let i = 1; i <= k; i += 1) result = (result * BigInt(n - k + i)) / BigInt(i);
	return result;
}

/** The probability as a fraction of whole numbers. */
function exactChance(all: number, affected: number, sharing: number, both: number): number {
	let ways = 0n;
	for (let x = both; x <= Math.min(affected, sharing); x += 1)
		ways += choose(sharing, x) * choose(all - sharing, affected - x);
	return Number((ways * 10n ** 18n) / choose(all, affected)) / 1e18;
}

test('the lady tasting tea: all four cups of eight are 1 in 70, three or more 17 in 70', () => {
	const cups = { all: 8, affected: 4, sharing: 4 };
	expect(Math.exp(logChance({ ...cups, both: 4 }))).toBeCloseTo(1 / 70, 12);
	expect(Math.exp(logChance({ ...cups, both: 3 }))).toBeCloseTo(17 / 70, 12);
	expect(logChance({ ...cups, both: 0 })).toBe(0);
});

test('the chance of any four numbers is that of whole numbers', () => {
	const four = fc
		.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(60), fc.nat(60), fc.nat(60))
		.filter(([all, affected, sharing]) => affected <= all && sharing <= all)
		.filter(([, affected, sharing, both]) => both <= Math.min(affected, sharing));
	fc.assert(
		fc.property(four, ([all, affected, sharing, both]) => {
			const chance = Math.exp(logChance({ all, affected, sharing, both }));
			expect(chance).toBeCloseTo(exactChance(all, affected, sharing, both), 9);
		}),
	);
});

test('a chance that is too small for a number is one in logarithms', () => {
	const storm = { all: 50_000, affected: 9_000, sharing: 8_500, both: 8_400 };
	const log = logChance(storm);
	expect(Number.isFinite(log)).toBe(true);
	expect(log).toBeLessThan(-10_000);
	expect(logChance({ ...storm, both: 8_401 })).toBeLessThan(log);
});
