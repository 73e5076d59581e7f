/*
 * Types of one request, shared by all layers: its effect, its lane, the request as sent, and the
 * answer.
 */

export type Json = Record<string, unknown>;

export const isObject = (v: unknown): v is Json =>
	typeof v === 'object' && v !== null && !Array.isArray(v);

/**
 * Effect of repeating a request, in HTTP terms safe, idempotent, and neither (RFC 9110, section
 * 9.2): `read` changes nothing; `set` leaves the same state again; `act` happens twice.
 */
export type Effect = 'read' | 'set' | 'act';

/** The queue a request waits in: see docs/operations/README.md. */
export type LaneName = 'auth' | 'sequential' | 'list' | 'single';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP answer; `body` is parsed JSON, or text where it was not JSON. */
export interface Answer {
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	body: unknown;
}

/** The list of an answer, bare or the only list in an object; undefined when there is none. */
export function listIn(body: unknown): Json[] | undefined {
	if (Array.isArray(body)) return body.filter(isObject);
	if (!isObject(body)) return undefined;
	const lists = Object.values(body).filter((v): v is unknown[] => Array.isArray(v));
	return lists.length === 1 ? (lists[0] ?? []).filter(isObject) : undefined;
}

/**
 * Meaning of the answers to a request where the status alone does not give it. An entry sets these
 * for its own request; the one loop over attempts honours them.
 */
export interface AnswerRules {
	/** Statuses that are documented as success; any other 2xx contradicts them. */
	success?: number[];
	/** An empty 200 is documented as success; elsewhere it is what a sign-in page may answer. */
	isEmptySuccess?: boolean;
	/** The answer is read item by item, so an error in the whole of it decides nothing. */
	byItem?: boolean;
	/**
	 * A 401 about the content of the request, such as a typed password, and not about the session:
	 * it is returned as it is, no session is renewed, and nothing is sent again.
	 */
	isAnswer401?: (answer: Answer) => boolean;
	/**
	 * An answer that is a result although its status says failure: it is returned as it is, and
	 * never retried.
	 */
	isFinal?: (answer: Answer) => boolean;
}

/** A request as an operation writes it. */
export interface RequestParts extends AnswerRules {
	method: Method;
	/** Below the base URL, without a query. */
	path: string;
	query?: Json;
	body?: unknown;
	/** Milliseconds; 30,000 unless given. */
	timeoutMs?: number;
	/** Attempts in all, at most three. */
	attempts?: number;
	/** Effect of this request where it differs from its operation's: a read before a top-up. */
	effect?: Effect;
	lane?: LaneName;
	/** Awaited right before each attempt is sent; @throws to keep it from being sent. */
	confirm?: (() => Promise<void>) | undefined;
}

/** A request as it is sent, in its lane and under its effect. */
export interface HttpRequest extends RequestParts {
	effect: Effect;
	lane: LaneName;
	/** Names the call for a person: "sms: send". */
	what: string;
	/** The effect of success, in words that follow "whether": "the SMS was sent". */
	done?: string;
	headers?: Record<string, string>;
}

/** One HTTP request as it goes to the wire. `body` is serialised JSON. */
export interface WireRequest {
	method: Method;
	/** Absolute address with its query. */
	url: string;
	headers: Record<string, string>;
	body?: string;
	timeoutMs: number;
	signal?: AbortSignal;
}

/**
 * Sends one request and returns the service's answer, whatever its status; follows no redirect.
 * Rejects only when there is no answer, with an error whose `code` (or that of a `cause`) is Node's
 * or axios's.
 */
export type Transport = (request: WireRequest) => Promise<Answer>;
