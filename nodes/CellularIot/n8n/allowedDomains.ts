import * as n8n from 'n8n-workflow';

/*
 * n8n: A credential may name the hosts it is for. `httpRequestWithAuthentication` sends requests only to
 * them; `httpRequest` does so if they are given as `allowedDomains`. The function that reads them from a
 * credential's values is exported by n8n-workflow, in 2.30 and later.
 * Read: n8n-workflow 2.40.1, index.d.ts (`getCredentialOwnRequestAllowedDomains`).
 * Why: Most requests go through `httpRequest`, and the credential's limits must apply to them, too.
 * Gone: Requests go to the Base URL, whatever hosts the credential allows.
 * Fallback: The Base URL is part of the same credential; a token is sent to no other address.
 * Can it go: No, n8n's limit must apply.
 */

/** Hosts that a credential allows, as n8n's request helper takes them; undefined for any. */
export function allowedDomains(credentials: object): string | undefined {
	const read = (
		n8n as { getCredentialOwnRequestAllowedDomains?: (c: object) => string | undefined }
	).getCredentialOwnRequestAllowedDomains;
	return read?.(credentials);
}
