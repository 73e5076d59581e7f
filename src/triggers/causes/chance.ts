/*
 * How likely it is that chance alone puts so many affected devices among those that share something: Fisher's exact
 * test, one-sided. The tail is a sum of hypergeometric terms, each in logarithms, so that no fleet is too large for
 * it. Source: R. A. Fisher, On the interpretation of chi-square from contingency tables, 1922.
 */

/** ln n! at the place n. */
const logFactorials: number[] = [0];

function logFactorial(n: number): number {
	for (let i = logFactorials.length; i <= n; i += 1) {
		logFactorials.push(logFactorials[i - 1]! + Math.log(i));
	}
	return logFactorials[n]!;
}

const logChoose = (n: number, k: number): number =>
	logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Devices in four numbers. */
export interface Counts {
	/** Devices that are compared. */
	all: number;
	/** Those of them that are affected. */
	affected: number;
	/** Those of them that share something. */
	sharing: number;
	/** Those that are affected and share it. */
	both: number;
}

/**
 * The natural logarithm of the probability that `both` or more of the `affected` devices are among the `sharing` ones,
 * if the affected ones are drawn from `all` by chance.
 */
export function logChance({ all, affected, sharing, both }: Counts): number {
	const least = Math.max(0, affected + sharing - all);
	if (both <= least) return 0;
	const most = Math.min(affected, sharing);
	const terms: number[] = [];
	for (let x = both; x <= most; x += 1) {
		terms.push(logChoose(sharing, x) + logChoose(all - sharing, affected - x));
	}
	const largest = terms.reduce((a, b) => Math.max(a, b), -Infinity);
	const sum = terms.reduce((total, term) => total + Math.exp(term - largest), 0);
	return Math.min(0, largest + Math.log(sum) - logChoose(all, affected));
}
