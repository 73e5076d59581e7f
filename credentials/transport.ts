import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import * as n8n from 'n8n-workflow';
import { findCause } from '../src/errors';
import { readBody } from '../src/http/body';
import { watched } from '../src/http/connection';
import { redisBlocked } from '../src/http/redisErrors';
import { redisAddress } from '../src/http/redisUrl';
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
		// Read here, up to a bound: n8n's helper would read whatever comes, and unpack it first.
		encoding: 'stream',
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
async function answerFrom(response: unknown, signal?: AbortSignal): Promise<Answer> {
	const { statusCode, headers, body } = response as IN8nHttpFullResponse;
	return {
		status: statusCode,
		headers: Object.fromEntries(
			Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
		),
		body: await readBody(body, signal),
	};
}

/** n8n's own refusals: of addresses of the inside, and of hosts that the credential does not allow. */
function refusal(error: unknown): string | undefined {
	const refused = findCause(
		error,
		(e): e is Error => e instanceof Error && /^(Ssrf|UserError$)/.test(e.constructor.name),
	);
	if (refused === undefined) return undefined;
	return refused.constructor.name === 'UserError'
		? 'Add the host of the Base URL to the domains that the credential allows; nothing was sent.'
		: 'This n8n calls no private addresses. An administrator allows that of the service with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES; nothing was sent.';
}

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
		return await watched(
			async () => await helper(options),
			async (response) => await answerFrom(response, request.signal),
			refusal,
		);
	};

/** @throws CellularIotError where n8n allows no connections to a Redis. */
export type RedisGuard = (redisUrl: string) => Promise<void>;

/**
 * Asks n8n's guard of addresses of the inside about a Redis, which n8n's helpers do not connect to.
 * A request that is aborted before it begins is checked and sends nothing.
 */
export const redisGuard =
	(helper: (options: IHttpRequestOptions) => Promise<unknown>): RedisGuard =>
	async (redisUrl) => {
		const { host, port } = redisAddress(redisUrl);
		const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
		try {
			await helper({ url, abortSignal: AbortSignal.abort() });
		} catch (error) {
			if (refusal(error) !== undefined) throw redisBlocked(`${host}:${port}`);
		}
	};
