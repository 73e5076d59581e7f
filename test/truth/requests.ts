import * as z from 'zod/v4';
import { ASKED } from '../operations';
import { ID, UUID } from './requests/forms';

/* The accepted requests of every route, and the comparison of a request with them. */

/** Queries in which an end requires a start. */
const NEEDS_START = [
	'GET /api/v1/organisation/{organisationId}/stats/daily',
	'GET /api/v1/organisation/{organisationId}/stats/hourly',
];

const OR_OWN = /^(my|\d+)$/;
const SEGMENT = /^[\w-]+$/;
/** Ids in a path are numbers, except these. */
const PLACES: Record<string, RegExp> = {
	userId: OR_OWN,
	organisationId: OR_OWN,
	bic: /^[A-Z0-9]{16}$/,
	operationId: UUID,
	streamId: /^[0-9a-f]+$/,
	kind: /^(data|sms)$/,
	automationId: SEGMENT,
	actionId: SEGMENT,
	customEventId: SEGMENT,
	systemEventId: SEGMENT,
	templateId: SEGMENT,
};

interface Template {
	route: string;
	method: string;
	path: RegExp;
	/** Names of the path in their order. */
	names: string[];
}
/** A literal path takes precedence over one with placeholders. */
const TEMPLATES: Template[] = Object.keys(ASKED)
	.map((route) => {
		const [method = '', path = ''] = route.split(' ');
		const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
		return { route, method, names, path: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`) };
	})
	.sort((a, b) => a.names.length - b.names.length);

/** The route of a request; undefined when none is described. */
export const templateOf = (method: string, path: string): Template | undefined =>
	TEMPLATES.find((template) => template.method === method && template.path.test(path));

/** A request on the wire. */
export interface Sent {
	method: string;
	path: string;
	query: Array<[name: string, value: string]>;
	body: unknown;
}

/** The first deviation of a request from its shape; undefined without a deviation. */
export function problemOf({ method, path, query, body }: Sent): string | undefined {
	const template = templateOf(method, path);
	if (!template)
		return 'no such route is described: add it with its answers to the routes of its resource in test/operations';
	const { route, names } = template;
	const parts = template.path.exec(path)!.slice(1);
	for (const [i, name] of names.entries())
		if (!(PLACES[name] ?? ID).test(parts[i]!)) return `the path has "${parts[i]}" for {${name}}`;
	const asked = ASKED[route]!;
	const seen = query.map(([name]) => name);
	if (new Set(seen).size < seen.length) return 'the query repeats a name';
	if (NEEDS_START.includes(route) && seen.includes('end_date') && !seen.includes('start_date'))
		return 'end_date stands only together with start_date';
	const shapes = {
		query: z.strictObject(asked.query ?? {}),
		body: asked.body ?? z.undefined(),
	};
	for (const [part, value] of [
		['query', Object.fromEntries(query)],
		['body', body],
	] as const) {
		const [issue] = shapes[part].safeParse(value).error?.issues ?? [];
		if (issue)
			return `${part}${issue.path.map((at) => `.${String(at)}`).join('')}: ${issue.message} in ${JSON.stringify(value)?.slice(0, 400)}`;
	}
	return undefined;
}
