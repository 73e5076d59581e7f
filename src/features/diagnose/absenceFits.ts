import { EVENT_DAYS } from '../../table/entries/event/eventFacts';
import { timeOf } from '../../table/moments';
import { DAY_MS, HOUR_MS } from '../../times';
import type { Fit } from './certainty';
import { denialsSince } from './denials';
import { type Evidence, evidence, ofEvent, statusEvidence } from './evidence';
import {
	activeDays,
	type DeviceEvent,
	type Facts,
	isBlocked,
	isConnection,
	isOnline,
	newestOfSim,
	USAGE_DAYS,
} from './facts';
import {
	CERTAIN_SILENCE_MS,
	isLong,
	isUsual,
	SESSION_FOLLOWS_MS,
	type Silence,
	silenceOf,
	tooShortInWords,
	trafficSilenceOf,
	unsureOf,
} from './silence';
import { dayOf, isTime, momentInWords, spanInWords } from './words';

/* Devices of which nothing is heard: never connected, registered only, lost, or pausing as usual. */

const SIM_ASSIGNED = 51;

/** Radio access types of networks that can be asked live: 3G, 2G, HSPA+. Source: public reference. */
const ASKABLE_RATS = [1, 2, 5];

/** The pause that is usual for a device, as a fact. */
const rhythmEvidence = ({ usualMs }: Silence): Evidence[] =>
	usualMs === undefined
		? []
		: [evidence('usage', 'usual time between its connections', spanInWords(usualMs))];

/** How far the usage was read, as a fact. */
const usageEvidence = ({ days, now }: Facts): Evidence[] =>
	days ? [evidence('usage', 'daily usage read, which may be hours old', dayOf(now), now)] : [];

/** The beginning of what the present SIM can have done in its endpoint. */
interface Beginning {
	/** NaN where it is not known. */
	at: number;
	/** " since its endpoint was created on …" */
	inWords: string;
	/** Whether it began with the endpoint, and not with a later SIM. */
	isOfEndpoint: boolean;
}

function beginningOf(facts: Facts): Beginning {
	const { endpoint, events = [] } = facts;
	const created = timeOf(endpoint?.created);
	const assigned = newestOfSim(facts, SIM_ASSIGNED)?.at;
	const former = events.find((event) => !event.isOfPresentSim && isConnection(event))?.at;
	const [later] = [assigned, former].filter(isTime).sort((a, b) => b - a);
	// A SIM is assigned moments after its endpoint was created.
	if (later === undefined || later - created < HOUR_MS) {
		const on = isTime(created) ? ` on ${momentInWords(created)}` : '';
		const inWords = `since its endpoint was created${on}`;
		return { at: created, inWords, isOfEndpoint: true };
	}
	const inWords =
		assigned === later
			? `since its SIM was assigned on ${momentInWords(assigned)}`
			: 'since its SIM was changed';
	return { at: later, inWords, isOfEndpoint: false };
}

/** Days with traffic of the present SIM: those after the one on which it came. */
const ownDays = (facts: Facts, { at, isOfEndpoint }: Beginning): string[] =>
	activeDays(facts).filter((day) => isOfEndpoint || day > dayOf(at));

const FORMER_SESSION = 'the session that the service shows is one of a former SIM';

/** A block of the whole organisation that may keep the device off, in words. */
const organisationDoubt = ({ organisationBlockedAt: at }: Facts): string | undefined =>
	at === undefined || at === null
		? undefined
		: `its organisation was blocked on ${momentInWords(at)}, and no session of it is seen since`;

/** Why it is not certain that a device never connected, in words. */
function neverUnsure(facts: Facts, beginning: Beginning): string | undefined {
	const { connectivity, now, endpoint, location, isFormerSession } = facts;
	if (isFormerSession) return FORMER_SESSION;
	if (connectivity?.status !== 'OFFLINE') return 'the service does not report it as OFFLINE';
	if (endpoint?.runtime_data || location) return 'the service knows where it is registered';
	if (!isTime(beginning.at)) return 'when its endpoint was created is not known';
	const age = now - beginning.at;
	if (age > USAGE_DAYS * DAY_MS) return 'its usage of more than thirteen months ago is not kept';
	if (age > EVENT_DAYS * DAY_MS) {
		return `events are kept for ${EVENT_DAYS} days, and an earlier registration moves no data`;
	}
	if (age < CERTAIN_SILENCE_MS) return `that is only ${spanInWords(age)} ago`;
	return isUsual({ ...silenceOf(facts), last: beginning.at, lastedMs: age })
		? 'its device usually pauses for so long'
		: organisationDoubt(facts);
}

export function neverConnectedFit(facts: Facts): Fit | undefined {
	const { events, days, hasAllEvents, signals, connectivity, now, endpoint, location } = facts;
	const isSilent = events !== undefined && hasAllEvents && signals.newest === undefined;
	if (!isSilent || isOnline(facts) || connectivity?.status === 'ATTACHED') return undefined;
	if (location && isTime(location.at)) return undefined;
	const beginning = beginningOf(facts);
	// Events go back 30 days: only the usage tells of the time before.
	const isSeenByEvents = now - beginning.at < EVENT_DAYS * DAY_MS;
	if (days === undefined ? !isSeenByEvents : ownDays(facts, beginning).length > 0) {
		return undefined;
	}
	return {
		concluded: neverUnsure(facts, beginning),
		since: isTime(beginning.at) ? beginning.at : undefined,
		words: { beginning: beginning.inWords },
		evidence: [
			evidence('events', 'connections in 30 days', 0, now),
			...(days ? [evidence('usage', 'days with traffic', 0, now)] : []),
			evidence('endpoint', 'created', endpoint?.created, timeOf(endpoint?.created)),
			...statusEvidence(facts),
		],
	};
}

export function attachedOnlyFit(facts: Facts): Fit | undefined {
	const { signals, connectivity, now } = facts;
	const { attached, newest, opened } = signals;
	const status = connectivity?.status;
	if (!attached || attached !== newest || (status !== 'ATTACHED' && status !== undefined)) {
		return undefined;
	}
	if (now - attached.at < SESSION_FOLLOWS_MS || isUsual(trafficSilenceOf(facts))) return undefined;
	return {
		concluded: 'why it opens no session is not seen',
		since: attached.at,
		evidence: [
			...ofEvent(attached, 'registered'),
			...ofEvent(opened, 'last session'),
			...statusEvidence(facts),
		],
	};
}

/** How a device was lost, as far as something tells. */
interface Loss {
	cause: string;
	since: number;
	/** Whether an event tells of the end. */
	isTold: boolean;
	of: Evidence[];
}

function lossByEvent(facts: Facts, newest: DeviceEvent): Loss | undefined {
	const { signals, connectivity } = facts;
	const { at: since } = newest;
	if (newest === signals.purged) {
		const of = ofEvent(newest, 'location deleted');
		return { cause: 'the network deleted its location', since, isTold: true, of };
	}
	if (newest === signals.closed) {
		const of = ofEvent(newest, 'session ended');
		return { cause: 'its data session ended', since, isTold: true, of };
	}
	if (newest.isProblem) {
		const of = ofEvent(newest, 'last attempt refused');
		return { cause: 'its last attempt to connect was refused', since, isTold: false, of };
	}
	if (connectivity === undefined) return undefined;
	const status = connectivity.status ?? 'not connected';
	const cause = `the service reports it as ${status}, though no event says when it ended`;
	return { cause, since, isTold: false, of: ofEvent(newest, 'last sign of life') };
}

function lossOf(facts: Facts, { sign, last }: Silence): Loss | undefined {
	const { signals, events, location } = facts;
	if (events === undefined || last === undefined) return undefined;
	if (sign === 'event' && signals.newest) return lossByEvent(facts, signals.newest);
	if (sign === 'location') {
		const of = [evidence('connectivity', 'last registered', momentInWords(last), location?.at)];
		return { cause: 'that is when a network last heard of it', since: last, isTold: false, of };
	}
	const [day] = activeDays(facts);
	if (day === undefined) return undefined;
	const of = [evidence('usage', 'last day with traffic', day, Date.parse(day))];
	return { cause: `its last traffic was on ${day}`, since: last, isTold: false, of };
}

/** What may keep a device off that is not lost, in words: it was refused or blocked after its last session. */
function denialDoubt(facts: Facts): string | undefined {
	const { refused, rejected, opened, attached } = facts.signals;
	const session = opened?.at ?? -Infinity;
	if (refused && refused.at > session) return 'its last attempt to open a session was refused';
	if (rejected && rejected.at > Math.max(session, attached?.at ?? -Infinity)) {
		return 'its last attempt to register was rejected';
	}
	const [denial] = denialsSince(facts, session);
	return denial && `its data was stopped after its last session: ${String(denial.value)}`;
}

/** Why it is not certain that a device is lost, in words. */
function lostUnsure(facts: Facts, silence: Silence, { isTold, since }: Loss): string | undefined {
	const { connectivity, endpoint, now } = facts;
	if (!isTold) return 'no event says when its connection ended';
	if (connectivity?.status !== 'OFFLINE') {
		return `the service reports it as ${connectivity?.status ?? 'nothing that was read'}`;
	}
	if (endpoint?.runtime_data) return 'the list of endpoints shows where it is registered';
	const ended = now - since;
	if (ended < CERTAIN_SILENCE_MS) return `it ended only ${spanInWords(ended)} ago`;
	return unsureOf(silence) ?? organisationDoubt(facts) ?? denialDoubt(facts);
}

/**
 * Operations that help to find a device: no network of 4G and later can be asked, and one that is OFFLINE has no
 * registration that a reset could end.
 */
function searchSteps({ signals, connectivity }: Facts): string[] {
	const ratId = signals.byRat?.ratId;
	const isAskable = ratId === undefined || ASKABLE_RATS.includes(ratId);
	return [
		...(isAskable ? ['Endpoint: Ask Visited Network'] : []),
		...(connectivity?.status === 'OFFLINE' ? [] : ['Endpoint: Reset Connectivity']),
		'Await: Seen Again',
	];
}

const heardByEvents = 'nothing was heard of it since';
const heardByUsage = `${heardByEvents}, by its events and by its usage, which may be hours old`;

export function lostFit(facts: Facts): Fit | undefined {
	const silence = silenceOf(facts);
	if (isOnline(facts) || isBlocked(facts) || !isLong(silence)) return undefined;
	const loss = lossOf(facts, silence);
	if (!loss) return undefined;
	return {
		concluded: lostUnsure(facts, silence, loss),
		since: loss.since,
		words: { cause: loss.cause, heard: facts.days ? heardByUsage : heardByEvents },
		steps: searchSteps(facts),
		evidence: [
			...loss.of,
			...statusEvidence(facts),
			...rhythmEvidence(silence),
			...usageEvidence(facts),
		],
	};
}

/** "it usually connects every 14 days, and next by about …" */
function pauseInWords({ last, usualMs }: Silence, now: number): string {
	const due = (last ?? NaN) + (usualMs ?? NaN);
	const next = due > now ? 'and next by about' : 'and was due at about';
	return `it usually connects every ${spanInWords(usualMs ?? NaN)}, ${next} ${momentInWords(due)}`;
}

/** A device without a session that pauses as usual. */
export function pausingFit(facts: Facts): Fit | undefined {
	const silence = silenceOf(facts);
	if (isOnline(facts) || isBlocked(facts) || !isUsual(silence)) return undefined;
	const { last } = silence;
	return {
		concluded: 'a pause that is usual is no proof',
		since: last,
		words: {
			moved: 'no sign of life of it is seen',
			usual: pauseInWords(silence, facts.now),
		},
		evidence: [
			evidence('events', 'last sign of life', momentInWords(last ?? NaN), last),
			...rhythmEvidence(silence),
			...statusEvidence(facts),
			...usageEvidence(facts),
		],
	};
}

/** Why nothing is known of a device without a session, in words. */
export function absenceInWords(facts: Facts): string {
	const { connectivity, signals } = facts;
	const silence = silenceOf(facts);
	const { refused, rejected, newest } = signals;
	const isRefusal = newest !== undefined && (newest === refused || newest === rejected);
	const ending = isRefusal ? ', and was refused' : '';
	if (facts.isFormerSession) return FORMER_SESSION;
	if (silence.last !== undefined && !isLong(silence)) return tooShortInWords(silence) + ending;
	return connectivity?.status
		? `the service reports it as ${connectivity.status}, and no event explains it`
		: 'its connectivity could not be read, and no event explains it';
}
