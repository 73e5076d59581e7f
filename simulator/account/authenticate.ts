import type { Simulation } from '../context';
import { jsonBody, readBody, reference, required } from '../http/body';
import { forbidden } from '../http/envelopes';
import { ok, type Route } from '../http/route';
import { authenticate, LOGIN } from './login';

const SWITCH = jsonBody({
	target_organisation: reference(required('target_organisation.id is required')),
});

/** Login in all modes, and the workspace switch. */
export const authenticateRoutes = (sim: Simulation): Route[] => [
	{
		method: 'POST',
		url: '/api/v1/authenticate',
		summary: 'Log in: credentials, code, trusted device, refresh or application token',
		tag: 'authentication',
		source: 'specification',
		access: 'public',
		secret: true,
		body: LOGIN,
		handle: (call) => authenticate(sim, call),
	},
	{
		method: 'POST',
		url: '/api/v1/authenticate/workspace',
		summary: 'Token for another workspace; the present one stays valid',
		tag: 'authentication',
		source: 'public reference',
		access: 'user',
		body: SWITCH,
		handle: async ({ caller, skewMs, body }) => {
			const { id } = readBody(SWITCH, body).target_organisation;
			sim.ledger.counters.workspaceSwitches += 1;
			const user = sim.store.users.get(caller.userId ?? -1);
			const allowed = user && [user.organisationId, ...user.workspaceIds].includes(id);
			if (!allowed) throw forbidden('The workspace is not assigned to the user');
			const owner = { organisationId: id, userId: caller.userId };
			return ok({ auth_token: await sim.tokens.issue(sim, owner, skewMs) });
		},
	},
];
