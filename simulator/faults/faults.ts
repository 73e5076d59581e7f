import { randomFrom } from '../numbers';
import type { BodyChange } from './changes';

/**
 * The ways a call can go wrong.
 * - `delay`: waits `delayMs`, then goes on as usual; `delayAnswer`: applies first, then waits
 * - `refuse`: the connection is closed before anything is read
 * - `resetBefore` / `resetAfter`: reads the request and resets the connection, without or after
 *   applying it
 * - `hang`: reads the request and never answers; applied only with `appliesAfterMs`
 * - `truncated`: applies, then sends half of the body and closes; `malformed`: applies, then
 *   sends a complete answer whose JSON is cut; `slowBody`: applies, then sends the body in ten
 *   pieces, `delayMs` apart
 * - `tooManyRequests`: 429 without applying, with `Retry-After` when `retryAfter` is given
 * - `errorBefore` / `errorAfter`: an answer of somebody else (`status`, default 503; any status,
 *   2xx and 3xx too) without or after applying
 * - `unauthorized`: 401, although the token is good
 * - `clockSkew`: the clock that handles the call is off by `delayMs` (tokens, Date header)
 * - `duplicateAnswer`: applies, and sends the answer twice on the connection
 * - `partial`: applies the first `items` items of a bulk call (default: half) and answers for
 *   them alone, or with `status` (such as 207 or 200) and `{message, errors}` for the others
 * - `headers`: as usual, but for the `headers` given: lists that lie about their size, odd dates
 * - `clamped`: a list gives at most `items` entries a page, whatever was asked for
 * - `vanish`: before a list of endpoints or SIMs is read, its first `items` entries (default 1)
 *   are gone for good
 * - `oddIds`: the ids of a list are null, text, or numbers above 2^53 (see `ids`)
 * - `otherForm`: as usual, but for the `changes` to the body and the `headers` given
 */
const FAULT_KINDS = [
	'delay',
	'delayAnswer',
	'refuse',
	'resetBefore',
	'resetAfter',
	'hang',
	'truncated',
	'malformed',
	'slowBody',
	'tooManyRequests',
	'errorBefore',
	'errorAfter',
	'unauthorized',
	'clockSkew',
	'duplicateAnswer',
	'partial',
	'headers',
	'clamped',
	'vanish',
	'oddIds',
	'otherForm',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** One rule: which calls it hits, how often, and what happens to them. */
export interface FaultRule {
	/** Method and path (regular expression, unanchored); everything when absent. */
	match?: { method?: string; path?: string };
	kind: FaultKind;
	/** Part of the matching calls that are hit, 0 to 1. Default 1. */
	rate?: number;
	/** Hits at most so many calls. Default: no limit. */
	times?: number;
	/** Lets so many matching calls pass first. Default 0. */
	skip?: number;
	/** Real milliseconds; see the kinds. */
	delayMs?: number;
	/**
	 * With `hang`, `resetAfter` and `errorAfter`: the answer (after `delayMs`) does not wait for the
	 * service, which works on and applies the call so many milliseconds after it arrived, by the
	 * simulator's clock. Until then the call is in flight.
	 */
	appliesAfterMs?: number;
	/** `Retry-After` of `tooManyRequests` and of the error kinds: seconds, or text as it is. */
	retryAfter?: number | string;
	/** Form of `Retry-After` when it is a number. Default `seconds`. */
	retryAfterForm?: 'seconds' | 'date';
	/** Status of the error kinds (default 503) and of `partial`. */
	status?: number;
	/** Body of the error kinds. Default `json`. */
	body?: 'json' | 'html' | 'text' | 'empty';
	/** Body of the error kinds in place of a standard one: text as it is, anything else as JSON. */
	content?: unknown;
	/** Headers in place of the answer's own, with every kind that answers; null takes one away. */
	headers?: Record<string, string | null>;
	/** How many; see the kinds. */
	items?: number;
	/** The changes that `otherForm` makes to the body, one after the other. */
	changes?: BodyChange[];
	/** The form of ids with `oddIds`. Default `huge`. */
	ids?: 'huge' | 'text' | 'null';
}

/** Rules in order; the first that hits a call decides. The seed makes rates repeatable. */
export interface FaultPlan {
	seed?: number;
	rules: FaultRule[];
}

interface ActiveRule extends FaultRule {
	pattern: RegExp | undefined;
	seen: number;
	hits: number;
}

/** The fault plan in force. */
export class Faults {
	private rules: ActiveRule[] = [];
	private random = randomFrom(1);
	private current: FaultPlan = { rules: [] };

	constructor(plan?: FaultPlan) {
		if (plan) this.set(plan);
	}

	/** Replaces the plan. @throws Error when it is not one */
	set(plan: FaultPlan): void {
		if (!Array.isArray(plan?.rules)) throw new Error('faults: rules must be a list');
		const rules = plan.rules.map((rule) => {
			if (!FAULT_KINDS.includes(rule.kind))
				throw new Error(`faults: unknown kind ${rule.kind}; known: ${FAULT_KINDS.join(', ')}`);
			const path = rule.match?.path;
			const pattern = path === undefined ? undefined : new RegExp(path);
			return { ...rule, pattern, seen: 0, hits: 0 };
		});
		this.rules = rules;
		this.random = randomFrom(plan.seed ?? 1);
		this.current = plan;
	}

	/** Ends all faults. */
	clear(): void {
		this.set({ rules: [] });
	}

	/** The plan, with the number of calls each rule has hit. */
	describe() {
		const { seed } = this.current;
		const rules = this.current.rules.map((rule, index) => ({
			...rule,
			hits: this.rules[index]?.hits ?? 0,
		}));
		return { ...(seed === undefined ? {} : { seed }), rules };
	}

	/** The rule that hits a call, if any. */
	pick(method: string, path: string): FaultRule | undefined {
		for (const rule of this.rules) {
			if (rule.match?.method && rule.match.method.toUpperCase() !== method) continue;
			if (rule.pattern && !rule.pattern.test(path)) continue;
			if (rule.times !== undefined && rule.hits >= rule.times) continue;
			rule.seen += 1;
			if (rule.seen <= (rule.skip ?? 0)) continue;
			if (rule.rate !== undefined && this.random() >= rule.rate) continue;
			rule.hits += 1;
			return rule;
		}
		return undefined;
	}
}
