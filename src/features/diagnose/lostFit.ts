import { organisationDoubt, rhythmEvidence, usageEvidence } from './absence';
import type { Fit } from './certainty';
import { denialsSince } from './denials';
import type { DeviceEvent } from './facts/deviceEvents';
import { evidence, type Evidence, ofEvent, statusEvidence } from './evidence';
import { activeDays, type Facts, isBlocked, isOnline } from './facts/facts';
import { CERTAIN_SILENCE_MS, isLong, type Silence, silenceOf, unsureOf } from './silence';
import { momentInWords, spanInWords } from './facts/words';

/* A device that is lost: it was there, and nothing has been heard of it for too long. */

/** Radio access types of networks that can be asked live: 3G, 2G, HSPA+. Source: public reference. */
const ASKABLE_RATS = [1, 2, 5];

/** How a device was lost, as far as something shows it. */
interface Loss {
	cause: string;
	since: number;
	/** Whether an event shows the end. */
	isSeenEnding: boolean;
	of: Evidence[];
}

function lossByEvent(facts: Facts, newest: DeviceEvent): Loss | undefined {
	const { signals, connectivity } = facts;
	const { at: since } = newest;
	if (newest === signals.purged) {
		const of = ofEvent(newest, 'location deleted');
		return { cause: 'the network deleted its location', since, isSeenEnding: true, of };
	}
	if (newest === signals.closed) {
		const of = ofEvent(newest, 'session ended');
		return { cause: 'its data session ended', since, isSeenEnding: true, of };
	}
	if (newest.isProblem) {
		const of = ofEvent(newest, 'last attempt refused');
		return { cause: 'its last attempt to connect was refused', since, isSeenEnding: false, of };
	}
	if (connectivity === undefined) return undefined;
	const status = connectivity.status ?? 'not connected';
	const cause = `the service reports it as ${status}, though no event says when it ended`;
	return { cause, since, isSeenEnding: false, of: ofEvent(newest, 'last sign of life') };
}

function lossOf(facts: Facts, { sign, last }: Silence): Loss | undefined {
	const { signals, events, location } = facts;
	if (events === undefined || last === undefined) return undefined;
	if (sign === 'event' && signals.newest) return lossByEvent(facts, signals.newest);
	if (sign === 'location') {
		const of = [evidence('connectivity', 'last registered', momentInWords(last), location?.at)];
		return {
			cause: 'that is when a network last heard of it',
			since: last,
			isSeenEnding: false,
			of,
		};
	}
	const [day] = activeDays(facts);
	if (day === undefined) return undefined;
	const of = [evidence('usage', 'last day with traffic', day, Date.parse(day))];
	return { cause: `its last traffic was on ${day}`, since: last, isSeenEnding: false, of };
}

/** Why a device may be offline without being lost, in words: it was refused or blocked after its last session. */
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
function lostUnsure(
	facts: Facts,
	silence: Silence,
	{ isSeenEnding, since }: Loss,
): string | undefined {
	const { connectivity, endpoint, now } = facts;
	if (!isSeenEnding) return 'no event says when its connection ended';
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

/** Lost: no sign of life came in a time in which one had to come. */
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
