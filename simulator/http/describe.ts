import type { FastifySchema } from 'fastify';
import * as z from 'zod/v4';
import { LANE_RATES } from './limits';
import type { Route } from './route';

const properties = (fields: Record<string, string>) =>
	Object.fromEntries(Object.entries(fields).map(([name, description]) => [name, { description }]));

const laneText = ({ lane }: Route) =>
	lane
		? `At most ${LANE_RATES[lane].perSecond} requests a second, bursts of ${LANE_RATES[lane].burst}.`
		: '';

const SEQUENCE_TEXTS = { bulk: 'One bulk request at a time.', single: 'One after the other.' };
const sequenceText = ({ sequential }: Route) => (sequential ? SEQUENCE_TEXTS[sequential] : '');

/** Descriptions of bodies, computed once per process, however many simulators it starts. */
const describedBodies = new WeakMap<z.ZodType, object>();

/** A body's schema as JSON schema, without zod's internals. */
function bodySchema(schema: z.ZodType): object {
	const known = describedBodies.get(schema);
	if (known) return known;
	const body = z.toJSONSchema(schema, {
		target: 'draft-7',
		io: 'input',
		override: ({ zodSchema, jsonSchema }) => {
			// The bounds of every integer, and the placeholder of an ignored value.
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
			if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
			if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default;
		},
	});
	delete body.$schema;
	describedBodies.set(schema, body);
	return body;
}

/** A route's entry in the API description served at `/docs`. It validates nothing. */
export function describeRoute(route: Route): FastifySchema {
	const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
	const params = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
	return {
		summary: route.summary,
		description: [`Source: ${route.source}.`, laneText(route), sequenceText(route)]
			.join(' ')
			.trim(),
		tags: [route.tag],
		...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
		...(names.length ? { params: { type: 'object', properties: params } } : {}),
		...(route.parameters
			? { querystring: { type: 'object', properties: properties(route.parameters) } }
			: {}),
		...(route.body ? { body: bodySchema(route.body) } : {}),
	};
}
