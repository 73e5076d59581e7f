import { randomFrom } from '../numbers';
import type { BodyChange } from './changes';

/**
 * The kinds of faults.
 * - `delay`: waits `delayMs`, then continues as usual; `delayAnswer`: applies first, then waits
 * - `refuse`: the connection is closed before anything is read
 * - `resetBefore` / `resetAfter`: reads the request and resets the connection, without or after
 *   applying it
 * - `hang`: reads the request and never answers; applied only with `appliesAfterMs`
 * - `truncated`: applies, then sends half of the body and closes; `malformed`: applies, then
 *   sends a complete answer whose JSON is cut; `slowBody`: applies, then sends the body in ten
 *   pieces, `delayMs` apart
 * - `tooManyRequests`: 429 without applying, with `Retry-After` when `retryAfter` is given
 * - `errorBefore` / `errorAfter`: an answer as from a proxy (`status`, default 503; any status,
 *   2xx and 3xx too) without or after applying
 * - `unauthorized`: 401, although the token is valid
 * - `clockSkew`: the clock that handles the call is off by `delayMs` (tokens, Date header)
 * - `duplicateAnswer`: applies, and sends the answer twice on the connection
 * - `partial`: applies the first `items` items of a bulk call (default: half) and answers for
 *   them only, or with `status` (such as 207 or 200) and `{message, errors}` for the others
 * - `headers`: as usual, except for the given `headers`: a wrong list size, malformed dates
 * - `clamped`: a list returns at most `items` entries per page, whatever was requested
 * - `vanish`: before a list of endpoints or SIMs is read, its first `items` entries (default 1)
 *   are permanently removed
 * - `oddIds`: the ids of a list are null, text, or numbers above 2^53 (see `ids`)
 * - `otherForm`: as usual, except for the `changes` to the body and the given `headers`
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

/** A rule: which calls it hits, how often, and with which fault. */
export interface FaultRule {
	/** Method and path (regular expression, unanchored); everything when absent. */
	match?: { method?: string; path?: string };
	kind: FaultKind;
	/** Share of the matching calls to hit, 0 to 1. Default 1. */
	rate?: number;
	/** Maximum number of calls to hit. Default: no limit. */
	times?: number;
	/** Number of matching calls to let pass first. Default 0. */
	skip?: number;
	/** Real milliseconds; see the kinds. */
	delayMs?: number;
	/**
	 * With `hang`, `resetAfter` and `errorAfter`: the service applies the call this many milliseconds
	 * after it arrived, by the simulator's clock, and the answer (after `delayMs`) does not wait for
	 * that. Until then the call is in flight.
	 */
	appliesAfterMs?: number;
	/** `Retry-After` of `tooManyRequests` and of the error kinds: seconds, or verbatim text. */
	retryAfter?: number | string;
	/** Form of `Retry-After` when it is a number. Default `seconds`. */
	retryAfterForm?: 'seconds' | 'date';
	/** Status of the error kinds (default 503) and of `partial`. */
	status?: number;
	/** Body of the error kinds. Default `json`. */
	body?: 'json' | 'html' | 'text' | 'empty';
	/** Body of the error kinds instead of a standard one: text verbatim, anything else as JSON. */
	content?: unknown;
	/** Headers that override the answer's own, for every kind that answers; null removes a header. */
	headers?: Record<string, string | null>;
	/** How many; see the kinds. */
	items?: number;
	/** The changes that `otherForm` makes to the body, in order. */
	changes?: BodyChange[];
	/** The form of ids with `oddIds`. Default `huge`. */
	ids?: 'huge' | 'text' | 'null';
}

/** Rules in order; the first that hits a call wins. The seed makes rates repeatable. */
export interface FaultPlan {
	seed?: number;
	rules: FaultRule[];
}

interface ActiveRule extends FaultRule {
	pattern: RegExp | undefined;
	seen: number;
	hits: number;
}

/** The active fault plan. */
export class Faults {
	private rules: ActiveRule[] = [];
	private random = randomFrom(1);
	private current: FaultPlan = { rules: [] };

	constructor(plan?: FaultPlan) {
		if (plan) this.set(plan);
	}

	/** Replaces the plan. @throws Error for an invalid plan */
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

	/** The rule that applies to a call, if any. */
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
