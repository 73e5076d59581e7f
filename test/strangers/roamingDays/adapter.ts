import type { EventSlice } from '../../../src/readers/eventSlice';
import type { Json } from '../../../src/table/define';
import { schemaOf } from '../../../src/table/checks';
import type { Alert } from '../../../src/triggers/alerts/alert';
import { PLACE_TYPES } from '../../../src/triggers/alerts/roaming/evidence';
import { roamingFields } from '../../../src/triggers/alerts/roaming/fields';
import { roamingDays } from '../../../src/triggers/alerts/roamingDays';
import { beginFeed, type FeedState, pollFeed } from '../../../src/triggers/feed/feed';
import { Watcher } from '../../unit/triggers/alerts/alerts';
import { COUNTRIES, DAY, HOUR, MINUTE } from '../incidents/world';
import type { RoamingFleet, Rule } from './fleet';
import type { Count, Play, PlayOptions } from './judge';

/*
 * Plays the alert Roaming Days over a fleet, with the feed as the trigger reads it: from its last place on, with its
 * overlap, each event once. The alert starts from its stored state at each poll.
 */

/** The overlap of the form. */
const OVERLAP_MS = 10 * MINUTE;
/** A trigger that is behind in the feed goes on after this time. */
const NEXT_POLL_MS = MINUTE;
/**
 * The time between two polls, in a large fleet and in others. Polls by the hour give the same counts, and take
 * longer: the state of 5,000 devices is read and written at each.
 */
const STEPS = { large: DAY, other: 6 * HOUR };
const LARGE_FLEET = 1_000;

/** The part of the feed that one request of the trigger gets. */
function sliceOf(fleet: RoamingFleet, now: number, from: number, limit: number): EventSlice {
	const shown = fleet.query(now, from, now).sort((a, b) => a.at - b.at);
	const found: Array<{ at: number; event: Json }> = [];
	let cut = Infinity;
	for (const each of shown) {
		const { at } = each;
		// Those of one moment belong together.
		if (at > cut) break;
		const { event } = each;
		if (!PLACE_TYPES.includes(event.event_type.id)) continue;
		found.push({ at, event: { ...event } });
		if (found.length === limit) cut = Date.parse(event.timestamp);
	}
	const isAll = shown.length <= found.length && found.length <= limit;
	const events = found.filter(({ at }) => isAll || at <= cut).map(({ event }) => event);
	return isAll || cut === Infinity ? { events } : { events, cut };
}

/** The trigger with rules, warning some days ahead. */
function watcherOf(rules: Rule[], warnDays: number): Watcher {
	const rows = rules.map(({ country, days, window, by }) => ({
		country,
		days,
		windowDays: window,
		countedBy: by,
	}));
	return new Watcher(roamingDays, {
		roamingRulesFrom: 'table',
		roamingRules: schemaOf(roamingFields.roamingRules).parse({ rows }),
		roamingWarnDays: warnDays,
		roamingCalendar: 'utc',
	});
}

/** An item of the trigger, in the words of the judge. */
function countIn(rules: Rule[], { at, fields }: Alert): Count {
	const by = String(fields.counted_by);
	const rule = rules.find(({ country, window, by: ownBy }) => {
		const { name } = Object.values(COUNTRIES).find(({ iso }) => iso === country)!;
		return name === fields.country && window === fields.window_days && by === ownBy;
	})!;
	return {
		at,
		rule: rule.name,
		key: by === 'imei' ? String(fields.imei).slice(0, 14) : String(fields.sim_id),
		days_certain: Number(fields.days_certain),
		days_possible: Number(fields.days_possible),
		reaches_limit_on: fields.reaches_limit_on as string | null,
	};
}

/**
 * What the trigger knows of all that have been in the country of a rule: with a limit of one day, it tells each of
 * them. Its own state stays as it is.
 */
async function countsAt(watcher: Watcher, rules: Rule[], at: number): Promise<Count[]> {
	const counter = watcherOf(
		rules.map((rule) => ({ ...rule, days: 1 })),
		0,
	);
	counter.packed = watcher.packed;
	return (await counter.poll(at)).map((alert) => countIn(rules, alert));
}

/** When the trigger polls: in regular steps, when n8n is back, and at the moments of the counts. */
function pollsOf(fleet: RoamingFleet, { from, until, away, moments }: PlayOptions): number[] {
	const step = fleet.options.devices > LARGE_FLEET ? STEPS.large : STEPS.other;
	const polls = new Set([...moments, ...away.map((each) => each.until)]);
	for (let at = from; at < until; at += step) polls.add(at);
	const isAway = (at: number) => away.some((each) => at >= each.from && at < each.until);
	return [...polls].filter((at) => !isAway(at)).sort((a, b) => a - b);
}

export const play: Play | undefined = async (fleet, options) => {
	const { rules } = options;
	const watcher = watcherOf(rules, options.warnDaysAhead);
	watcher.fleet = fleet.endpoints(options.from).map((endpoint): Json => ({ ...endpoint }));
	const moments = new Set(options.moments);
	const [told, counted, bytes]: [Count[], Count[], number[]] = [[], [], []];
	let state: FeedState | undefined;
	for (const due of pollsOf(fleet, options)) {
		for (let now = due, isBehind = true; isBehind; now += NEXT_POLL_MS) {
			const feedOptions = {
				now: () => now,
				ahead: 0,
				overlapMs: OVERLAP_MS,
				deadline: now + MINUTE,
				read: async (from: number, limit: number, which: 'first' | 'newest') =>
					await Promise.resolve(sliceOf(fleet, now, from, which === 'first' ? limit : Infinity)),
			};
			const begun = state ? undefined : { ...(await beginFeed(feedOptions)), events: [] };
			const feed = begun ?? (await pollFeed(state, feedOptions));
			({ state } = feed);
			watcher.lostMs = feed.lostMs;
			const alerts = await watcher.poll(state.cursor, feed.events);
			told.push(...alerts.map((alert) => countIn(rules, alert)));
			isBehind = feed.behindMs > 0;
		}
		bytes.push(watcher.packed!.length);
		if (moments.has(due)) counted.push(...(await countsAt(watcher, rules, due)));
	}
	return { told, counted, bytes, windowEnds: 'today' };
};
