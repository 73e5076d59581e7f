import { findCause } from '../../../src/errors';

/*
 * n8n: Its helpers refuse a request themselves: to a private address, by an error of a class whose name
 * begins with `Ssrf`; to a host that the credential does not allow, by a `UserError`. Neither class can
 * be imported.
 * Read: n8n 2.41.1, @n8n/backend-network: ssrf/ssrf-blocked-ip.error.js and its neighbours, http/axios/request.js.
 * Why: A refused request was certainly not sent, and a person is to read which setting allows it.
 * Gone: The outcome of a refused acting request is called unknown; the error has n8n's words alone.
 * Fallback: As for any error that is not known.
 * Can it go: No, but by n8n's own classes when they can be imported.
 */

const ADDRESS =
	'This n8n does not call private addresses. An administrator can allow that of the service with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES; nothing was sent.';
const HOST =
	'Add the host of the Base URL to the domains that the credential allows; nothing was sent.';

/** What to do about n8n's own refusal to send; undefined for any other error. */
export function refusalHint(error: unknown): string | undefined {
	const refused = findCause(
		error,
		(e): e is Error => e instanceof Error && /^(Ssrf|UserError$)/.test(e.constructor.name),
	);
	if (refused === undefined) return undefined;
	return refused.constructor.name === 'UserError' ? HOST : ADDRESS;
}
