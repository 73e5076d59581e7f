import type { Json } from '../../wire';
import { type Fit, judge } from './certainty';
import type { Evidence } from './evidence';
import type { Facts } from './facts/facts';
import { FITS } from './fits';
import { isInFactoryTest } from './facts/sims';
import { type NextStep, TEST_ENDS_BILLS } from './steps';
import { type VerdictName, type VerdictRule, VERDICTS } from './verdicts';
import { isoOf, isTime, momentInWords } from './facts/words';

/* The diagnosis of an endpoint: the first verdict that fits, how certain it is, and the other verdicts that fit. */

interface Found {
	rule: VerdictRule & { verdict: VerdictName };
	fit: Fit;
}

/** Verdicts that are left out where another one fits. */
const ALONE: readonly VerdictName[] = ['asleep', 'silent', 'unknown'];

/** A fit whose `since` is no later than now, and is left out where it cannot be read. */
function withoutFuture({ since, ...fit }: Fit, now: number): Fit {
	return isTime(since) ? { ...fit, since: Math.min(since, now) } : fit;
}

/** All verdicts that fit, in the order of the list of verdicts. */
function fitting(facts: Facts): Found[] {
	const found: Found[] = [];
	const names = new Set<VerdictName>();
	for (const rule of VERDICTS) {
		const fit = FITS[rule.verdict](facts, names);
		if (!fit) continue;
		names.add(rule.verdict);
		found.push({ rule, fit: withoutFuture(fit, facts.now) });
	}
	return found;
}

/** The sentence of a verdict. */
function sentence({ rule, fit }: Found, { name }: Facts): string {
	const moment = fit.since === undefined ? '' : momentInWords(fit.since);
	const since = moment && ` since ${moment}`;
	const on = moment && ` on ${moment}`;
	const words: Record<string, string> = { name, since, on, ...fit.words };
	return rule.reason.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
}

/** What contradicts a verdict, in words that follow its sentence; empty where nothing does. */
function contradictionsInWords(against: Evidence[]): string {
	if (against.length === 0) return '';
	const each = against.map(({ fact, value, time }) => {
		const moment = time === null ? '' : ` (${momentInWords(Date.parse(time))})`;
		return `${fact.replace(/^contradicts: /, '')}: ${String(value)}${moment}`;
	});
	return `; this may be wrong, as other facts say otherwise: ${each.join('; ')}`;
}

/** The sentence of a verdict with what contradicts it. */
function wholeSentence(found: Found, facts: Facts): string {
	const { against } = judge(found.rule, found.fit, facts);
	const contradictions = contradictionsInWords(against);
	return `${sentence(found, facts).slice(0, -1)}${contradictions}.`;
}

/** What a step bills, where its SIM is known to be in factory test. */
const IN_TEST_BILLS =
	'the SIM: this ends its factory test and activates it, and it is billed from then on';

/** The steps of the verdict; where the fit names the operations that help, only those. */
function stepsOf({ rule, fit: { steps } }: Found, facts: Facts): NextStep[] {
	const all: readonly NextStep[] = rule.next;
	const helping = all.filter(
		({ operation }) => operation === null || !steps || steps.includes(operation),
	);
	return helping.map((step) => ({
		...step,
		bills: isInFactoryTest(facts)
			? (step.bills?.replace(TEST_ENDS_BILLS, IN_TEST_BILLS) ?? null)
			: step.bills,
	}));
}

/** The item of a diagnosis. */
export function diagnosisOf(facts: Facts, requests: number): Json {
	const [first, ...others] = fitting(facts);
	const found = first!;
	const { rule, fit } = found;
	const { certainty, doubts, against } = judge(rule, fit, facts);
	const also = others.filter((cause) => !ALONE.includes(cause.rule.verdict));
	const reason = wholeSentence(found, facts);
	const [next] = also;
	// A quota that denies only SMS does not take a device offline.
	const isBeside = rule.verdict === 'smsQuota' && next !== undefined;
	return {
		endpoint_id: facts.id,
		endpoint_name: facts.name,
		verdict: rule.verdict,
		reason: isBeside
			? `${reason.slice(0, -1)}; beside that: ${wholeSentence(next, facts)}`
			: reason,
		since: isoOf(fit.since),
		certainty,
		doubts,
		evidence: [...fit.evidence, ...against],
		next_steps: stepsOf(found, facts),
		also: also.map((cause) => ({
			verdict: cause.rule.verdict,
			reason: wholeSentence(cause, facts),
		})),
		not_read: facts.notRead.map(({ what, why }) => ({ what, why })),
		requests,
	};
}
