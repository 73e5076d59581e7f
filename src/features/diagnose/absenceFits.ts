import { FORMER_SESSION, rhythmEvidence, usageEvidence } from './absence';
import type { Fit } from './certainty';
import { evidence, ofEvent, statusEvidence } from './evidence';
import { type Facts, isBlocked, isOnline } from './facts/facts';
import {
	isLong,
	isUsual,
	SESSION_FOLLOWS_MS,
	type Silence,
	silenceOf,
	tooShortInWords,
	trafficSilenceOf,
} from './silence';
import { momentInWords, spanInWords } from './facts/words';

/* A device of which nothing is heard, and which is neither lost nor new: it is registered only, or pauses as usual. */

/** Registered only: no session has followed the newest registration. */
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
