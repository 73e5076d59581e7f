import { at } from '../../table/reading';
import { profilesOf, profileState } from '../../table/entries/sim/cardProfiles';
import { timeOf } from '../../table/moments';
import { DAY_MS } from '../../times';
import type { Json } from '../../wire';
import {
	activeDays,
	type DeviceEvent,
	type Facts,
	idsOf,
	isBlocked,
	isOnline,
	isThisMonth,
	isUsual,
	momentInWords,
	monthMb,
	newestOf,
	ratName,
	rhythmOfDays,
	rhythmOfEvents,
	servicesOf,
	spanInWords,
} from './facts';
import { type Certainty, type Source, SOURCES, type VerdictName } from './verdicts';

/* Whether each verdict fits what was read. Source: public reference, Connectivity, Events and limits. */

/** A fact that speaks for or against a verdict. */
export interface Evidence {
	fact: string;
	value: unknown;
	/** ISO 8601; null where the service gives no time. */
	time: string | null;
	source: string;
}

/** A verdict that fits. */
export interface Fit {
	certainty: Certainty;
	/** Milliseconds since 1970. */
	since?: number | undefined;
	/** The words of its sentence, by their names. */
	words?: Record<string, string>;
	evidence: Evidence[];
}

const DATA_SERVICE = 38;
const BYTES_IN_MB = 1_000_000;

const isoOf = (ms: number | undefined): string | null =>
	ms === undefined || Number.isNaN(ms) ? null : new Date(ms).toISOString();

const evidence = (source: Source, fact: string, value: unknown, time?: number): Evidence => ({
	fact,
	value: value ?? null,
	time: isoOf(time),
	source: SOURCES[source],
});

const ofEvent = (event: DeviceEvent | undefined, fact: string): Evidence[] =>
	event ? [evidence('events', fact, event.text, event.at)] : [];

const statusEvidence = (facts: Facts): Evidence[] => {
	const { connectivity, isListedBlocked, now } = facts;
	if (connectivity) return [evidence('connectivity', 'status', connectivity.status, now)];
	return isListedBlocked ? [evidence('connectivity', 'status', 'BLOCKED', now)] : [];
};

const statusOf = (thing: unknown): unknown =>
	at(thing, 'status.description') ?? at(thing, 'status.id');

const endpointStatus = (facts: Facts): Evidence =>
	evidence('endpoint', 'endpoint status', statusOf(facts.endpoint));

const simStatusId = ({ endpoint }: Facts): number => Number(at(endpoint, 'sim.status.id') ?? NaN);

/** A status of the SIM, and since when by its newest event. */
function simStatus(facts: Facts, id: number, event?: number): Fit | undefined {
	if (simStatusId(facts) !== id) return undefined;
	const told = event === undefined ? undefined : newestOf(facts, event);
	return {
		certainty: 'certain',
		since: told?.at,
		evidence: [
			evidence('endpoint', 'SIM status', statusOf(at(facts.endpoint, 'sim')), told?.at),
			evidence('endpoint', 'ICCID', at(facts.endpoint, 'sim.iccid')),
			...statusEvidence(facts),
		],
	};
}

const mb = (amount: number): string => `${Number(amount.toFixed(3))} MB`;

/** The limit of a profile and the usage that it counts, in MB. */
function limitOf(facts: Facts, isSatellite: boolean): { limit: number; used: number } | undefined {
	const { limits = [] } = facts;
	const found = limits.find(({ satellite_only: only }) => (only === true) === isSatellite);
	const limit = Number(found?.volume ?? NaN) / BYTES_IN_MB;
	if (Number.isNaN(limit)) return undefined;
	return { limit, used: monthMb(facts, isSatellite ? 'satelliteMb' : 'mb') };
}

const isReached = (quota: { limit: number; used: number } | undefined): boolean =>
	quota !== undefined && quota.used >= quota.limit;

/** The event of this month that tells of a limit. */
function limitEvent(facts: Facts): DeviceEvent | undefined {
	const event = newestOf(facts, 11, 65);
	return event && isThisMonth(event.at, facts.now) ? event : undefined;
}

function limitFit(facts: Facts, isSatellite: boolean, certainty: Certainty): Fit {
	const { limit, used } = limitOf(facts, isSatellite)!;
	const event = limitEvent(facts);
	const kind = isSatellite ? 'satellite data' : 'data';
	return {
		certainty,
		since: event?.type === 11 ? event.at : undefined,
		words: { limit: mb(limit), used: mb(used) },
		evidence: [
			...statusEvidence(facts),
			evidence('limits', `${kind} limit of a month`, mb(limit)),
			evidence('usage', `${kind} used this month`, mb(used), facts.now),
			...ofEvent(event, event?.type === 11 ? 'blocked' : 'limit warning'),
		],
	};
}

/** What is wrong with a quota that a profile asks for, in words; undefined for nothing. */
function quotaCause(quota: Json | undefined, now: number): string | undefined {
	if (!quota) return undefined;
	if (quota.has_quota === false) return 'it has no quota, and its service profile asks for one';
	const status = Number(at(quota, 'status.id'));
	const until = timeOf(quota.expiry_date);
	if (status === 3 || until <= now) {
		return until <= now ? `its quota expired on ${momentInWords(until)}` : 'its quota has expired';
	}
	return status === 2 ? 'its quota is used up' : undefined;
}

interface QuotaKind {
	source: 'dataQuota' | 'smsQuota';
	applies: string;
	usedUp: number;
	assigned: number;
	deleted: number;
	expired: number;
}

const DATA: QuotaKind = {
	source: 'dataQuota',
	applies: 'apply_data_quota',
	usedUp: 19,
	assigned: 56,
	deleted: 57,
	expired: 60,
};
const SMS: QuotaKind = {
	source: 'smsQuota',
	applies: 'apply_sms_quota',
	usedUp: 21,
	assigned: 58,
	deleted: 59,
	expired: 61,
};

const QUOTA_EVENTS = { usedUp: 'is used up', deleted: 'was deleted', expired: 'has expired' };

function quotaFit(facts: Facts, kind: QuotaKind): Fit | undefined {
	const { profile, now } = facts;
	if (profile?.[kind.applies] === false) return undefined;
	const quota = facts[kind.source];
	const newest = newestOf(facts, kind.usedUp, kind.assigned, kind.deleted, kind.expired);
	const told = (['usedUp', 'deleted', 'expired'] as const).find(
		(name) => newest?.type === kind[name],
	);
	// A quota says how it is; without it, its newest event does.
	const cause = quota ? quotaCause(quota, now) : told && `its quota ${QUOTA_EVENTS[told]}`;
	if (cause === undefined) return undefined;
	const applies = profile?.[kind.applies] === true;
	// Where the profile is not known to ask for quotas, having none says nothing.
	if (!applies && quota?.has_quota === false) return undefined;
	return {
		certainty: applies && quota !== undefined ? 'certain' : 'likely',
		since: told && newest!.at,
		words: { cause },
		evidence: [
			...(quota
				? [evidence(kind.source, 'quota', quota.has_quota ? statusOf(quota) : 'none')]
				: []),
			...(quota?.has_quota
				? [
						evidence(kind.source, 'volume left', quota.volume),
						evidence(kind.source, 'expires', quota.expiry_date),
					]
				: []),
			...(profile ? [evidence('profile', kind.applies, profile[kind.applies])] : []),
			...ofEvent(told && newest, 'quota event'),
		],
	};
}

/** Type and serial number of a device: the 14 digits that its IMEI and its IMEISV begin with. */
const deviceOf = (imei: unknown): string | undefined =>
	/^\d{14,16}$/.test(String(imei)) ? String(imei).slice(0, 14) : undefined;

/** A lock that the device that was last seen does not pass. */
function lockedOut(facts: Facts): { allowed: unknown; seen: DeviceEvent } | undefined {
	const { endpoint, events = [] } = facts;
	const allowed = at(endpoint, 'imei');
	const device = deviceOf(allowed);
	if (endpoint?.imei_lock !== true || device === undefined) return undefined;
	const seen = events.find(({ imei }) => deviceOf(imei) !== undefined);
	return seen && deviceOf(seen.imei) !== device ? { allowed, seen } : undefined;
}

function imeiFit(facts: Facts, found: ReadonlySet<VerdictName>): Fit | undefined {
	const { endpoint, signals } = facts;
	const other = lockedOut(facts);
	const lock = evidence('endpoint', 'IMEI lock', endpoint?.imei_lock);
	const own = evidence('endpoint', 'allowed IMEI', at(endpoint, 'imei'));
	if (other) {
		const { refused, opened } = signals;
		const isRefused = refused !== undefined && refused.at > (opened?.at ?? 0);
		return {
			certainty: isBlocked(facts) || isRefused ? 'certain' : 'likely',
			since: other.seen.at,
			words: { allowed: String(other.allowed), seen: `a device with IMEI ${other.seen.imei}` },
			evidence: [
				lock,
				own,
				evidence('events', 'IMEI of the device', other.seen.imei, other.seen.at),
				...statusEvidence(facts),
				...ofEvent(isRefused ? refused : undefined, 'session refused'),
			],
		};
	}
	const isExplained = ['dataLimit', 'satelliteLimit', 'dataQuota'].some((name) =>
		found.has(name as VerdictName),
	);
	if (!isBlocked(facts) || endpoint?.imei_lock !== true || isExplained) return undefined;
	return {
		certainty: 'likely',
		words: {
			allowed: String(at(endpoint, 'imei') ?? 'that is entered'),
			seen: 'a device whose IMEI is not seen',
		},
		evidence: [lock, own, ...statusEvidence(facts)],
	};
}

/** The operator that a device tries, or where it was last. */
function triedOperator({ signals, location }: Facts) {
	const { rejected, attached, placed } = signals;
	const isRejected = rejected !== undefined && rejected.at > (attached?.at ?? 0);
	const event = isRejected && rejected.operator !== null ? rejected : placed;
	if (event) return { id: event.operatorId, name: event.operator, event, isRejected };
	if (!location) return undefined;
	return { id: location.operatorId, name: location.operator, event: undefined, isRejected };
}

function operatorFit(facts: Facts): Fit | undefined {
	if (isOnline(facts)) return undefined;
	const tried = triedOperator(facts);
	const { blacklist, blocklist, signals } = facts;
	const rejection = signals.rejected?.text ?? '';
	const blocked = (blocklist ?? []).filter((entry) => at(entry, 'blocklist.operator') === true);
	const named = (list: Json[] | undefined, place: string) =>
		(list ?? []).find((entry) => {
			const name = at(entry, place === '' ? 'name' : `${place}.name`);
			return tried?.isRejected && typeof name === 'string' && rejection.includes(name);
		});
	const isOn = (list: Json[] | undefined, place: string) =>
		tried !== undefined && idsOf(list, place).includes(tried.id);
	const own = isOn(blacklist, 'id') || named(blacklist, '') !== undefined;
	const ofTariff = isOn(blocked, 'operator.id') || named(blocked, 'operator') !== undefined;
	if (!own && !ofTariff) return undefined;
	const name = String(
		named(blacklist, '')?.name ?? at(named(blocked, 'operator'), 'operator.name') ?? tried?.name,
	);
	const source = own ? 'blacklist' : 'blocklist';
	return {
		certainty: tried?.isRejected ? 'certain' : 'likely',
		since: tried?.isRejected ? signals.rejected?.at : undefined,
		words: {
			operator: name,
			list: SOURCES[source],
			tried: tried?.isRejected ? 'tries to register' : 'was last seen',
		},
		evidence: [
			evidence(source, 'blocked operator', name),
			...ofEvent(tried?.isRejected ? signals.rejected : tried?.event, 'last seen at the operator'),
			...statusEvidence(facts),
		],
	};
}

/** The switch of a service profile for each radio access type. */
const RAT_SWITCHES: Record<number, string> = {
	1: 'allowed_3g',
	5: 'allowed_3g',
	6: 'allowed_4g',
	8: 'allowed_nb_iot',
	9: 'allowed_4g',
};

function ratFit(facts: Facts): Fit | undefined {
	const { signals, profile, blocklist = [] } = facts;
	const last = signals.byRat;
	if (isOnline(facts) || last === undefined) return undefined;
	const key = RAT_SWITCHES[last.ratId];
	const isOff = key !== undefined && profile?.[key] === false;
	const ofOperator = blocklist.find(
		(entry) => Number(at(entry, 'operator.id')) === triedOperator(facts)?.id,
	);
	const types = at(ofOperator, 'blocklist.rat_types');
	const isBlockedThere = Array.isArray(types) && idsOf(types as Json[]).includes(last.ratId);
	if (!isOff && !isBlockedThere) return undefined;
	const source = isOff ? 'profile' : 'blocklist';
	return {
		certainty: 'likely',
		words: { rat: ratName(last.ratId), list: SOURCES[source] },
		evidence: [
			evidence('events', 'last radio access type', ratName(last.ratId), last.at),
			evidence(source, isOff ? key : 'blocked types', isOff ? false : ratName(last.ratId)),
			...statusEvidence(facts),
		],
	};
}

/** A card on which the SIM of the endpoint is not the enabled profile. */
function otherProfileFit(facts: Facts): Fit | undefined {
	if (isOnline(facts)) return undefined;
	const iccid = String(at(facts.endpoint, 'sim.iccid') ?? 'none');
	const isOwn = (profile: Json) =>
		Number(at(profile, 'endpoint.id') ?? NaN) === facts.id ||
		String(profile.iccid_with_luhn ?? '').startsWith(iccid);
	const card = (facts.cards ?? []).find((known) => profilesOf(known).some(isOwn));
	const own = card && profilesOf(card).find(isOwn);
	const active =
		card &&
		profilesOf(card).find((profile) => !isOwn(profile) && profileState(profile) === 'enabled');
	if (!own || !active || profileState(own) === 'enabled') return undefined;
	const name = active.name ?? at(active, 'operator.name') ?? active.iccid_with_luhn;
	const synced = timeOf(card.last_synced);
	return {
		certainty: profileState(own) === 'disabled' ? 'certain' : 'likely',
		words: { active: String(name) },
		evidence: [
			evidence('cards', 'EID', card.eid, synced),
			evidence('cards', 'profile of this endpoint', statusOf(own), synced),
			evidence('cards', 'enabled profile', active.iccid_with_luhn ?? name, synced),
			...statusEvidence(facts),
		],
	};
}

const newestAccepted = ({ signals }: Facts): number =>
	Math.max(signals.attached?.at ?? 0, signals.opened?.at ?? 0);

function neverFit(facts: Facts): Fit | undefined {
	const { events, days, hasAllEvents, signals, connectivity, now, endpoint } = facts;
	const isSilent = events !== undefined && hasAllEvents && signals.newest === undefined;
	if (!isSilent || isOnline(facts) || connectivity?.status === 'ATTACHED') return undefined;
	const created = timeOf(endpoint?.created);
	const isYoung = now - created < 30 * DAY_MS;
	if (days === undefined ? !isYoung : activeDays(facts).length > 0) return undefined;
	const isSeenWhole = days !== undefined && now - created < 365 * DAY_MS;
	return {
		certainty: connectivity?.status === 'OFFLINE' && isSeenWhole ? 'certain' : 'likely',
		since: Number.isNaN(created) ? undefined : created,
		words: { created: Number.isNaN(created) ? '' : ` on ${momentInWords(created)}` },
		evidence: [
			evidence('events', 'connections in 30 days', 0, now),
			...(days ? [evidence('usage', 'days with traffic', 0, now)] : []),
			evidence('endpoint', 'created', endpoint?.created, created),
			...statusEvidence(facts),
		],
	};
}

/** Why a device counts as lost, and since when. */
function lossOf(
	facts: Facts,
): { cause: string; since?: number; isTold: boolean; of: Evidence[] } | undefined {
	const { signals, connectivity, events, days } = facts;
	const { newest, purged, closed } = signals;
	if (newest === undefined) {
		const [day] = activeDays(facts);
		if (events === undefined || days === undefined || day === undefined) return undefined;
		const since = Date.parse(day) + DAY_MS;
		const of = [evidence('usage', 'last day with traffic', day, Date.parse(day))];
		return { cause: `its last traffic was on ${day}`, since, isTold: false, of };
	}
	if (newest === purged) {
		const of = ofEvent(purged, 'location deleted');
		return { cause: 'the network deleted its location', since: newest.at, isTold: true, of };
	}
	if (newest === closed) {
		const of = ofEvent(closed, 'session ended');
		return { cause: 'its data session ended', since: newest.at, isTold: true, of };
	}
	// A device that is refused or rejected lives.
	if (!newest.isInfo) return undefined;
	const of = ofEvent(newest, 'last sign of life');
	const isSession = newest === signals.opened;
	if (connectivity?.status !== 'OFFLINE' && !isSession) return undefined;
	if (connectivity === undefined) return undefined;
	const cause = `the service reports it as ${connectivity.status ?? 'not connected'}, though no event says when it ended`;
	return { cause, since: newest.at, isTold: false, of };
}

/** Whether a device that is not online pauses as usual; not one that was reported as gone for long. */
const pausesAsUsual = (facts: Facts): boolean => {
	const rhythm = rhythmOfEvents(facts);
	return rhythm !== undefined && isUsual(rhythm, facts.now);
};

function lostFit(facts: Facts): Fit | undefined {
	if (isOnline(facts) || isBlocked(facts) || pausesAsUsual(facts)) return undefined;
	const loss = lossOf(facts);
	if (!loss) return undefined;
	const { cause, since, isTold, of } = loss;
	const rhythm = rhythmOfEvents(facts);
	return {
		certainty: isTold && facts.connectivity?.status === 'OFFLINE' ? 'certain' : 'likely',
		since,
		words: { cause },
		evidence: [
			...of,
			...statusEvidence(facts),
			...(rhythm
				? [evidence('events', 'usual time between its connections', spanInWords(rhythm.everyMs))]
				: []),
		],
	};
}

/** Hours of a day of which nothing is known: the last day with traffic, and today. */
const UNKNOWN_HOURS_MS = DAY_MS;

const pauseWords = (everyMs: number, last: number): string =>
	`it usually connects every ${spanInWords(everyMs)}, and next by about ${momentInWords(last + everyMs)}`;

/** The newest traffic that the daily usage shows: the beginning of its day. */
function lastTraffic(facts: Facts): number | undefined {
	const [day] = activeDays(facts);
	return day === undefined ? undefined : Date.parse(day);
}

function asleepFit(facts: Facts): Fit | undefined {
	const { hourMb, now, signals } = facts;
	if (isBlocked(facts)) return undefined;
	if (!isOnline(facts)) {
		const rhythm = rhythmOfEvents(facts);
		if (!rhythm || !isUsual(rhythm, now)) return undefined;
		return {
			certainty: 'likely',
			since: signals.closed?.at ?? rhythm.last,
			words: { moved: '', usual: pauseWords(rhythm.everyMs, rhythm.last) },
			evidence: [
				evidence('events', 'last connection', momentInWords(rhythm.last), rhythm.last),
				evidence('events', 'usual time between its connections', spanInWords(rhythm.everyMs)),
				...statusEvidence(facts),
			],
		};
	}
	const rhythm = rhythmOfDays(facts);
	if (hourMb !== 0 || !rhythm || !isUsual(rhythm, now, UNKNOWN_HOURS_MS)) return undefined;
	const last = lastTraffic(facts) ?? rhythm.last;
	return {
		certainty: 'likely',
		words: {
			moved: ' in the last hour',
			usual: `it usually moves data every ${spanInWords(rhythm.everyMs)}, and may answer only then`,
		},
		evidence: [
			...statusEvidence(facts),
			evidence('lastHour', 'data of the last hour', mb(hourMb), now),
			evidence('usage', 'last day with traffic', isoOf(last)?.slice(0, 10), last),
			evidence('usage', 'usual time between days with traffic', spanInWords(rhythm.everyMs)),
		],
	};
}

const openedWords = ({ connectivity }: Facts): string => {
	const { sessionAt = NaN } = connectivity ?? {};
	return Number.isNaN(sessionAt) ? '' : ` since ${momentInWords(sessionAt)}`;
};

function silentFit(facts: Facts): Fit | undefined {
	const { hourMb, days, now, connectivity } = facts;
	if (!isOnline(facts) || hourMb !== 0 || days === undefined) return undefined;
	const today = new Date(now).toISOString().slice(0, 10);
	const [last] = activeDays(facts);
	// What has moved data today has no rhythm that is known, but it lives.
	if (last === today) return undefined;
	const since = last === undefined ? connectivity?.sessionAt : Date.parse(last) + DAY_MS;
	return {
		certainty: 'likely',
		since: Number.isNaN(since ?? NaN) ? undefined : since,
		words: { opened: openedWords(facts), usual: '' },
		evidence: [
			...statusEvidence(facts),
			evidence('connectivity', 'session', connectivity?.session, connectivity?.sessionAt),
			evidence('lastHour', 'data of the last hour', mb(hourMb), now),
			evidence('usage', 'last day with traffic', last ?? 'none'),
		],
	};
}

function healthyFit(facts: Facts): Fit | undefined {
	const { hourMb, now, connectivity } = facts;
	if (!isOnline(facts)) return undefined;
	const today = new Date(now).toISOString().slice(0, 10);
	const isToday = activeDays(facts)[0] === today;
	const isNow = hourMb !== undefined && hourMb > 0;
	if (!isNow && !isToday) return undefined;
	return {
		certainty: isNow ? 'certain' : 'likely',
		since: Number.isNaN(connectivity!.sessionAt) ? undefined : connectivity!.sessionAt,
		words: { opened: openedWords(facts), moved: isNow ? 'in the last hour' : 'today' },
		evidence: [
			...statusEvidence(facts),
			...(isNow ? [evidence('lastHour', 'data of the last hour', mb(hourMb), now)] : []),
			...(isToday ? [evidence('usage', 'data of today', today, now)] : []),
		],
	};
}

function unknownFit(facts: Facts): Fit {
	const status = facts.connectivity?.status;
	const cause = isOnline(facts)
		? 'it has a data session, and whether it moves data is not seen'
		: status
			? `the service reports it as ${status}, and no event explains it`
			: 'its connectivity could not be read, and no event explains it';
	const { newest } = facts.signals;
	return {
		certainty: 'cannot know',
		since: newest?.at,
		words: { cause },
		evidence: [...statusEvidence(facts), ...ofEvent(newest, 'last sign of life')],
	};
}

/** Events after which a refusal may not be true any more: SIM, endpoint, quota or profile were changed. */
const REMEDIES = [8, 42, 51, 53, 55, 56, 58];

/** How each verdict is found; `found` holds those before it that fit. */
export const FITS: Record<
	VerdictName,
	(facts: Facts, found: ReadonlySet<VerdictName>) => Fit | undefined
> = {
	deleted: (facts) => {
		const { endpoint, events = [], signals } = facts;
		if (endpoint !== null && at(endpoint, 'status.id') !== 2) return undefined;
		const told = newestOf(facts, 50) ?? signals.newest ?? events[0];
		if (endpoint !== null) {
			return {
				certainty: 'certain',
				evidence: [endpointStatus(facts), ...ofEvent(told, 'last event')],
			};
		}
		return { certainty: 'likely', evidence: ofEvent(told, 'last event') };
	},
	disabled: (facts) => {
		if (at(facts.endpoint, 'status.id') !== 1) return undefined;
		const told = newestOf(facts, 43);
		return {
			certainty: 'certain',
			since: told?.at,
			evidence: [endpointStatus(facts), ...ofEvent(told, 'disabled'), ...statusEvidence(facts)],
		};
	},
	noSim: (facts) => {
		const { endpoint } = facts;
		const hasSim = at(endpoint, 'sim.id') !== undefined && at(endpoint, 'sim.id') !== null;
		if (endpoint === null || hasSim) return undefined;
		const told = newestOf(facts, 50);
		return {
			certainty: 'certain',
			since: told?.at,
			evidence: [
				evidence('endpoint', 'SIM', 'none'),
				...ofEvent(told, 'SIM released'),
				...statusEvidence(facts),
			],
		};
	},
	simSuspended: (facts) => simStatus(facts, 2, 9),
	simIssued: (facts) => simStatus(facts, 0),
	simDeleted: (facts) => simStatus(facts, 3, 10),
	organisationBlocked: (facts) => {
		const { organisationBlockedAt: since } = facts;
		if (since === undefined || since === null || isOnline(facts)) return undefined;
		return {
			certainty: 'likely',
			since,
			evidence: [
				evidence('organisationEvents', 'organisation blocked (event 12)', true, since),
				...ofEvent(facts.signals.refused, 'session refused'),
				...statusEvidence(facts),
			],
		};
	},
	dataLimit: (facts) => {
		const limit = limitOf(facts, false);
		if (!isBlocked(facts) || !limit) return undefined;
		if (isReached(limit)) return limitFit(facts, false, 'certain');
		// Statistics lag by hours: the event may know more than they do.
		const isExplained =
			isReached(limitOf(facts, true)) ||
			lockedOut(facts) !== undefined ||
			quotaFit(facts, DATA) !== undefined;
		return limitEvent(facts) && !isExplained ? limitFit(facts, false, 'likely') : undefined;
	},
	satelliteLimit: (facts) => {
		const limit = limitOf(facts, true);
		return isBlocked(facts) && isReached(limit) ? limitFit(facts, true, 'certain') : undefined;
	},
	dataQuota: (facts) => quotaFit(facts, DATA),
	smsQuota: (facts) => quotaFit(facts, SMS),
	imeiLock: imeiFit,
	blocked: (facts, found) => {
		const explained: VerdictName[] = ['dataLimit', 'satelliteLimit', 'dataQuota', 'imeiLock'];
		if (!isBlocked(facts) || explained.some((name) => found.has(name))) return undefined;
		const told = limitEvent(facts);
		return {
			certainty: 'likely',
			since: told?.at,
			evidence: [...statusEvidence(facts), ...ofEvent(told, 'blocked')],
		};
	},
	noDataService: (facts) => {
		const services = servicesOf(facts.profile);
		if (services === undefined || services.includes(DATA_SERVICE)) return undefined;
		const { profile, signals } = facts;
		return {
			certainty: 'certain',
			words: { profile: `"${String(profile?.name ?? at(profile, 'id'))}"` },
			evidence: [
				evidence('profile', 'services', services.join(', ') || 'none'),
				...ofEvent(signals.refused, 'session refused'),
				...statusEvidence(facts),
			],
		};
	},
	operatorBlocked: operatorFit,
	ratBlocked: ratFit,
	refused: (facts) => {
		const { signals, events = [] } = facts;
		const { refused, opened } = signals;
		if (!refused || refused.at <= (opened?.at ?? 0) || isOnline(facts)) return undefined;
		const remedy = events.find(
			({ type, at: time }) => REMEDIES.includes(type) && time > refused.at,
		);
		const isNewest =
			(signals.closed?.at ?? 0) < refused.at && (signals.purged?.at ?? 0) < refused.at;
		return {
			certainty: isNewest && !remedy ? 'certain' : 'likely',
			since: refused.at,
			words: { cause: refused.text || 'the event names no cause' },
			evidence: [
				...ofEvent(refused, 'session refused'),
				...ofEvent(remedy, 'changed since'),
				...statusEvidence(facts),
			],
		};
	},
	otherProfile: otherProfileFit,
	registrationRejected: (facts) => {
		const { rejected, newest } = facts.signals;
		if (!rejected || rejected.at <= newestAccepted(facts) || isOnline(facts)) return undefined;
		return {
			certainty: rejected === newest ? 'certain' : 'likely',
			since: rejected.at,
			words: {
				at: rejected.operator === null ? '' : ` at ${rejected.operator}`,
				cause: rejected.text || 'the event names no cause',
			},
			evidence: [...ofEvent(rejected, 'registration rejected'), ...statusEvidence(facts)],
		};
	},
	neverConnected: neverFit,
	attachedOnly: (facts) => {
		const { attached, newest, opened } = facts.signals;
		const status = facts.connectivity?.status;
		if (!attached || attached !== newest || (status !== 'ATTACHED' && status !== undefined))
			return undefined;
		if (pausesAsUsual(facts)) return undefined;
		return {
			certainty: 'likely',
			since: attached.at,
			evidence: [
				...ofEvent(attached, 'registered'),
				...ofEvent(opened, 'last session'),
				...statusEvidence(facts),
			],
		};
	},
	lost: lostFit,
	asleep: asleepFit,
	silent: silentFit,
	healthy: healthyFit,
	unknown: unknownFit,
};
