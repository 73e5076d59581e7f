import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { toHttpDate } from '../clock';
import type { Simulation } from '../context';
import { controlRoutes } from '../control/control';
import type { RequestRecord } from '../control/ledger';
import { deliver, faultBefore, isEarly } from '../faults/deliver';
import type { FaultRule } from '../faults/faults';
import { spoilAnswer, spoilCall } from '../faults/spoil';
import { settleLives } from '../lives/settle';
import { pageRoutes } from '../page/routes';
import { allRoutes } from '../routes';
import { settleQuotas } from '../traffic/quota';
import { docsRoutes } from './docs';
import {
	ApiError,
	conflict,
	gatewayRefusal,
	inShort,
	malformed,
	notFound,
	roleForbidden,
} from './envelopes';
import type { ApiAnswer, ApiCall, Caller, Query, Route } from './route';
import { type RouteMatch, RouteTree } from './routeTree';

declare module 'fastify' {
	interface FastifyRequest {
		record: RequestRecord | null;
		fault: FaultRule | null;
		caller: Caller | null;
		/** The called API route, if there is one. */
		found: RouteMatch | null;
	}
}

/** Room for 2,000 endpoints in one call. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** The HTTP server of a simulation: the service's API, `/_sim`, the page at `/`, `/docs`. */
export async function buildApp(sim: Simulation): Promise<FastifyInstance> {
	const app = Fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
	});
	app.decorateRequest('record', null);
	app.decorateRequest('fault', null);
	app.decorateRequest('caller', null);
	app.decorateRequest('found', null);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
		const type = request.headers['content-type'] ?? '';
		if (text !== '' && request.url.startsWith('/api/') && !/^application\/json\b/i.test(type))
			return done(malformed('The body must have the Content-Type application/json'));
		try {
			done(null, text === '' ? undefined : JSON.parse(String(text)));
		} catch {
			done(malformed('The body is no valid JSON'));
		}
	});
	addHooks(app, sim);
	const routes = allRoutes(sim);
	addRoutes(app, sim, new RouteTree(routes));
	docsRoutes(app, routes, sim.forms.generation);
	controlRoutes(app, sim);
	pageRoutes(app, sim);
	return app;
}

function addHooks(app: FastifyInstance, sim: Simulation): void {
	app.addHook('onRequest', async (request, reply) => {
		settleLives(sim);
		const [path = '', search = ''] = request.url.split('?', 2);
		// Matched by route, since a path has many spellings.
		if (!(request.routeOptions.url ?? path).startsWith('/api/')) return;
		const query = Object.fromEntries(new URLSearchParams(search));
		const record = sim.ledger.request(request.method, path, query);
		request.record = record;
		const fault = sim.faults.pick(request.method, path);
		request.fault = fault ?? null;
		reply.header('date', toHttpDate(sim.clock.now() + faultSkew(request)));
		settleQuotas(sim);
		if (fault) {
			record.fault = fault.kind;
			sim.ledger.counters.faults += 1;
			if (!(await faultBefore(sim, fault, request, reply))) return reply;
		}
		sim.limits.takeRequest(request.ip);
		return undefined;
	});
	app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
		const known = error instanceof ApiError ? error : undefined;
		const status = error.statusCode ?? 500;
		const answer = known
			? sim.forms.refusal(known)
			: { status, body: { status_code: status, message: error.message } };
		await answerTo(sim, request, reply, answer, answersBefore(request));
	});
	app.setNotFoundHandler(async (request, reply) => {
		await refuseUnknown(sim, request, reply);
	});
}

async function refuseUnknown(
	sim: Simulation,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	// Without a token, the service does not reveal which paths exist.
	const missing = request.headers.authorization === undefined;
	const error = missing
		? gatewayRefusal()
		: notFound(`No such path: ${request.method} ${request.url.split('?')[0] ?? ''}`);
	await answerTo(sim, request, reply, sim.forms.refusal(error), undefined);
}

/** A fault that replaces the answer; other faults do not change refusals. */
const answersBefore = ({ fault }: FastifyRequest) =>
	fault && ['tooManyRequests', 'errorBefore', 'unauthorized'].includes(fault.kind)
		? fault
		: undefined;

const faultSkew = ({ fault }: FastifyRequest) =>
	fault?.kind === 'clockSkew' ? (fault.delayMs ?? 0) : 0;

/** Sends an answer and notes its status in the ledger before the client can see it. */
async function answerTo(
	sim: Simulation,
	request: FastifyRequest,
	reply: FastifyReply,
	answer: ApiAnswer,
	fault: FaultRule | undefined,
): Promise<void> {
	const { record } = request;
	if (answer.status === 401) sim.ledger.counters.unauthorized += 1;
	if (answer.status === 429) sim.ledger.counters.rateLimited += 1;
	if (record) record.status = fault?.kind === 'errorAfter' ? (fault.status ?? 503) : answer.status;
	const sent = await deliver(sim, request, reply, answer, fault);
	if (record) record.status = sent;
}

/** The service's API as one Fastify route: registering each operation is slow. */
function addRoutes(app: FastifyInstance, sim: Simulation, tree: RouteTree): void {
	app.route({
		method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
		url: '/api/*',
		onRequest: async (request) => {
			request.found = tree.find(request.method, request.url);
			const route = request.found?.route;
			if (!route || route.access === 'public') return;
			const caller = callerOf(sim, route, request);
			request.caller = caller;
			if (request.record) request.record.organisationId = caller.organisationId;
			sim.limits.take(caller.organisationId, route);
			if (route.list && caller.role === 'Restricted') throw roleForbidden();
			if (route.access === 'user' && caller.userId === null)
				throw roleForbidden('The operation requires a user-credential token');
		},
		handler: async (request, reply) => {
			if (!request.found) {
				await refuseUnknown(sim, request, reply);
				return reply;
			}
			const { route, params } = request.found;
			if (sim.options.recordBodies && request.record && !route.secret)
				request.record.body = request.body;
			const fault = request.fault ?? undefined;
			const call = apiCall(request, params);
			const work = run(sim, route, call, fault);
			const answer = isEarly(fault) ? { status: 504 } : await work;
			const spoilt = spoilAnswer(answer, call.body, fault);
			await answerTo(sim, request, reply, spoilt, fault);
			return reply;
		},
	});
}

/** @throws 401 without a valid token, in the route's form of refusals */
function callerOf(sim: Simulation, route: Route, request: FastifyRequest): Caller {
	try {
		return sim.tokens.verify(sim.store, request.headers.authorization, faultSkew(request));
	} catch (error) {
		if (route.shortRefusals && error instanceof ApiError) throw inShort(error);
		throw error;
	}
}

function apiCall(request: FastifyRequest, params: ApiCall['params']): ApiCall {
	const query: Query = {};
	for (const [name, value] of Object.entries(request.query as Record<string, unknown>))
		query[name] = String(Array.isArray(value) ? value[0] : value);
	return {
		params,
		query,
		body: request.body,
		caller: request.caller ?? { organisationId: 0, userId: null, role: 'Restricted' },
		ip: request.ip,
		skewMs: faultSkew(request),
	};
}

/**
 * Processes a call. Sequential calls take their configured time, and bulk calls may not overlap. A
 * call counts as in flight until it ends, even when the client has disconnected.
 */
async function run(
	sim: Simulation,
	route: Route,
	call: ApiCall,
	fault?: FaultRule,
): Promise<ApiAnswer> {
	const { store, options } = sim;
	const bulk = route.sequential === 'bulk';
	const turn = route.sequential ? sim.inFlight.enter(call.caller.organisationId, bulk) : undefined;
	try {
		if (turn?.overlap && options.bulkOverlap === 'refuse')
			throw conflict('Another bulk request of the organisation is running: one at a time');
		const takes = bulk ? options.bulkDelayMs : options.sequentialDelayMs;
		const late = isEarly(fault) ? (fault?.appliesAfterMs ?? 0) : 0;
		await sim.clock.wait(Math.max(turn ? takes : 0, late));
		// A reset in the meantime has dropped the call.
		if (sim.store !== store || sim.closed) return { status: 503 };
		return await route.handle(spoilCall(sim, route.url, call, fault));
	} catch (error) {
		if (error instanceof ApiError) return sim.forms.refusal(error);
		throw error;
	} finally {
		turn?.leave();
	}
}
