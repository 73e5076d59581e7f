/* Sums, means, quantiles and ranges. */

export const sum = (of: readonly number[]) => of.reduce((all, value) => all + value, 0);
/** The mean; 0 for no numbers. */
export const mean = (of: readonly number[]) => sum(of) / Math.max(of.length, 1);

/** A quantile from 0 to 1; 0 for no numbers. */
export function quantile(of: readonly number[], share: number): number {
	const sorted = [...of].sort((a, b) => a - b);
	const at = share * (sorted.length - 1);
	const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
	return below + (above - below) * (at - Math.floor(at));
}
export const median = (of: readonly number[]) => quantile(of, 0.5);

/** A quantile of numbers that count by their weights; 0 for no numbers. */
export function weighedQuantile(
	of: readonly number[],
	weights: readonly number[],
	share: number,
): number {
	const sorted = of.map((value, i) => ({ value, weight: weights[i]! }));
	sorted.sort((a, b) => a.value - b.value);
	let left = share * sum(weights);
	for (const { value, weight } of sorted) {
		left -= weight;
		if (left <= 0) return value;
	}
	return sorted.at(-1)?.value ?? 0;
}

/** The sum before each of some numbers, and that of all. */
export function sumsBefore(of: readonly number[]): number[] {
	const sums = [0];
	for (const value of of) sums.push(sums.at(-1)! + value);
	return sums;
}

/** The whole numbers from one to before another. */
export const range = (from: number, to: number): number[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
