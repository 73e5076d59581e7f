import { EventType } from '../../fleet/events';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../times';
import { absenceInWords, pausingFit } from './absenceFits';
import type { Fit } from './certainty';
import { denialsSince } from './denials';
import type { DeviceEvent } from './facts/deviceEvents';
import { evidence, type Evidence, ofEvent, statusEvidence } from './evidence';
import { activeDays, type Facts, isBlocked, isOnline } from './facts/facts';
import { lockAgainst } from './lockFits';
import { isLong, isUsual, trafficSilenceOf } from './silence';
import { dayOf, hourInWords, isTime, mb, momentInWords, spanInWords } from './facts/words';

/* Devices that have a session: asleep, silent or healthy; and devices of which nothing is known. */

/** " since 2026-03-01 10:00 UTC" of its session; empty where that is not known. */
const openedWords = ({ connectivity }: Facts): string => {
	const { sessionAt = NaN } = connectivity ?? {};
	return isTime(sessionAt) ? ` since ${momentInWords(sessionAt)}` : '';
};

const lastDay = (facts: Facts): Evidence =>
	evidence('usage', 'last day with traffic', activeDays(facts)[0] ?? 'none', facts.now);

const lastHour = ({ hourMb = 0, now }: Facts): Evidence =>
	evidence('lastHour', 'data of the last hour', mb(hourMb), now);

/** MB of today so far, cellular and satellite; 0 where the usage has no row of today. */
function todayMb({ days = [], now }: Facts): number {
	const today = days.find(({ date }) => date === dayOf(now));
	return today ? today.mb + today.satelliteMb : 0;
}

const isActiveToday = (facts: Facts): boolean => activeDays(facts)[0] === dayOf(facts.now);

export function asleepFit(facts: Facts): Fit | undefined {
	const { hourMb } = facts;
	if (isBlocked(facts)) return undefined;
	if (!isOnline(facts)) return pausingFit(facts);
	const silence = trafficSilenceOf(facts);
	// A device that has moved data today has a rhythm that daily figures do not show.
	if (hourMb !== 0 || isActiveToday(facts) || !isUsual(silence)) return undefined;
	const every = spanInWords(silence.usualMs ?? DAY_MS);
	return {
		concluded: 'a device that sleeps and one that is off look alike',
		against: againstSession(facts),
		words: {
			moved: 'it has moved nothing in the last hour',
			usual: `it usually moves data every ${every}, and may answer only then`,
		},
		evidence: [
			...statusEvidence(facts),
			lastHour(facts),
			lastDay(facts),
			evidence('usage', 'usual time between days with traffic', every),
		],
	};
}

export function silentFit(facts: Facts): Fit | undefined {
	const { hourMb, days, connectivity } = facts;
	if (!isOnline(facts) || hourMb !== 0 || days === undefined || isActiveToday(facts)) {
		return undefined;
	}
	const silence = trafficSilenceOf(facts);
	if (!isLong(silence)) return undefined;
	return {
		concluded: 'the statistics may be hours old',
		against: againstSession(facts),
		since: silence.last,
		words: { opened: openedWords(facts) },
		evidence: [
			...statusEvidence(facts),
			evidence('connectivity', 'session', connectivity?.session, connectivity?.sessionAt),
			lastHour(facts),
			lastDay(facts),
		],
	};
}

/**
 * Whether an event ends a session: policy cut it (type 0 of Policy Control), the connectivity was reset, or
 * the endpoint got another SIM.
 */
const isCut = ({ type, isOfPolicy, isOfPresentSim }: DeviceEvent): boolean =>
	(type === EventType.Generic && isOfPolicy) ||
	type === EventType.ConnectivityReset ||
	(type === EventType.SimAssigned && isOfPresentSim);

/** Evidence, newer than the present session, that it ended or should have ended. */
function againstSession(facts: Facts): Evidence[] {
	const { signals, connectivity, events = [] } = facts;
	const { closed, purged, refused, opened } = signals;
	const began = Math.max(connectivity?.sessionAt || 0, opened?.at ?? 0);
	const later = [closed, purged, refused].filter((event) => event && event.at > began);
	const cut = events.find((event) => event.at > began && isCut(event));
	return [
		...ofEvent(cut, 'contradicts: newer than its session'),
		...later.flatMap((event) => ofEvent(event, 'contradicts: newer than its session')),
		...denialsSince(facts, began),
		...lockAgainst(facts),
	];
}

/** Largest difference between the beginning of a session and the time of its event. */
const SAME_SESSION_MS = 2 * MINUTE_MS;

/** Whether a session other than the present one may have moved the data of the last hour. */
function hadOtherSession({ connectivity, events = [], hasAllEvents, now }: Facts): boolean {
	const began = connectivity?.sessionAt;
	if (!isTime(began)) return true;
	if (now - began >= HOUR_MS) return false;
	const isOfSession = ({ type, isInfo }: DeviceEvent) =>
		type === EventType.SessionEnded || (type === EventType.Session && isInfo);
	const before = events.find((event) => isOfSession(event) && event.at < began - SAME_SESSION_MS);
	if (before === undefined) return !hasAllEvents;
	return before.type === EventType.Session || now - before.at < HOUR_MS;
}

export function healthyFit(facts: Facts): Fit | undefined {
	const { hourMb, now, connectivity } = facts;
	if (!isOnline(facts)) return undefined;
	const isToday = todayMb(facts) > 0;
	const isNow = hourMb !== undefined && hourMb > 0;
	if (!isNow && !isToday) return undefined;
	const began = connectivity?.sessionAt;
	const today = `${mb(todayMb(facts))} by ${hourInWords(now)}`;
	const unsure = 'the data of the last hour may be of an earlier session';
	return {
		concluded: isNow
			? hadOtherSession(facts)
				? unsure
				: undefined
			: 'whether it has moved data in the last hour is not seen',
		against: againstSession(facts),
		since: isTime(began) ? began : undefined,
		words: { opened: openedWords(facts), moved: isNow ? 'in the last hour' : 'today' },
		evidence: [
			...statusEvidence(facts),
			...(isNow ? [lastHour(facts)] : []),
			...(isToday ? [evidence('usage', 'data of today', today, now)] : []),
		],
	};
}

/** Why nothing is known of a device that has a session, in words. */
function sessionInWords(facts: Facts): string {
	const { hourMb, days, now } = facts;
	if (hourMb !== 0 || days === undefined) {
		return 'it has a data session, and whether it moves data is not seen';
	}
	const { last } = trafficSilenceOf(facts);
	const lasted = last === undefined ? HOUR_MS : now - last;
	return `it has a data session and has moved no data for ${spanInWords(lasted)}, which is too short to say anything`;
}

export function unknownFit(facts: Facts): Fit {
	const { signals, notRead } = facts;
	return {
		since: signals.newest?.at,
		words: { cause: isOnline(facts) ? sessionInWords(facts) : absenceInWords(facts) },
		steps: [
			...(notRead.length > 0 ? ['Account: Check'] : []),
			'Endpoint: Diagnose',
			'Await: Seen Again',
		],
		evidence: [...statusEvidence(facts), ...ofEvent(signals.newest, 'last sign of life')],
	};
}
