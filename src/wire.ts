/*
 * The words of one request, for everything above: what it may do, who waits for whom, what goes
 * out, and what comes back.
 */

export type Json = Record<string, unknown>;

export const isObject = (v: unknown): v is Json =>
	typeof v === 'object' && v !== null && !Array.isArray(v);

/**
 * What repeating a request does. HTTP calls them safe, idempotent, and neither (RFC 9110, section 9.2):
 * `read` changes nothing; `set` leaves the same state again; `act` happens twice.
 */
export type Effect = 'read' | 'set' | 'act';

/** Who waits for whom: see docs/operations.md. */
export type LaneName = 'auth' | 'sequential' | 'list' | 'single';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP answer; `body` is parsed JSON, or text where it was not JSON. */
export interface Answer {
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	body: unknown;
}

/** The list of an answer, bare or as the only list inside an object; undefined when there is none. */
export function listIn(body: unknown): Json[] | undefined {
	if (Array.isArray(body)) return body.filter(isObject);
	if (!isObject(body)) return undefined;
	const lists = Object.values(body).filter((v): v is unknown[] => Array.isArray(v));
	return lists.length === 1 ? (lists[0] ?? []).filter(isObject) : undefined;
}

/**
 * What the answers to a request mean, where their statuses alone do not say it. An entry says it for
 * its own request; the one loop over attempts honours it.
 */
export interface AnswerRules {
	/** Statuses that are documented as success; any other 2xx contradicts them. */
	success?: number[];
	/** The answer is read item by item: what looks wrong in the whole of it decides nothing. */
	byItem?: boolean;
	/**
	 * A 401 about what the request holds, such as a typed password, and not about the session: it is
	 * given as it is, no session is renewed, and nothing is sent again.
	 */
	isAnswer401?: (answer: Answer) => boolean;
	/**
	 * An answer that is a result although its status says failure: given as it is, never asked
	 * again, and no retry is spent on it.
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
	/** Where a request of an operation differs from it, as the read before a top-up. */
	effect?: Effect;
	lane?: LaneName;
}

/** A request as it is sent, in its lane and under its effect. */
export interface HttpRequest extends RequestParts {
	effect: Effect;
	lane: LaneName;
	/** Names the call for a person: "sms: send". */
	what: string;
	/** What has happened when it succeeds, in words that follow "whether": "the SMS was sent". */
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
 * Sends one request and gives whatever the service answers, whatever its status; follows no
 * redirect. Rejects only when there is no answer, with an error whose `code` (or that of a `cause`)
 * is Node's or axios's.
 */
export type Transport = (request: WireRequest) => Promise<Answer>;
