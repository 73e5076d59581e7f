import { changesSince, changesUnseen } from './changes';
import { type Evidence, evidence, ofEvent } from './evidence';
import { type Facts, isReportedOnline } from './facts/facts';
import { type Source, SOURCES } from './facts/sources';
import { type VerdictName, type VerdictRule, VERDICTS } from './verdicts';
import { momentInWords } from './facts/words';

/*
 * How sure a verdict is. It is certain under four conditions: the service states the fact, everything that could
 * contradict it was read, the fact is fresh, and nothing newer contradicts it. Each missing condition is a doubt.
 */

/** How sure a verdict is. */
type Certainty = 'certain' | 'likely' | 'cannot know';

/** A verdict that fits, with its reasons. */
export interface Fit {
	/** The facts that speak for it. */
	evidence: Evidence[];
	/**
	 * Why it is only a conclusion, in words: nothing that the service states says it. Undefined where the service
	 * states it itself, as a state, a figure or an event.
	 */
	concluded?: string | undefined;
	/** When the service stated it: the time of an event; now, where it is a state that was read. */
	statedAt?: number | undefined;
	/** Why the fact may be over, in words. */
	aged?: string | undefined;
	/** What is newer and says otherwise, beside a session. */
	against?: Evidence[];
	/** Since when it is so; milliseconds since 1970. */
	since?: number | undefined;
	/** The words of its sentence, by their names. */
	words?: Record<string, string>;
	/** Those operations of the next steps of the verdict that help; all unless given. */
	steps?: readonly string[];
}

/** A verdict with how sure it is. */
interface Judged {
	certainty: Certainty;
	/** Why it is not certain; empty where it is. */
	doubts: string[];
	/** What contradicts it. */
	against: Evidence[];
}

type NamedRule = VerdictRule & { verdict: VerdictName };

/** A session that is newer than a cause which lets no data flow. */
function sessionAgainst({ stopsData }: NamedRule, fit: Fit, facts: Facts): Evidence[] {
	if (!stopsData) return [];
	const { now, signals } = facts;
	const online = isReportedOnline(facts)
		? [evidence('connectivity', 'contradicts: status', 'ONLINE', now)]
		: [];
	const moment = fit.since ?? fit.statedAt;
	const { opened } = signals;
	if (!opened || moment === undefined || opened.at <= moment) return online;
	return [...online, ...ofEvent(opened, 'contradicts: session accepted later')];
}

/**
 * Sources that could contradict the verdict and were not read: those that failed and show this verdict or an earlier
 * one; for a verdict that the service states, every source that shows it.
 */
function unreadFor(rule: NamedRule, { concluded }: Fit, { read, notRead }: Facts): string[] {
	const index = VERDICTS.findIndex(({ verdict }) => verdict === rule.verdict);
	const seenIn: readonly Source[] = VERDICTS.slice(0, index + 1).flatMap((one) => [...one.seenIn]);
	const failed = notRead.map(({ source }) => source).filter((source) => seenIn.includes(source));
	const isStated = concluded === undefined;
	const lacking = isStated ? rule.seenIn.filter((source) => !read.has(source)) : [];
	return [...new Set([...lacking, ...failed])].map((source) => `not read: ${SOURCES[source]}`);
}

/** How sure a verdict is: certain, unless one of the four conditions is missing. */
export function judge(rule: NamedRule, fit: Fit, facts: Facts): Judged {
	const against = [...(fit.against ?? []), ...sessionAgainst(rule, fit, facts)];
	const changes = fit.statedAt === undefined ? [] : changesSince(facts, fit.statedAt);
	const unseen = fit.statedAt === undefined ? undefined : changesUnseen(facts);
	const doubts = [
		...(fit.concluded === undefined ? [] : [fit.concluded]),
		...unreadFor(rule, fit, facts),
		...(fit.aged === undefined ? [] : [fit.aged]),
		...(unseen === undefined ? [] : [unseen]),
		...changes.map(({ fact, time }) => `${fact}: ${momentInWords(Date.parse(String(time)))}`),
		...against.map(({ fact, value }) => `${fact}: ${String(value)}`),
	];
	const certainty = doubts.length === 0 ? 'certain' : 'likely';
	return {
		certainty: rule.verdict === 'unknown' ? 'cannot know' : certainty,
		doubts,
		against: [...changes, ...against],
	};
}
