import { mean, quantile } from './numbers';

/*
 * A level that has fallen or risen from one day to the next and has stayed: a customer has left or come. The days before
 * it say nothing of the level any more, and what looks like a trend across it is none.
 */

/** Days for which a level has to stay, and days back that a shift is looked for. */
const [LEAST_STAYED, MOST_STAYED] = [8, 56];
/** Days before a shift that it is compared with. */
const DAYS_BEFORE = 28;
/** Days next to a shift, on each side, that show whether it came at once. */
const BESIDE = 4;
/** The least shift, as a logarithm, and the share of it that those days show. */
const LEAST_SHIFT = Math.log(1.25);
const AT_ONCE = 0.75;
/** Share of the days of each side that may lie on the other's. */
const MAY_CROSS = 0.1;

/** The first day of the level that the last days of a history have had since a shift; 0 for no shift. */
export function shiftIn(level: readonly number[]): number {
	const end = level.length;
	const usual = mean(level);
	// A fiftieth: nothing and almost nothing are alike.
	const logs = level.map((amount) => Math.log(amount + 0.02 * usual + 1e-9));
	let [largest, since] = [0, 0];
	const first = Math.max(DAYS_BEFORE, end - MOST_STAYED);
	for (let day = first; day <= end - LEAST_STAYED; day++) {
		const [before, after] = [logs.slice(day - DAYS_BEFORE, day), logs.slice(day)];
		const shift = mean(after) - mean(before);
		const beside = mean(after.slice(0, BESIDE)) - mean(before.slice(-BESIDE));
		const isAtOnce = beside / shift > AT_ONCE;
		const [lower, upper] = shift < 0 ? [after, before] : [before, after];
		const isApart = quantile(lower, 1 - MAY_CROSS) < quantile(upper, MAY_CROSS);
		if (Math.abs(shift) > Math.max(LEAST_SHIFT, largest) && isAtOnce && isApart) {
			[largest, since] = [Math.abs(shift), day];
		}
	}
	return since;
}
