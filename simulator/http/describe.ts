import type { FastifySchema } from 'fastify';
import { RATES } from './limits';
import type { Route } from './route';

const properties = (fields: Record<string, string>) =>
	Object.fromEntries(Object.entries(fields).map(([name, description]) => [name, { description }]));

const limitOf = ({ lane }: Route) =>
	lane ? `At most ${RATES[lane].perSecond} requests a second, bursts of ${RATES[lane].burst}.` : '';

const TURNS = { bulk: 'One bulk request at a time.', single: 'One after the other.' };
const turnOf = ({ sequential }: Route) => (sequential ? TURNS[sequential] : '');

/** A route's entry in the API description served at `/docs`. It validates nothing. */
export function describeRoute(route: Route): FastifySchema {
	const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
	const params = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
	return {
		summary: route.summary,
		description: [`Source: ${route.source}.`, limitOf(route), turnOf(route)].join(' ').trim(),
		tags: [route.tag],
		...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
		...(names.length ? { params: { type: 'object', properties: params } } : {}),
		...(route.parameters
			? { querystring: { type: 'object', properties: properties(route.parameters) } }
			: {}),
		...(route.fields ? { body: { type: 'object', properties: properties(route.fields) } } : {}),
	};
}
