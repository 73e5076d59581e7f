import type * as z from 'zod/v4';
import type { Role } from '../account/entities';
import { malformed, Problems } from './envelopes';
import type { Lane } from './limits';

/** Who calls, from a verified token. */
export interface Caller {
	organisationId: number;
	/** Null for application tokens. */
	userId: number | null;
	role: Role;
}

/** Query parameters; the first of repeated ones. */
export type Query = Record<string, string | undefined>;

/** A request as handlers see it. */
export interface Call {
	params: Record<string, string>;
	query: Query;
	/** Parsed JSON, or undefined without a body. */
	body: unknown;
	caller: Caller;
	ip: string;
	/** Milliseconds by which this answer's clock is off (fault `clockSkew`). */
	skewMs: number;
}

/** The answer of a handler. Without `body` the answer is empty. */
export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** One operation of the service, as data; `http/app.ts` adds everything that all of them share. */
export interface Route {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Path with `:name` placeholders. */
	url: string;
	summary: string;
	/** Group in the API description. */
	tag: string;
	/** Where the request is described. */
	source: 'specification' | 'public reference';
	/** `public`: no token; `user`: only tokens of a user login. Default: any token. */
	access?: 'public' | 'user';
	/** Rate limit that applies, if any. */
	lane?: Lane;
	/** Answers 403 to the Restricted role. */
	list?: boolean;
	/** Must run one at a time per organisation; `bulk` calls that overlap are refused. */
	sequential?: 'single' | 'bulk';
	/** The body carries secrets: it is never recorded. */
	secret?: boolean;
	/** The body: what the handler reads it with, and what the API description shows. */
	body?: z.ZodType;
	/** Query parameters, for the API description. */
	parameters?: Record<string, string>;
	handle: (call: Call) => Answer | Promise<Answer>;
}

/** 200 with a body. */
export const ok = (body: unknown): Answer => ({ status: 200, body });

/** The integer of a path placeholder. @throws 400 when it is none (recorded: 1000) */
export function pathId(call: Call, name: string): number {
	const text = call.params[name] ?? '';
	if (!/^\d{1,15}$/.test(text)) throw malformed(`${name} is not an integer`);
	return Number(text);
}

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object. @throws 422 when it is something else */
export function objectBody(call: Call): Record<string, unknown> {
	const problems = new Problems();
	if (!isObject(call.body)) problems.invalid('The body must be a JSON object');
	problems.finish();
	return call.body as Record<string, unknown>;
}

/** The integer `id` of `{id}`, or undefined. */
export function idOf(value: unknown): number | undefined {
	const id = isObject(value) ? value.id : undefined;
	return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}

/** A list of the public reference; closed to the Restricted role. */
export const listRoute = (
	tag: string,
	url: string,
	summary: string,
	answer: (call: Call) => unknown,
): Route => ({
	...{ method: 'GET', url, summary, tag, source: 'public reference', list: true },
	handle: (call) => ok(answer(call)),
});
