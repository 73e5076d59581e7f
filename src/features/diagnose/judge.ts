import type { Json } from '../../wire';
import { type Facts, isOnline, momentInWords } from './facts';
import { type Evidence, type Fit, FITS } from './fits';
import type { NotRead } from './reads';
import { type Certainty, SOURCES, type VerdictName, type VerdictRule, VERDICTS } from './verdicts';

/* The diagnosis of an endpoint: the first verdict that fits, how sure it is, and those that fit beside it. */

interface Found {
	rule: VerdictRule & { verdict: VerdictName };
	fit: Fit;
}

/** Verdicts that say nothing beside another one. */
const ALONE: readonly VerdictName[] = ['asleep', 'silent', 'unknown'];

/** All verdicts that fit, in their order. */
function fitting(facts: Facts): Found[] {
	const found: Found[] = [];
	const names = new Set<VerdictName>();
	for (const rule of VERDICTS) {
		const fit = FITS[rule.verdict](facts, names);
		if (!fit) continue;
		names.add(rule.verdict);
		found.push({ rule, fit });
	}
	return found;
}

/** A session or traffic that is newer than a cause which lets no data flow. */
function contradictionOf({ rule, fit }: Found, facts: Facts): Evidence | undefined {
	if (!rule.stopsData) return undefined;
	const { now, signals } = facts;
	const { opened } = signals;
	if (isOnline(facts)) {
		return {
			fact: 'contradicts: status',
			value: 'ONLINE',
			time: new Date(now).toISOString(),
			source: SOURCES.connectivity,
		};
	}
	if (!opened || fit.since === undefined || opened.at <= fit.since) return undefined;
	return {
		fact: 'contradicts: session accepted later',
		value: opened.text,
		time: new Date(opened.at).toISOString(),
		source: SOURCES.events,
	};
}

/** How sure a verdict is, given what contradicts it and what it or one before it could not be read from. */
function certaintyOf(
	found: Found,
	contradiction: Evidence | undefined,
	notRead: NotRead[],
): Certainty {
	const { rule, fit } = found;
	if (fit.certainty !== 'certain') return fit.certainty;
	const place = VERDICTS.findIndex(({ verdict }) => verdict === rule.verdict);
	const needed: readonly string[] = VERDICTS.slice(0, place + 1).flatMap(({ seenIn }) => [
		...seenIn,
	]);
	const isUnread = notRead.some(({ source }) => needed.includes(source));
	return contradiction !== undefined || isUnread ? 'likely' : 'certain';
}

/** The sentence of a verdict. */
function sentence({ rule, fit }: Found, { name }: Facts): string {
	const moment = fit.since === undefined ? '' : momentInWords(fit.since);
	const since = moment && ` since ${moment}`;
	const on = moment && ` on ${moment}`;
	const words: Record<string, string> = { name, since, on, ...fit.words };
	return rule.reason.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
}

/** The item of a diagnosis. */
export function diagnosisOf(facts: Facts, notRead: NotRead[], requests: number): Json {
	const [first, ...others] = fitting(facts);
	const found = first!;
	const contradiction = contradictionOf(found, facts);
	const { rule, fit } = found;
	const also = others.filter((cause) => !ALONE.includes(cause.rule.verdict));
	const reason = sentence(found, facts);
	const [next] = also;
	// What only SMS are denied by does not take a device offline.
	const isBeside = rule.verdict === 'smsQuota' && next !== undefined;
	return {
		endpoint_id: facts.id,
		endpoint_name: facts.name,
		verdict: rule.verdict,
		reason: isBeside ? `${reason.slice(0, -1)}; beside that: ${sentence(next, facts)}` : reason,
		since: fit.since === undefined ? null : new Date(fit.since).toISOString(),
		certainty: certaintyOf(found, contradiction, notRead),
		evidence: [...fit.evidence, ...(contradiction ? [contradiction] : [])],
		next_steps: rule.next.map((step) => ({ ...step })),
		also: also.map((cause) => ({ verdict: cause.rule.verdict, reason: sentence(cause, facts) })),
		not_read: notRead.map(({ what, why }) => ({ what, why })),
		requests,
	};
}
