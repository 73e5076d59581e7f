import { EventType } from '../../fleet/events';
import { timeOf } from '../../table/moments';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../times';
import { isAttempt } from './facts/deviceEvents';
import { activeDays, type Facts, isOnline } from './facts/facts';
import { dayOf, isTime, momentInWords, spanInWords } from './facts/words';

/*
 * How long a device has been silent, and whether that is long for it. Silence proves something only after a span in
 * which a sign had to come: the pauses that the device itself makes, by its events of 30 days and its daily usage of
 * 13 months; else a stated minimum.
 */

/** Fewest pauses that make a rhythm. */
const FEWEST_PAUSES = 3;
/** Only this many of the newest pauses count: older ones show an earlier rhythm. */
const NEWEST_PAUSES = 30;
/** From this many pauses on, one in ten may be an exception. */
const PAUSES_WITH_EXCEPTIONS = 10;
/** Fewest days from the first to the last sign that make a habit. */
const HABIT_MS = 7 * DAY_MS;
/** Events closer than this belong to one wake. */
const ONE_WAKE_MS = 15 * MINUTE_MS;
/** A pause is long once it exceeds the usual one by this factor. */
export const PATIENCE = 1.5;
/** No shorter silence is long, whatever the rhythm: the statistics of the service are hours old. */
const SHORTEST_SILENCE_MS = DAY_MS;
/** No shorter silence is certain to be long. */
export const CERTAIN_SILENCE_MS = 2 * DAY_MS;

/** A device that registers opens its session within minutes, if it ever does. */
export const SESSION_FOLLOWS_MS = HOUR_MS;

/** The last sign of life of a device, and the pauses that it makes. */
export interface Silence {
	/** When its newest sign came, or may have come at the latest; undefined where there is none. */
	last?: number;
	/** What the newest sign was. */
	sign?: 'event' | 'location' | 'usage' | 'session';
	/** Since the newest sign; 0 where there is none. */
	lastedMs: number;
	/** Length that nine of ten of its newest pauses do not exceed; undefined where it has no rhythm. */
	usualMs?: number;
	/** Whether its signs came on enough days to be a habit, and not on one or two in a row. */
	isHabit: boolean;
	/** The longest pause that it is known to have made; undefined where it made none. */
	longestMs?: number;
}

const gapsOf = (moments: number[]): number[] => {
	const ordered = [...moments].sort((a, b) => a - b);
	return ordered.slice(1).map((moment, index) => moment - ordered[index]!);
};

/** Length that a given share of pauses does not exceed. */
function within(pauses: number[], part: number): number {
	const ordered = [...pauses].sort((a, b) => a - b);
	return ordered[Math.ceil(ordered.length * part) - 1] ?? 0;
}

/**
 * Length that nine of ten of the newest pauses do not exceed, or all where they are few; undefined for too few. At
 * least the middle one of the newest three: a device may have a new rhythm. `pauses` are in the order of time.
 */
function usualOf(pauses: number[]): number | undefined {
	if (pauses.length < FEWEST_PAUSES) return undefined;
	const newest = pauses.slice(-NEWEST_PAUSES);
	const most = within(newest, newest.length >= PAUSES_WITH_EXCEPTIONS ? 0.9 : 1);
	return Math.max(most, within(pauses.slice(-FEWEST_PAUSES), 0.5));
}

const largest = (...values: Array<number | undefined>): number | undefined => {
	const numbers = values.filter((value) => value !== undefined);
	return numbers.length > 0 ? Math.max(...numbers) : undefined;
};

/** When the device tried to connect, by whatever SIM. */
const attemptsOf = ({ events = [] }: Facts): number[] =>
	events.filter(isAttempt).map(({ at }) => at);

/** The pauses between its wakes, as the events of the last 30 days show them. */
function pausesOfEvents(facts: Facts): number[] {
	return gapsOf(attemptsOf(facts)).filter((gap) => gap > ONE_WAKE_MS);
}

/** Whether days with signs, as the beginning of each, make a habit. */
const isHabitOf = (days: number[]): boolean =>
	days.length > FEWEST_PAUSES && Math.max(...days) - Math.min(...days) >= HABIT_MS;

/** The beginning of each day, once. */
const daysOf = (days: string[]): number[] =>
	[...new Set(days)].map((day) => Date.parse(day)).filter(isTime);

/** The days on which it moved data, exchanged messages or tried to connect, as the beginning of each. */
function signDays(facts: Facts): number[] {
	return daysOf([...activeDays(facts), ...attemptsOf(facts).map(dayOf)]);
}

/**
 * How long the usage shows nothing before its first sign, of an endpoint that was there for longer than that: the
 * pause may have been longer.
 */
function leadingPause({ usageFrom }: Facts, days: number[], created: number): number | undefined {
	if (usageFrom === undefined || days.length === 0 || created > usageFrom) return undefined;
	return Math.min(...days) - usageFrom;
}

/**
 * The newest sign of life of the present SIM. A network deletes a location because it hears nothing: that is a sign only
 * of a device of which no other is known, or whose rhythm is not.
 */
function lastSign(facts: Facts, hasRhythm: boolean): Pick<Silence, 'last' | 'sign'> {
	const { signals, location, connectivity, now } = facts;
	const [day] = activeDays(facts);
	const event = (hasRhythm && signals.newestOwn?.at) || signals.newest?.at;
	const candidates: Array<{ last: number | undefined; sign: Silence['sign'] }> = [
		{ last: event, sign: 'event' },
		{ last: location?.at, sign: 'location' },
		{ last: isOnline(facts) ? connectivity?.sessionAt : undefined, sign: 'session' },
	];
	// The usage names only a day: its traffic may be earlier than an event of that day.
	if (day !== undefined && (event === undefined || day > dayOf(event))) {
		candidates.push({ last: Date.parse(day) + DAY_MS, sign: 'usage' });
	}
	const [newest] = candidates
		.filter(({ last }) => isTime(last))
		.map(({ last, sign }) => ({ last: Math.min(last!, now), sign }))
		.sort((a, b) => b.last - a.last);
	return newest ?? {};
}

/** The parts of a silence that are not undefined. */
const known = (silence: { [K in keyof Silence]?: Silence[K] | undefined }): Partial<Silence> =>
	Object.fromEntries(Object.entries(silence).filter(([, value]) => value !== undefined));

const createdAt = ({ endpoint }: Facts): number => timeOf(endpoint?.created);

/** The silence of a device in its connections, by its present SIM; its pauses are those of all its SIMs. */
export function silenceOf(facts: Facts): Silence {
	const days = signDays(facts);
	const [ofEvents, ofDays] = [pausesOfEvents(facts), gapsOf(days)];
	const [byEvents, byDays] = [usualOf(ofEvents), usualOf(ofDays)];
	// Where a device is active every day, its events show finer pauses than its days.
	const isFiner = byEvents !== undefined && (byDays === undefined || byDays <= DAY_MS);
	const usualMs = isFiner ? byEvents : largest(byEvents, byDays);
	const longestMs = largest(...ofEvents, ...ofDays, leadingPause(facts, days, createdAt(facts)));
	const sign = lastSign(facts, usualMs !== undefined);
	const lastedMs = sign.last === undefined ? 0 : facts.now - sign.last;
	return { ...sign, lastedMs, isHabit: isHabitOf(days), ...known({ usualMs, longestMs }) };
}

/** The silence of a device in its traffic: since its last traffic, or the last session that it had. */
export function trafficSilenceOf(facts: Facts): Silence {
	const { connectivity, signals, now, events = [] } = facts;
	const { opened, closed } = signals;
	const [newest] = activeDays(facts);
	const traffic = newest === undefined ? undefined : Date.parse(newest) + DAY_MS;
	const sessions = events.filter(({ type, isInfo }) => type === EventType.Session && isInfo);
	const days = daysOf([...activeDays(facts), ...sessions.map(({ at }) => dayOf(at))]);
	const last = largest(
		...[connectivity?.sessionAt, opened?.at, closed?.at, traffic]
			.filter(isTime)
			.map((time) => Math.min(time, now)),
	);
	const gaps = gapsOf(days);
	const longestMs = largest(...gaps, leadingPause(facts, days, createdAt(facts)));
	const lastedMs = last === undefined ? 0 : now - last;
	const isHabit = isHabitOf(days);
	return { lastedMs, isHabit, ...known({ last, usualMs: usualOf(gaps), longestMs }) };
}

/** Whether a device that has a rhythm is within its usual pause. */
export const isUsual = ({ last, lastedMs, usualMs }: Silence): boolean =>
	last !== undefined && usualMs !== undefined && lastedMs <= usualMs * PATIENCE;

/** The longest silence that says nothing: a day, or the pause of a device and half as much again. */
const patienceMs = ({ usualMs, longestMs = 0 }: Silence): number =>
	Math.max(SHORTEST_SILENCE_MS, (usualMs ?? longestMs) * PATIENCE);

/** Whether a device has been silent for longer than it usually is, and than the service may be late. */
export const isLong = (silence: Silence): boolean =>
	silence.last !== undefined && silence.lastedMs > patienceMs(silence);

/** Why a silence is not certain to be long, in words; undefined where it is. */
export function unsureOf(silence: Silence): string | undefined {
	const { lastedMs, usualMs, longestMs = 0, isHabit } = silence;
	if (usualMs === undefined || !isHabit) return 'its connections have shown no rhythm yet';
	if (lastedMs <= CERTAIN_SILENCE_MS) return `${spanInWords(lastedMs)} of silence are few`;
	return lastedMs > longestMs * PATIENCE
		? undefined
		: `it has paused for ${spanInWords(longestMs)} before`;
}

/** Why nothing can be concluded from a silence, in words. */
export function tooShortInWords(silence: Silence): string {
	const { last, lastedMs, usualMs, longestMs = 0 } = silence;
	const heard = `its last sign of life was on ${momentInWords(last ?? NaN)}, ${spanInWords(lastedMs)} ago`;
	const pause =
		usualMs !== undefined
			? `it usually pauses for up to ${spanInWords(usualMs)}`
			: longestMs > 0
				? `it has paused for ${spanInWords(longestMs)} before`
				: 'its rhythm is not known';
	return `${heard}; ${pause}, and less than ${spanInWords(patienceMs(silence))} of silence prove nothing`;
}
