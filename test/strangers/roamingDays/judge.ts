import { FIRST_DAY, RULES, START, type Days, type RoamingFleet, type Rule } from './fleet';
import { DAY, iso } from '../incidents/world';

/*
 * Holds the days that a trigger has counted, and its warnings, against where the devices were.
 */

/** What is said of one device or SIM under one rule. */
export interface Count {
	at: number;
	/** Name of the rule. */
	rule: string;
	/** The first 14 digits of an IMEI, or the id of a SIM as text. */
	key: string;
	days_certain: number;
	days_possible: number;
	/** `YYYY-MM-DD`; null where it is not reached. */
	reaches_limit_on: string | null;
}

export interface Played {
	/** Warnings, each at the start of its run. */
	told: Count[];
	/** What would be reported at each of the moments asked for: all that has been in the country of a rule. */
	counted: Count[];
	/** Size of what n8n has stored for the trigger, at any moments. */
	bytes: number[];
	/** The last day of a window: that of the moment itself, or the one before. */
	windowEnds: 'today' | 'yesterday';
}

export interface PlayOptions {
	from: number;
	until: number;
	rules: Rule[];
	warnDaysAhead: number;
	pollMinutes: number;
	/** No poll in these times. */
	away: { from: number; until: number }[];
	/** When to count, in the order of time. */
	moments: number[];
}

/** Runs the trigger over the time of a fleet, in the order of time. */
export type Play = (fleet: RoamingFleet, options: PlayOptions) => Promise<Played> | Played;

export const MOST_BYTES = 4 * 1024 * 1024;
/** So much of a warning's days ahead is judged as the owner chose. */
const RHYTHM_DAYS = 28;

export interface Result {
	counts: number;
	/** Counts above the truth, or below it, each in words. */
	above: string[];
	below: string[];
	/** Whoever was there with signs, and is not in what was counted. */
	untold: string[];
	/** Forms that cannot be: more certain than possible, a key that does not exist. */
	wrong: string[];
	/** The truth, what is certain and possible, summed up: how much is known. */
	days: { truth: number; certain: number; possible: number };
	reached: number;
	/** Warned in time of those reached, whether it could be known or not. */
	warnedOfAll: number;
	knowable: number;
	warned: number;
	missed: string[];
	/** Warnings of what is not reached within 60 days of their date. */
	needless: number;
	told: number;
	/** Days between the date of a warning that came true and the day of the limit, the median. */
	datesOff: number;
	bytes: number;
}

const indexOf = (at: number): number => Math.floor(at / DAY) - FIRST_DAY;

/** Days of the truth in a window that ends on a day; on the day of the moment only what has been until then. */
export function truthAt(
	{ truth }: Days,
	{ window }: Rule,
	at: number,
	windowEnds: Played['windowEnds'],
): number {
	const today = indexOf(at);
	const last = windowEnds === 'today' ? today : today - 1;
	let count = 0;
	for (let day = Math.max(0, last - window + 1); day <= last; day += 1) {
		const from = truth[day]!;
		if (from === 0) continue;
		if (day < today || from - 1 <= (at % DAY) / 60_000) count += 1;
	}
	return count;
}

const countIn = (of: ArrayLike<number>, from: number, until: number): number => {
	let count = 0;
	for (let day = Math.max(0, from); day <= until; day += 1) if (of[day]! > 0) count += 1;
	return count;
};

/** A limit that is left for fewer days is not reached anew: who crosses daily leaves and reaches it. */
const QUIET_DAYS = 30;

/** Days on which a limit is reached anew. */
export function reachedOn({ truth }: Days, { days, window }: Rule, until: number): number[] {
	const reached: number[] = [];
	let count = 0;
	let last = -Infinity;
	for (let day = 0; day <= until; day += 1) {
		if (truth[day]! > 0) count += 1;
		if (day >= window && truth[day - window]! > 0) count -= 1;
		if (count < days) continue;
		if (day - last > QUIET_DAYS) reached.push(day);
		last = day;
	}
	return reached;
}

/**
 * Whether somebody who has read the feed could know on a day that the limit is reached by another: with the
 * days that were seen, if the device goes on as in the last 28 days.
 */
export function isKnowable({ seen }: Days, rule: Rule, day: number, by: number): boolean {
	const rhythm = countIn(seen, day - RHYTHM_DAYS + 1, day) / RHYTHM_DAYS;
	if (rhythm === 0) return false;
	let count = countIn(seen, day - rule.window + 1, day);
	for (let next = day + 1; next <= by; next += 1) {
		count += rhythm;
		if (next - rule.window >= 0 && seen[next - rule.window]! > 0) count -= 1;
		if (count >= rule.days) return true;
	}
	return false;
}

export function judged(fleet: RoamingFleet, played: Played, options: PlayOptions): Result {
	const result: Result = {
		counts: played.counted.length,
		above: [],
		below: [],
		untold: [],
		wrong: [],
		days: { truth: 0, certain: 0, possible: 0 },
		reached: 0,
		warnedOfAll: 0,
		knowable: 0,
		warned: 0,
		missed: [],
		needless: 0,
		told: played.told.length,
		datesOff: 0,
		bytes: Math.max(0, ...played.bytes),
	};
	if (played.bytes.length === 0) result.wrong.push('no size of the stored state is given');
	const ruleOf = new Map(RULES.map((rule) => [rule.name, rule]));
	const counted = new Map<string, Count>();
	for (const count of [...played.counted, ...played.told]) {
		const rule = ruleOf.get(count.rule);
		const word = `${iso(count.at)} ${count.rule} ${count.key}: ${count.days_certain} to ${count.days_possible}`;
		if (!rule) {
			result.wrong.push(`${word}: no such rule`);
			continue;
		}
		const days = fleet.truth(rule).get(count.key);
		const truth = days ? truthAt(days, rule, count.at, played.windowEnds) : 0;
		if (!days && !isKnownKey(fleet, rule, count.key)) result.wrong.push(`${word}: no such device`);
		if (!(count.days_certain <= count.days_possible && count.days_possible <= rule.window))
			result.wrong.push(`${word}: in a window of ${rule.window}`);
		if (count.days_certain > truth) result.above.push(`${word}, really ${truth}`);
		if (count.days_possible < truth) result.below.push(`${word}, really ${truth}`);
	}
	for (const count of played.counted) {
		const key = `${count.at} ${count.rule} ${count.key}`;
		if (counted.has(key)) result.wrong.push(`${iso(count.at)} ${count.rule} ${count.key} twice`);
		counted.set(key, count);
	}
	for (const at of options.moments)
		for (const rule of options.rules)
			for (const [key, days] of fleet.truth(rule)) {
				const truth = truthAt(days, rule, at, played.windowEnds);
				if (truth === 0) continue;
				const count = counted.get(`${at} ${rule.name} ${key}`);
				result.days.truth += truth;
				result.days.certain += count?.days_certain ?? 0;
				result.days.possible += count?.days_possible ?? 0;
				if (count) continue;
				const today = indexOf(at);
				// Signs of yesterday and before have come; those before the start may not have been read.
				const from = Math.max(today - rule.window + 2, indexOf(START) + 1);
				if (countIn(days.seen, from, today - 1) >= 2)
					result.untold.push(`${iso(at)} ${rule.name} ${key}: really ${truth}`);
			}
	judgeWarnings(fleet, played, options, result);
	return result;
}

/** A device or SIM that never was in the country may be named, too. */
const isKnownKey = (fleet: RoamingFleet, rule: Rule, key: string): boolean =>
	fleet.units.some(({ imei, assignments }) =>
		rule.by === 'imei' ? imei === key : assignments.some(({ sim }) => String(sim) === key),
	);

function judgeWarnings(
	fleet: RoamingFleet,
	{ told }: Played,
	options: PlayOptions,
	result: Result,
): void {
	const toldOf = new Map<string, Count[]>();
	for (const each of told) {
		const key = `${each.rule} ${each.key}`;
		const list = toldOf.get(key) ?? [];
		list.push(each);
		toldOf.set(key, list);
	}
	const off: number[] = [];
	const useful = new Set<Count>();
	const last = indexOf(options.until) - 1;
	for (const rule of options.rules)
		for (const [key, days] of fleet.truth(rule)) {
			const list = toldOf.get(`${rule.name} ${key}`) ?? [];
			for (const day of reachedOn(days, rule, last)) {
				const from = (FIRST_DAY + day - rule.window) * DAY;
				const before = list.filter(({ at }) => at >= from && at < (FIRST_DAY + day + 1) * DAY);
				for (const each of before) {
					useful.add(each);
					if (each.reaches_limit_on === null) continue;
					off.push(Math.abs(indexOf(Date.parse(each.reaches_limit_on)) - day));
				}
				const ahead = day - options.warnDaysAhead;
				// The trigger has to have worked for the span of a rhythm.
				if (ahead - RHYTHM_DAYS < indexOf(START)) continue;
				result.reached += 1;
				const isWarned = before.some(({ at }) => at < (FIRST_DAY + ahead + 1) * DAY);
				if (isWarned) result.warnedOfAll += 1;
				// It can be known two days before, when n8n was there.
				const isAway = options.away.some(
					(each) => indexOf(each.from) <= ahead && indexOf(each.until) + RHYTHM_DAYS >= ahead - 1,
				);
				if (isAway || !isKnowable(days, rule, ahead - 2, day)) continue;
				result.knowable += 1;
				if (isWarned) result.warned += 1;
				else {
					const first = before[0] ? `warned ${iso(before[0].at)}` : 'not warned';
					result.missed.push(
						`${rule.name} ${key}: reached ${iso((FIRST_DAY + day) * DAY).slice(0, 10)}, ${first}`,
					);
				}
			}
			for (const each of list) {
				if (useful.has(each)) continue;
				const date = each.reaches_limit_on ? Date.parse(each.reaches_limit_on) : each.at;
				// What is to come after the end is not known here.
				if (date + 60 * DAY > options.until) continue;
				const on = reachedOn(days, rule, last);
				const isReached = on.some(
					(day) => day >= indexOf(each.at) && day <= indexOf(date + 60 * DAY),
				);
				const isAlready = truthAt(days, rule, each.at, 'today') >= rule.days;
				if (!isReached && !isAlready) result.needless += 1;
			}
		}
	off.sort((a, b) => a - b);
	result.datesOff = off[Math.floor(off.length / 2)] ?? 0;
}

/** The figures in lines. */
export function report(title: string, result: Result): string {
	const { days, above, below, untold, wrong, missed } = result;
	const percent = (part: number, of: number): string =>
		of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`;
	return [
		`${title}: ${result.counts} counts, ${above.length} certain above the truth, ${below.length} possible below it, ` +
			`${untold.length} not counted, ${wrong.length} that cannot be; certain ${percent(days.certain, days.truth)} and ` +
			`possible ${percent(days.possible, days.truth)} of the true days`,
		`${result.reached} limits reached, warned in time of ${result.warnedOfAll}; ${result.knowable} of them to be known in ` +
			`time, warned of ${result.warned} (${percent(result.warned, result.knowable)}); ${result.told} warnings, ${result.needless} of a limit that is not ` +
			`reached, their dates off by ${result.datesOff} days (median); state at most ${(result.bytes / 1024 / 1024).toFixed(2)} MB`,
		...above.slice(0, 12).map((text) => `- above: ${text}`),
		...below.slice(0, 12).map((text) => `- below: ${text}`),
		...untold.slice(0, 12).map((text) => `- not counted: ${text}`),
		...wrong.slice(0, 12).map((text) => `- cannot be: ${text}`),
		...missed.slice(0, 12).map((text) => `- late: ${text}`),
	].join('\n');
}
