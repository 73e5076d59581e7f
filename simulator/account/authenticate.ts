import type { Simulation } from '../context';
import { forbidden, Problems } from '../http/envelopes';
import { isObject, objectBody, ok, type Route } from '../http/route';
import { authenticate } from './login';

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
		fields: {
			username: 'string',
			password: 'string, SHA-1 hex of the password',
			fingerprint: 'string, of a trusted device',
			mfa_token: 'string, from the first step of a login with MFA',
			code: 'string, 6 digits',
			trusted_device: 'object {fingerprint, operating_system, browser, name}',
			refresh_token: 'string, works once',
			application_token: 'string',
		},
		handle: (call) => authenticate(sim, call),
	},
	{
		method: 'POST',
		url: '/api/v1/authenticate/workspace',
		summary: 'Token for another workspace; the present one stays valid',
		tag: 'authentication',
		source: 'public reference',
		access: 'user',
		fields: { target_organisation: 'object {id}' },
		handle: async ({ caller, skewMs, ...call }) => {
			const target = objectBody({ ...call, caller, skewMs }).target_organisation;
			const id = isObject(target) ? target.id : undefined;
			const problems = new Problems();
			if (!Number.isInteger(id)) problems.required('target_organisation.id is required');
			problems.finish();
			sim.ledger.counters.workspaceSwitches += 1;
			const user = sim.store.users.get(caller.userId ?? -1);
			const allowed = user && [user.organisationId, ...user.workspaceIds].includes(Number(id));
			if (!allowed) throw forbidden('The workspace is not assigned to the user');
			const owner = { organisationId: Number(id), userId: caller.userId };
			return ok({ auth_token: await sim.tokens.issue(sim, owner, skewMs) });
		},
	},
];
