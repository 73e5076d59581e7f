import type * as z from 'zod/v4';
import type { Role } from '../account/entities';
import { malformed, Problems, roleForbidden } from './envelopes';
import type { Lane } from './limits';

/** The caller, from a verified token. */
export interface Caller {
	organisationId: number;
	/** Null for application tokens. */
	userId: number | null;
	/** Id of the application token, if the caller uses one. */
	applicationId?: number | undefined;
	role: Role;
}

/** Query parameters; of a repeated parameter the first. */
export type Query = Record<string, string | undefined>;

/** A request as handlers see it. */
export interface ApiCall {
	params: Record<string, string>;
	query: Query;
	/** Parsed JSON, or undefined without a body. */
	body: unknown;
	caller: Caller;
	ip: string;
	/** Clock skew of this answer in milliseconds (fault `clockSkew`). */
	skewMs: number;
}

/** The answer of a handler. Without `body` the answer is empty. */
export interface ApiAnswer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** One operation of the service, as data; `http/app.ts` adds everything that routes share. */
export interface Route {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Path with `:name` placeholders. */
	url: string;
	summary: string;
	/** Group in the API description. */
	tag: string;
	/** The source that describes the request. */
	source: 'specification' | 'public reference';
	/** `public`: no token; `user`: only tokens of a user login. Default: any token. */
	access?: 'public' | 'user';
	/** Rate limit that applies, if any. */
	lane?: Lane;
	/** Refusals have only a status and a message, without a code. */
	shortRefusals?: boolean;
	/** Answers 403 to the Restricted role. */
	list?: boolean;
	/** Must run one at a time per organisation; `bulk` calls that overlap are refused. */
	sequential?: 'single' | 'bulk';
	/** The body carries secrets: it is never recorded. */
	secret?: boolean;
	/** The body's schema, for the handler and the API description. */
	body?: z.ZodType;
	/** Query parameters, for the API description. */
	parameters?: Record<string, string>;
	handle: (call: ApiCall) => ApiAnswer | Promise<ApiAnswer>;
}

/** 200 with a body. */
export const ok = (body: unknown): ApiAnswer => ({ status: 200, body });

/** The integer of a path placeholder. @throws 400 when it is not an integer (recorded: 1000) */
export function pathId(call: ApiCall, name: string): number {
	const text = call.params[name] ?? '';
	if (!/^\d{1,15}$/.test(text)) throw malformed(`${name} is not an integer`);
	return Number(text);
}

/** Requires a role that may write. @throws 403 */
export function requireWriteRole({ caller }: ApiCall): void {
	if (caller.role === 'Restricted') throw roleForbidden();
}

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object. @throws 422 when it is not an object */
export function objectBody(call: ApiCall): Record<string, unknown> {
	const problems = new Problems();
	if (!isObject(call.body)) problems.invalid('The body must be a JSON object');
	problems.finish();
	return call.body as Record<string, unknown>;
}

/**
 * Builds routes with shared fields: `route('GET /api/v1/sim', 'List SIMs', handle)`. The source is
 * the public reference unless `shared` or `about` names another.
 */
export const routesOf =
	(shared: Pick<Route, 'tag'> & Partial<Route>) =>
	(
		request: `${Route['method']} ${string}`,
		about: string | (Pick<Route, 'summary'> & Partial<Route>),
		handle: Route['handle'],
	): Route => {
		const [method, url] = request.split(' ') as [Route['method'], string];
		return {
			source: 'public reference',
			...shared,
			method,
			url,
			handle,
			...(typeof about === 'string' ? { summary: about } : about),
		};
	};

/** A list of the public reference; not allowed for the Restricted role. */
export const listRoute = (
	tag: string,
	url: string,
	summary: string,
	answer: (call: ApiCall) => unknown,
): Route => routesOf({ tag, list: true })(`GET ${url}`, summary, (call) => ok(answer(call)));
