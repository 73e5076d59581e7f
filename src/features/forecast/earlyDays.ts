import { addedUp, type DayBand, type OpenDays } from './bands';
import { filled } from './forecaster';
import { mean, range } from './numbers';
import { type KeyDays, LEAST_PASSED, type Outlook } from './outlook';

/** The largest day may be topped by this share. */
const TOPPED = 1.3;

/** A short history: nothing may come any more, or the largest day again and growing as it has so far. */
export function earlyDays(amounts: Outlook['amounts'], keyDays: KeyDays): OpenDays {
	const { start, today, open, end, passed } = keyDays;
	const left = end - today;
	const seenToday = amounts[today] ?? 0;
	const isFirstDay = start === today;
	const least = isFirstDay ? LEAST_PASSED.ofFirstDay : LEAST_PASSED.usual;
	const paceToday = seenToday / Math.max(passed, least);
	const known = start < 0 ? [0] : isFirstDay ? [paceToday] : filled(amounts.slice(start, today));
	const most = TOPPED * Math.max(...known, seenToday);
	const usual = mean(known.slice(-7));
	const growth = 1 + left / (2 * Math.max(known.length, 2));
	const days = range(open, end).map((day): DayBand => {
		const seen = amounts[day] ?? 0;
		if (day > today) return { day, low: 0, middle: usual, high: most * growth };
		if (day < today) return { day, low: seen, middle: seen, high: Math.max(seen, most) };
		return { day, low: seen, middle: Math.max(seen, usual), high: Math.max(paceToday, most) };
	});
	return { days, rest: addedUp(days) };
}
