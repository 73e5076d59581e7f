import * as z from 'zod/v4';
import { SUCCESSES } from '../operations';
import * as errors from './shapes/errors';
import { empty, type Generation, of } from './shapes/forms';
import * as sims from './shapes/sims';

/* Compares an answer with the shapes of its route. */

/** Routes of cards and of operations on SIMs; the reference describes their 401, too. */
const CARDS = /^\w+ \/api\/v1\/(euicc|sim\/operation)/;

/** The shape of a refusal of a route. */
export function refusalOf(route: string, status: number, generation: Generation): z.ZodType {
	if (route.endsWith('/sim/migration/workspace') && status === 409) return sims.migrationRefusal;
	if (/quota\/data$/.test(route) && status === 422) return errors.messageAlone;
	// A batch is refused with an HTML content type and no body, as recorded.
	if (/sim_batch/.test(route) && status === 422) return empty;
	// A failed login has an empty body; a call without a token is refused by the gateway.
	if (route === 'POST /api/v1/authenticate' && status === 401)
		return z.union([empty, errors.refusal(401)]);
	const isCard = CARDS.test(route);
	if (status === 401 && !(isCard && generation === 'reference'))
		return errors.withoutToken[generation];
	if (isCard || route.endsWith('/sim/migration/workspace')) return errors.shortRefusal(status);
	return errors.refusal(status);
}

/** A literal path takes precedence over one with placeholders. */
const ROUTES = Object.keys(SUCCESSES)
	.map((route) => ({
		route,
		form: new RegExp(`^${route.replace(/\{\w+\}/g, '[^/ ]+')}$`),
		names: route.split('{').length,
	}))
	.sort((a, b) => a.names - b.names);

/** The route of a request; undefined when none is described. */
export const answeringRoute = (method: string, path: string): string | undefined =>
	ROUTES.find(({ form }) => form.test(`${method} ${path}`))?.route;

/** An answer on the wire. */
export interface Answered {
	status: number;
	answer: unknown;
}

/**
 * The first deviation of an answer from its route's shape; undefined without a deviation. An empty list
 * is accepted unless `filled` requires entries.
 */
export function answerProblem(
	route: string,
	{ status, answer }: Answered,
	generation: Generation,
	filled = false,
): string | undefined {
	const success = SUCCESSES[route]?.[status];
	if (!success && status < 400) return `${status} is not documented`;
	const shape = success ? of(success, generation) : refusalOf(route, status, generation);
	const [issue] = shape.safeParse(answer).error?.issues ?? [];
	if (!issue || (!filled && issue.code === 'too_small' && issue.origin === 'array'))
		return undefined;
	return `${issue.path.join('.')}: ${issue.message} in ${JSON.stringify(answer)?.slice(0, 600)}`;
}
