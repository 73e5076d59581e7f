import { InputError } from '../../errors';
import { EVENT_DAYS } from '../../fleet/events';
import { eventTime } from '../../readers/events';
import { imeiWithLuhn } from '../../readings/imei';
import type { Json } from '../../table/define';
import { DAY_MS } from '../../times';
import { dayAt } from '../runtime/calendar';
import { type Alert, defineAlert, type Facts } from './alert';
import { type Count, countDays, type Limit } from './roaming/count';
import { countriesCalled } from './roaming/countries';
import { noteEvents, noteHole, PLACE_TYPES } from './roaming/evidence';
import { roamingFields, type RoamingInput, type RoamingRule } from './roaming/fields';
import {
	bytesFor,
	bytesOf,
	type Counted,
	type CountedBy,
	type DaysByCountry,
	forgetBefore,
	MOST_BYTES,
	roamingForm,
	type RoamingState,
	type Subject,
} from './roaming/memory';
import { SAMPLE, simEvents, whoIn } from './sims';

/*
 * Devices that come near a number of days in a country that their owner has set. Only what was seen is certain; all
 * other days are unknown, and are counted as such. A warning is given once, and again after the device was far from
 * the limit.
 */

const ROAMING_DAYS = 'roamingDays';

/** Days are kept at least this long, so that a longer window finds them. */
const LEAST_KEPT_DAYS = 400;

/** A warning: who, by which rule, and what was counted. */
interface Warning {
	by: CountedBy;
	id: number;
	subject: Subject;
	rule: RoamingRule;
	country: string;
	count: Count;
}

/** A warning is over so many days after the limit was last reached for certain, or was to be. */
const QUIET_DAYS = 30;

const rulesIn = ({ roamingRules, roamingRuleList }: RoamingInput): RoamingRule[] =>
	(roamingRules as RoamingRule[] | undefined) ?? roamingRuleList;

const keyOf = ({ country, days, windowDays }: RoamingRule): string =>
	`${country}/${days}/${windowDays}`;

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function paceIn({ days }: RoamingRule, { certain, reachesIn }: Count, today: number): string {
	if (certain >= days) return `The limit of ${days} days is reached`;
	if (reachesIn === 0) return `The limit of ${days} days is probably reached`;
	if (reachesIn === undefined) return `At its pace it does not reach ${days} days`;
	return `At its pace it reaches ${days} days on ${dateOf(today + reachesIn)}`;
}

function alertOf(warning: Warning, who: Json, today: number, when: number): Alert {
	const { by, id, rule, country, count } = warning;
	const { certain, possible, unread, reachesIn } = count;
	const notRead = unread > 0 ? `; on ${unread} of them the feed was not read` : '';
	return {
		event: ROAMING_DAYS,
		reason: `In ${country} on ${certain} of the last ${rule.windowDays} days for certain, on ${possible} at most${notRead}. ${paceIn(rule, count, today)}`,
		at: when,
		fields: {
			...who,
			...(by === 'imei' && { imei: imeiWithLuhn(String(id).padStart(14, '0')) }),
			country,
			counted_by: by,
			limit_days: rule.days,
			window_days: rule.windowDays,
			days_certain: certain,
			days_possible: possible,
			days_likely: count.likely,
			days_unknown: count.unknown,
			days_unread: unread,
			reaches_limit_on: reachesIn === undefined ? null : dateOf(today + reachesIn),
			reaches_limit_at_earliest: dateOf(today + count.reachesAtLeastIn),
			until_when_at_latest: dateOf(today + count.isBelowIn),
		},
	};
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The refusal of rules whose days do not fit into n8n's store. */
const tooMuch = (what: string, bytes: number): InputError =>
	new InputError(
		'roamingRules',
		`must fit into n8n's store: ${what} up to ${inMegabytes(bytes)}, and ${inMegabytes(MOST_BYTES)} is the most. Choose some devices by a filter such as Tag, shorten the longest window, or use a trigger for each part of the fleet`,
		roamingFields.roamingRules.label,
	);

/**
 * Checks new rules, before anything is counted by them.
 * @throws InputError for a country that the service does not know, and for more than n8n can store
 */
async function checkRules(facts: Facts, rules: RoamingRule[], keptDays: number): Promise<void> {
	const names = rules.map(({ country }) => country).filter((country) => !/^\d+$/.test(country));
	await facts.checkCountries([...new Set(names)], ['roamingRules', roamingFields.roamingRules]);
	const { entries } = await facts.list();
	const kinds = new Set(rules.map(({ countedBy }) => countedBy)).size;
	const bytes = bytesFor(entries.length * kinds, keptDays);
	if (bytes > MOST_BYTES)
		throw tooMuch(`the days of ${entries.length} devices over ${keptDays} days take`, bytes);
}

/** Begins to count by what rules ask for, and forgets what none asks for any more. */
function adjust(state: RoamingState, rules: RoamingRule[], today: number): void {
	for (const by of ['imei', 'sim'] as const) {
		const isAsked = rules.some(({ countedBy }) => countedBy === by);
		// Nobody has read the days before.
		if (isAsked) state.counted[by] ??= { holes: [[0, today]], subjects: new Map() };
		else delete state.counted[by];
	}
	if (!state.counted.imei) state.inSims.clear();
}

/** Notes the events of a poll, and what nobody can read any more. Gives those who have a day that is new. */
function note(
	state: RoamingState,
	{ events, readTo, lostMs }: Facts,
	zone: string,
	keptDays: number,
) {
	const before = state.readTo;
	const readFrom = Math.max(before + lostMs, readTo - EVENT_DAYS * DAY_MS);
	if (before > 0 && readFrom > before) noteHole(state, before, readFrom, zone);
	state.readTo = readTo;
	const touched = noteEvents(state, events, zone);
	// A clock alone forgets nothing: it may be wrong.
	const newest = Math.min(readTo, Math.max(...events.map((event) => eventTime(event) || 0), 0));
	forgetBefore(state, dayAt(newest, zone) - keptDays + 1);
	const bytes = bytesOf(state);
	if (bytes > MOST_BYTES) throw tooMuch('the days of its devices take', bytes);
	return touched;
}

/** The days of registrations in the SIM of each device, of which it is open whose they are. */
function openDays({ inSims }: RoamingState): Map<number, DaysByCountry[]> {
	const open = new Map<number, DaysByCountry[]>();
	for (const { device, open: days } of inSims.values())
		if (days.size > 0) open.set(device, [...(open.get(device) ?? []), days]);
	return open;
}

/** In how many days the limit may be reached: at its pace, or, where the device is there now, if it stays. */
function nearestIn(count: Count, { last }: Subject, { countries }: Limit): number {
	const { reachesIn = Infinity, staysIn } = count;
	const isThere = last !== undefined && countries.includes(last.country);
	return isThere ? Math.min(reachesIn, staysIn) : reachesIn;
}

/** A rule as it applies to a device, and the day. */
interface Judged {
	subject: Subject;
	key: string;
	limit: Limit;
	today: number;
	ahead: number;
}

/** Whether a warning is due; notes that it is given, and forgets an earlier one that is over. */
function isDue(count: Count, { subject, key, limit, today, ahead }: Judged): boolean {
	const { told } = subject;
	const { certain, reachesIn, surelyReachesIn = Infinity } = count;
	const isReached = certain >= limit.days;
	const named = told.get(key) ?? today;
	if (isReached && told.has(key)) told.set(key, Math.max(named, today));
	const isQuiet = !isReached && today > named + QUIET_DAYS;
	const isSurelyNear = surelyReachesIn <= ahead;
	// Where it was probably reached all the time, what is sure has to come near it by itself.
	const isNearAnew = reachesIn !== 0 || isSurelyNear;
	if (count.staysIn > ahead || (isQuiet && isNearAnew)) told.delete(key);
	const nearest = nearestIn(count, subject, limit);
	if (told.has(key) || nearest > ahead) return false;
	told.set(key, today + Math.max(reachesIn ?? nearest, isSurelyNear ? surelyReachesIn : 0));
	return true;
}

/** The warnings that are due, of all devices or of some; notes that they are given. */
function judge(
	state: RoamingState,
	rules: RoamingRule[],
	{ today, ahead, some }: { today: number; ahead: number; some: ReadonlySet<Subject> | undefined },
): Warning[] {
	const { from, countries } = state;
	const limits = rules.map((rule) => {
		const called = countriesCalled(countries, rule.country);
		return { rule, key: keyOf(rule), limit: { ...rule, countries: called } };
	});
	const open = openDays(state);
	const warningsOf = (by: CountedBy, { subjects, holes }: Counted): Warning[] =>
		[...subjects].flatMap(([id, subject]) => {
			if (some && !some.has(subject)) return [];
			return limits
				.filter(({ rule }) => rule.countedBy === by)
				.flatMap(({ rule, key, limit }): Warning[] => {
					const kept = { today: today - from, from, holes };
					const count = countDays(subject, limit, kept, by === 'imei' ? open.get(id) : []);
					if (!count) {
						subject.told.delete(key);
						return [];
					}
					if (!isDue(count, { subject, key, limit, today, ahead })) return [];
					const [country] = limit.countries.filter((number) => subject.days.has(number));
					return [{ by, id, subject, rule, country: countries[country!]!.shown, count }];
				});
		});
	return (['imei', 'sim'] as const).flatMap((by) => {
		const counted = state.counted[by];
		return counted ? warningsOf(by, counted) : [];
	});
}

/** The devices of warnings by the SIM, as the newest events name them, else the list. */
async function devicesOf(warnings: Warning[], { events, list }: Facts): Promise<Map<number, Json>> {
	const found = new Map(simEvents(events).map(({ simId, event }) => [simId, whoIn(event)]));
	if (warnings.every((warning) => found.has(simOf(warning)))) return found;
	const listed = (await list()).entries.map((endpoint) => whoIn({ endpoint, sim: endpoint.sim }));
	return new Map([...listed.map((who) => [Number(who.sim_id), who] as const), ...found]);
}

const simOf = ({ by, id, subject }: Warning): number => (by === 'sim' ? id : (subject.simId ?? 0));

export const roamingDays = defineAlert({
	events: [
		{
			name: 'Roaming Days',
			value: ROAMING_DAYS,
			description:
				'A device comes near a number of days in a country that you set. Emitted once per approach.',
			action: 'On roaming days near a limit',
		},
	],
	fields: roamingFields,
	types: PLACE_TYPES,
	begin: (): RoamingState => ({
		from: 0,
		readTo: 0,
		judgedOn: 0,
		judgedBy: '',
		countries: [],
		counted: {},
		inSims: new Map(),
	}),
	memory: roamingForm,
	read: async (state, facts, input) => {
		const rules = rulesIn(input);
		const zone = input.roamingCalendar === 'utc' ? 'UTC' : facts.zone;
		const ahead = input.roamingWarnDays;
		const keptDays = Math.max(LEAST_KEPT_DAYS, ...rules.map(({ windowDays }) => windowDays));
		const today = dayAt(facts.readTo, zone);
		const judgedBy = JSON.stringify([rules, zone, ahead]);
		const isNew = judgedBy !== state.judgedBy;
		if (isNew) await checkRules(facts, rules, keptDays);
		if (state.from === 0) state.from = today - keptDays + 1;
		adjust(state, rules, today);
		const touched = note(state, facts, zone, keptDays);
		const some = isNew || state.judgedOn !== today ? undefined : touched;
		const warnings = judge(state, rules, { today, ahead, some });
		Object.assign(state, { judgedOn: today, judgedBy });
		if (warnings.length === 0) return [];
		const devices = await devicesOf(warnings, facts);
		return warnings.map((warning) => {
			const simId = simOf(warning);
			const who = devices.get(simId) ?? { ...whoIn({}), sim_id: simId };
			return alertOf(warning, who, today, facts.readTo);
		});
	},
	sample: (_, when) => {
		const today = dayAt(when, 'UTC');
		const rule: RoamingRule = { country: 'xx', days: 91, windowDays: 120, countedBy: 'sim' };
		const count: Count = {
			certain: 70,
			possible: 74,
			likely: 72,
			unknown: 4,
			unread: 0,
			reachesIn: 19,
			surelyReachesIn: 21,
			reachesAtLeastIn: 17,
			isBelowIn: 0,
			staysIn: 19,
		};
		const subject: Subject = { days: new Map(), maybe: new Map(), told: new Map() };
		const warning = { by: 'sim', id: 0, subject, rule, country: 'Elsewhere', count } as const;
		return alertOf(warning, SAMPLE, today, when);
	},
});
