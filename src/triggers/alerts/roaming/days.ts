/*
 * Sets of days as text: four days a digit of hexadecimal, the earliest day in its highest bit, and no digit after
 * the last day. Days are numbers from 0, the first one that is kept. A month of days takes eight letters.
 */

export type Days = string;

export const DAYS_PER_DIGIT = 4;

const bitOf = (day: number): number => 1 << (DAYS_PER_DIGIT - 1 - (day % DAYS_PER_DIGIT));

const digitAt = (days: Days, day: number): number =>
	Number.parseInt(days[Math.floor(day / DAYS_PER_DIGIT)] ?? '0', 16);

const hasDay = (days: Days, day: number): boolean =>
	day >= 0 && (digitAt(days, day) & bitOf(day)) !== 0;

/** Whether one of some days is in the set, the last one included. */
export function hasAnyDay(days: Days, from: number, to: number): boolean {
	for (let day = from; day <= to; day++) if (hasDay(days, day)) return true;
	return false;
}

/** The set with another day; a day before the first one that is kept is left out. */
export function withDay(days: Days, day: number): Days {
	if (day < 0 || hasDay(days, day)) return days;
	const place = Math.floor(day / DAYS_PER_DIGIT);
	const digit = (digitAt(days, day) | bitOf(day)).toString(16);
	const before = days.slice(0, place).padEnd(place, '0');
	return before + digit + days.slice(place + 1);
}

/** The days of both sets. */
export function bothDays(a: Days, b: Days): Days {
	const [long, short] = a.length >= b.length ? [a, b] : [b, a];
	const common = [...short].map((digit, i) =>
		(Number.parseInt(digit, 16) | Number.parseInt(long[i]!, 16)).toString(16),
	);
	return common.join('') + long.slice(short.length);
}

/** The set without the days of its first digits; the day after them becomes day 0. */
export const withoutDigits = (days: Days, digits: number): Days => days.slice(digits);

/** Whether each day is in the set, for the days from 0 to the last one asked for. */
export function marksOf(days: Days, length: number): boolean[] {
	const marks = new Array<boolean>(length).fill(false);
	for (let place = 0; place < days.length; place++) {
		const digit = Number.parseInt(days[place]!, 16);
		for (let i = 0; digit > 0 && i < DAYS_PER_DIGIT; i++) {
			const day = place * DAYS_PER_DIGIT + i;
			if (day < length && (digit & bitOf(i)) !== 0) marks[day] = true;
		}
	}
	return marks;
}
