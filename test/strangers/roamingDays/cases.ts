import { FIRST_DAY, RULES, RoamingFleet, START, type Days, type Rule } from './fleet';
import { reachedOn, truthAt, type Count, type PlayOptions, type Played } from './judge';
import { DAY, HOUR, MINUTE, iso } from '../incidents/world';

/** A fleet in whose time n8n is away for 40 days once. */
export function fleetOf(devices: number, months: number, seed: number): RoamingFleet {
	const from = START + Math.round(months * 30.44 * 0.45) * DAY + 7 * HOUR;
	return new RoamingFleet({ devices, months, seed, away: [{ from, until: from + 40 * DAY }] });
}

/** Asks for the counts at another minute of the day each time, not while n8n is away. */
export function optionsOf(fleet: RoamingFleet, everyDays: number): PlayOptions {
	const moments: number[] = [];
	for (let step = 1; ; step += 1) {
		const at = START + step * everyDays * DAY + ((step * 397) % 1_440) * MINUTE;
		if (at >= fleet.until) break;
		if (!fleet.isAway(at)) moments.push(at);
	}
	return {
		from: START,
		until: fleet.until,
		rules: RULES,
		warnDaysAhead: 21,
		pollMinutes: 60,
		away: fleet.options.away,
		moments,
	};
}

/** What a trigger would say that knows the truth. */
export function rightPlayed(fleet: RoamingFleet, options: PlayOptions): Played {
	const counted: Count[] = [];
	const told: Count[] = [];
	const count = (rule: Rule, key: string, days: Days, at: number): Count => {
		const truth = truthAt(days, rule, at, 'today');
		return {
			at,
			rule: rule.name,
			key,
			days_certain: truth,
			days_possible: truth,
			reaches_limit_on: null,
		};
	};
	for (const rule of options.rules)
		for (const [key, days] of fleet.truth(rule)) {
			for (const at of options.moments) counted.push(count(rule, key, days, at));
			for (const day of reachedOn(days, rule, fleet.days - 1)) {
				const at = (FIRST_DAY + day - options.warnDaysAhead) * DAY + HOUR;
				if (at < START) continue;
				const date = iso((FIRST_DAY + day) * DAY).slice(0, 10);
				told.push({ ...count(rule, key, days, at), reaches_limit_on: date });
			}
		}
	return { told, counted, bytes: [1_000_000], windowEnds: 'today' };
}
