import * as z from 'zod/v4';
import { toIso } from '../clock';
import type { Simulation } from '../context';
import { jsonBody, readBody } from '../http/body';
import { ApiError, roleForbidden, unprocessable } from '../http/envelopes';
import { ok, pathId, type Route, routesOf } from '../http/route';
import { resetDevice } from '../lives/device';
import { pathEndpoint, findOwnEndpoint } from './common';
import type { Endpoint } from './entities';

/** Values of `subscriber_info.state`; the specification does not show the wire form of the last. */
const SUBSCRIBER_STATES = [
	'assumed_idle',
	'not_provided_from_vlr',
	'network_determined_not_reachable',
] as const;

/** Values of `subscriber_info.error` (specification). */
const SUBSCRIBER_ERRORS = [
	'Unknown Subscriber Error',
	'Unknown Location Error',
	'Unexpected Data Value',
] as const;

/** Refusals of connectivity_info: status and code (public reference). */
const NETWORK_REFUSALS = ['404/1901', '404/1904', '503/1902', '503/1903'] as const;

/** The keys to reset hold null; the specification shows no other value. */
const reset = (name: string) =>
	z.union([z.null(), z.looseObject({})], `${name} must be null`).optional();
const RESET_BODY = jsonBody({ location: reset('location'), pdp_context: reset('pdp_context') });

/** Milliseconds until the network answers. */
const NETWORK_MS = 350;

/** The network's answer: the endpoint's `network` holds a state, an error or a refusal. */
function subscriberInfo(endpoint: Endpoint) {
	const { network } = endpoint;
	const refusal = /^(404|503)\/(\d{4})$/.exec(network);
	if (refusal) {
		const unavailable = refusal[1] === '503';
		throw new ApiError(unavailable ? 503 : 404, {
			error_code: Number(refusal[2]),
			error_token: unavailable ? 'ServiceUnavailable' : 'NotFound',
			message: unavailable ? 'The network cannot be asked now' : 'No connectivity information',
		});
	}
	if ((SUBSCRIBER_ERRORS as readonly string[]).includes(network))
		return { success: false, error: network };
	const reached = network === 'assumed_idle';
	return {
		success: true,
		state: network,
		location: {
			current_location_retrieved: reached,
			age_of_location: reached ? 0 : 42,
			...(network === 'not_provided_from_vlr'
				? {}
				: { cell_global_id: { mcc: '262', mnc: '71', lac: 4711, cid: 815 } }),
		},
	};
}

const route = routesOf({ tag: 'connectivity', lane: 'single' });

/** Connectivity of an endpoint: status, location, reset. */
export const connectivityRoutes = (sim: Simulation): Route[] => [
	route('GET /api/v1/endpoint/:endpointId/connectivity', 'Connectivity status', (call) => {
		const endpoint = pathEndpoint(sim, call);
		const description = endpoint.blocked ? 'BLOCKED' : endpoint.connectivity;
		return ok(sim.forms.connectivity(sim, endpoint, description));
	}),
	route(
		'GET /api/v1/endpoint/:endpointId/connectivity_info',
		{
			summary: 'Subscriber and location information from the network',
			source: 'specification',
			lane: 'list',
			parameters: { subscriber: 'boolean, default true' },
		},
		(call) => {
			const endpoint = findOwnEndpoint(sim, call.caller, pathId(call, 'endpointId'), 1901);
			const { subscriber = 'true' } = call.query;
			if (subscriber !== 'true' && subscriber !== 'false')
				throw unprocessable('subscriber must be a boolean');
			const now = sim.clock.now();
			const times = {
				request_timestamp: toIso(now),
				reply_timestamp: toIso(now + NETWORK_MS),
			};
			if (subscriber === 'false') return ok(times);
			return ok({ ...times, subscriber_info: subscriberInfo(endpoint) });
		},
	),
	route(
		'PATCH /api/v1/endpoint/:endpointId/connectivity',
		{
			summary: 'Reset the network registration and the data session',
			source: 'specification',
			body: RESET_BODY,
		},
		(call) => {
			const { organisationId } = call.caller;
			if (sim.store.organisations.get(organisationId)?.type === 'network_operator')
				throw roleForbidden('The type of the organisation does not allow a reset');
			const endpoint = pathEndpoint(sim, call);
			const resets = Object.keys(readBody(RESET_BODY, call.body));
			if (resets.length === 0) return sim.forms.changed;
			sim.ledger.effect('connectivity.reset', { endpointId: endpoint.id }, { resets });
			const [location, session] = [resets.includes('location'), resets.includes('pdp_context')];
			resetDevice(sim, endpoint, { location, session });
			return sim.forms.changed;
		},
	),
];

/** Whether a value is valid as an endpoint's `network`. */
export const isNetworkState = (value: unknown): value is string =>
	[...SUBSCRIBER_STATES, ...SUBSCRIBER_ERRORS, ...NETWORK_REFUSALS].some(
		(state) => state === value,
	);
