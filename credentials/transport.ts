import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import * as n8n from 'n8n-workflow';
import { findCause } from '../src/errors';
import { watched } from '../src/http/connection';
import type { Answer, Transport, WireRequest } from '../src/wire';

/**
 * Among the values of a credential that a run gives with a request: its session is to be stored as
 * it is, nobody has to log in for it.
 */
export const KEEP = 'keepSession';

/**
 * No redirect carries the token to another address, whichever of n8n's helpers sends: the newer ones
 * read the first of these, the one of the HTTP Request node the others.
 */
export const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** Our request in n8n's words, for the hosts that a credential allows; every status is ours to judge. */
function requestOptions(request: WireRequest, domains: string | undefined): IHttpRequestOptions {
	return {
		method: request.method,
		url: request.url,
		// Without a body there is no content type; axios would call it a form.
		...(request.body === undefined
			? { headers: { ...request.headers, 'Content-Type': false } }
			: { headers: request.headers, body: request.body }),
		json: true,
		// An idle timeout, which ours over the whole attempt precedes.
		timeout: request.timeoutMs + 1_000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except: [] },
		disableFollowRedirect: true,
		...(request.signal && { abortSignal: request.signal }),
		...(domains && { allowedDomains: domains }),
	};
}

/** What n8n's helpers answer with `returnFullResponse`. */
function answerFrom(response: unknown): Answer {
	const { statusCode, headers, body } = response as IN8nHttpFullResponse;
	return {
		status: statusCode,
		headers: Object.fromEntries(
			Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
		),
		body,
	};
}

/** n8n's own refusals: of addresses of the inside, and of hosts that the credential does not allow. */
const isGuard = (error: unknown) =>
	findCause(
		error,
		(e): e is Error => e instanceof Error && /^(Ssrf|UserError$)/.test(e.constructor.name),
	) !== undefined;

/** Hosts the credential allows, where this n8n has such a setting (2.30 and later). */
function allowedDomains(credentials: object): string | undefined {
	const read = (
		n8n as { getCredentialOwnRequestAllowedDomains?: (c: object) => string | undefined }
	).getCredentialOwnRequestAllowedDomains;
	return read?.(credentials);
}

/** Sends with one of n8n's helpers, so that its proxies, its guards and the credential's domains hold. */
export const transportWith =
	(helper: (options: IHttpRequestOptions) => Promise<unknown>, credentials: object): Transport =>
	async (request) => {
		const options = requestOptions(request, allowedDomains(credentials));
		return answerFrom(await watched(async () => await helper(options), isGuard));
	};
