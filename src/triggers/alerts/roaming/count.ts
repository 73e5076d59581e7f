import { marksOf } from './days';
import type { Counted, DaysByCountry, Subject } from './memory';

/*
 * How many days of a rule's window were spent in its country: for certain, at most, and probably; and how that goes
 * on. Nothing here knows a law: a rule is a number of days within a number of days.
 */

/** A rule, with the numbers of its countries. */
export interface Limit {
	/** The number of days that reaches it. */
	days: number;
	/** The days that it looks back on, today included. */
	windowDays: number;
	countries: readonly number[];
}

/** A day as it is counted. */
interface Day {
	/** It was there: something has shown it. */
	isCertain: boolean;
	/** It was seen somewhere. */
	isKnown: boolean;
	/** Nobody read the feed on it, or not all of it. */
	isUnread: boolean;
	/** It may have been there. */
	isPossible: boolean;
	/** It was there for certain, or was not seen elsewhere since it was there. */
	isLikely: boolean;
	/** The same, and nothing was seen of it since. */
	isOfPresentStay: boolean;
}

export interface Count {
	certain: number;
	possible: number;
	likely: number;
	/** Days of the window on which it was not seen anywhere. */
	unknown: number;
	/** Days of the window on which nobody read the feed, or not all of it. */
	unread: number;
	/**
	 * In how many days the limit is reached if it goes on as before; 0 where it is reached, undefined where that does not
	 * come.
	 */
	reachesIn: number | undefined;
	/** The same by the certain days, those of the present stay, and their pace alone. */
	surelyReachesIn: number | undefined;
	/** The same if it was there on each day that is possible, and stays. */
	reachesAtLeastIn: number;
	/** In how many days it is not near the limit any more, if it was there on each possible day and has left now. */
	isBelowIn: number;
	/** In how many days it would reach the limit if it stayed from now on. */
	staysIn: number;
}

/** The spans before today by which its own rhythm is judged; the whole window is one, too. */
const RHYTHMS = [7, 28];
/** A device that was not seen for longer has probably left, unless it was silent for as long before. */
const PATIENCE_DAYS = 30;

const marksIn = (days: DaysByCountry, length: number, wanted: (country: number) => boolean) => {
	const all = [...days].filter(([country]) => wanted(country));
	const marks = all.map(([, own]) => marksOf(own, length));
	return (day: number): boolean => marks.some((own) => own[day] === true);
};

/** The days of the window, the earliest first; `today` counts from the first day that is kept. */
function daysOf(
	subject: Subject,
	{ countries, windowDays }: Limit,
	{ today, from, holes }: { today: number; from: number; holes: Counted['holes'] },
	open: readonly DaysByCountry[],
): Day[] {
	const length = today + 1;
	const isHere = (country: number) => countries.includes(country);
	const here = marksIn(subject.days, length, isHere);
	const anywhere = marksIn(subject.days, length, () => true);
	const maybe = [subject.maybe, ...open].map((days) => marksIn(days, length, isHere));
	const isUnread = (day: number) =>
		day < 0 || holes.some(([first, last]) => day + from >= first && day + from <= last);
	/** Seen on a day, and not there. */
	const isAway = (day: number) => anywhere(day) && !here(day);
	const first = today - windowDays + 1;
	const days: Day[] = [];
	for (let day = first; day <= today; day++) {
		const isOpen = isUnread(day) || maybe.some((marked) => marked(day));
		// Between two places it may have been in either; and today is not over.
		const isElsewhere = [day - 1, day, day + 1].every(isAway) && !isOpen;
		days.push({
			isCertain: here(day),
			isKnown: anywhere(day),
			isUnread: isUnread(day),
			isPossible: !isElsewhere,
			isLikely: here(day),
			isOfPresentStay: false,
		});
	}
	fillLikely(days, subject, isHere);
	return days;
}

/** Takes a device to have been there before it was first seen after days that nobody has read, or at all. */
function fillBefore(days: Day[], seen: number): void {
	let first = seen;
	while (first > 0 && !days[first - 1]!.isKnown && !days[first - 1]!.isUnread) first -= 1;
	const isArrivalUnseen = first === 0 || days[first - 1]!.isUnread;
	if (isArrivalUnseen) for (let day = first; day < seen; day++) days[day]!.isLikely = true;
}

/** Takes a device to be still there on days without a sign of it, until it is seen elsewhere, and for a part of that day. */
function fillLikely(
	days: Day[],
	{ last, sessionAt }: Subject,
	isHere: (country: number) => boolean,
): void {
	const known = [...days.keys()].filter((i) => days[i]!.isKnown);
	for (const i of known) if (days[i]!.isCertain) fillBefore(days, i);
	let longest = 0;
	for (const [n, i] of known.entries()) {
		const next = known[n + 1];
		const end = next ?? days.length;
		const gap = end - i - 1;
		let stayed = days[i]!.isCertain;
		if (next === undefined) {
			const isSilent = gap > Math.max(PATIENCE_DAYS, longest) && sessionAt === undefined;
			stayed = last !== undefined && isHere(last.country) && !isSilent;
		}
		longest = Math.max(longest, gap);
		if (!stayed) continue;
		for (let day = i + 1; day < end; day++)
			Object.assign(days[day]!, { isLikely: true, isOfPresentStay: next === undefined });
		if (next !== undefined) days[next]!.isLikely = true;
	}
}

const numberOf = (days: readonly Day[], is: (day: Day) => boolean): number =>
	days.reduce((sum, day) => sum + (is(day) ? 1 : 0), 0);

/**
 * After how many days a window that slides on holds as many days as the limit, where each day to come counts `share`;
 * undefined where it never does.
 */
function reachedAfter(
	days: readonly Day[],
	is: (day: Day) => boolean,
	{ days: limit, windowDays }: Limit,
	share: number,
): number | undefined {
	let count = numberOf(days, is);
	for (let after = 0; after <= windowDays; after++) {
		if (count >= limit - 1e-9) return after;
		const leaving = days[after];
		count += share - (leaving && is(leaving) ? 1 : 0);
	}
	return undefined;
}

/** The largest share of days of a kind in the last week, the last four weeks, and the window. */
function shareOf(days: readonly Day[], is: (day: Day) => boolean): number {
	const first = days.findIndex(({ isKnown }) => isKnown);
	if (first < 0) return 0;
	const since = days.slice(first);
	return Math.max(
		...[...RHYTHMS, since.length].map((length) => {
			const span = since.slice(-length);
			return numberOf(span, is) / span.length;
		}),
	);
}

/** After how many days without another one the possible days are fewer than the limit. */
function belowAfter(days: readonly Day[], { days: limit }: Limit): number {
	let count = numberOf(days, ({ isPossible }) => isPossible);
	let after = 0;
	while (count >= limit) {
		if (days[after]!.isPossible) count -= 1;
		after += 1;
	}
	return after;
}

/** Counts the days of a subject in a window that ends today; undefined where none of them is certain. */
export function countDays(
	subject: Subject,
	limit: Limit,
	kept: { today: number; from: number; holes: Counted['holes'] },
	open: readonly DaysByCountry[] = [],
): Count | undefined {
	if (!limit.countries.some((country) => subject.days.has(country))) return undefined;
	const days = daysOf(subject, limit, kept, open);
	const certain = numberOf(days, ({ isCertain }) => isCertain);
	if (certain === 0) return undefined;
	const isLikely = (day: Day) => day.isLikely;
	const isPossible = (day: Day) => day.isPossible;
	const isSure = (day: Day) => day.isCertain || day.isOfPresentStay;
	return {
		certain,
		possible: numberOf(days, isPossible),
		likely: numberOf(days, isLikely),
		unknown: numberOf(days, ({ isKnown }) => !isKnown),
		unread: numberOf(days, ({ isUnread }) => isUnread),
		reachesIn: reachedAfter(days, isLikely, limit, shareOf(days, isLikely)),
		surelyReachesIn: reachedAfter(days, isSure, limit, shareOf(days, isSure)),
		reachesAtLeastIn: reachedAfter(days, isPossible, limit, 1) ?? limit.days,
		isBelowIn: belowAfter(days, limit),
		staysIn: reachedAfter(days, isLikely, limit, 1) ?? limit.days,
	};
}
