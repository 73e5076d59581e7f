import type { Simulation } from '../context';
import { jsonBody, readBody, reference, required } from '../http/body';
import { forbidden } from '../http/envelopes';
import { ok, type Route, routesOf } from '../http/route';
import { logIn, LOGIN } from './login';

const SWITCH = jsonBody({
	target_organisation: reference(required('target_organisation.id is required')),
});

const route = routesOf({ tag: 'authentication' });

/** Login in all modes, and the workspace switch. */
export const authenticateRoutes = (sim: Simulation): Route[] => [
	route(
		'POST /api/v1/authenticate',
		{
			summary: 'Log in: credentials, code, trusted device, refresh or application token',
			source: 'specification',
			access: 'public',
			secret: true,
			body: LOGIN,
		},
		(call) => logIn(sim, call),
	),
	route(
		'POST /api/v1/authenticate/workspace',
		{
			summary: 'Token for another workspace; the present one stays valid',
			access: 'user',
			body: SWITCH,
		},
		async ({ caller, skewMs, body }) => {
			const { id } = readBody(SWITCH, body).target_organisation;
			sim.ledger.counters.workspaceSwitches += 1;
			const user = sim.store.users.get(caller.userId ?? -1);
			if (user?.members.get(id)?.statusId !== 1)
				throw forbidden('The workspace is not assigned to the user');
			const owner = { organisationId: id, userId: caller.userId };
			return ok({ auth_token: await sim.tokens.issue(sim, owner, skewMs) });
		},
	),
];
