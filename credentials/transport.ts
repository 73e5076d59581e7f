import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import * as n8n from 'n8n-workflow';
import { findCause } from '../src/errors';
import { redisBlocked } from '../src/redis/errors';
import { redisAddress } from '../src/redis/url';
import { readAnswerBody } from '../src/request/attempt/body';
import { traceConnection } from '../src/request/attempt/connection';
import type { Answer, Transport, WireRequest } from '../src/wire';

/**
 * Marks a request that carries credential values only for n8n to store: the session in them is
 * stored as it is, and no login is made.
 */
export const STORE_ONLY = 'keepSession';

/**
 * Keeps redirects from carrying the token to another address, with any of n8n's helpers: the newer
 * ones read the first option, the HTTP Request node's helper reads the others.
 */
export const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** Our request as n8n's options, limited to a credential's hosts; any status is returned. */
function requestOptions(request: WireRequest, domains: string | undefined): IHttpRequestOptions {
	return {
		method: request.method,
		url: request.url,
		// Without a body there is no content type; axios would call it a form.
		...(request.body === undefined
			? { headers: { ...request.headers, 'Content-Type': false } }
			: { headers: request.headers, body: request.body }),
		json: true,
		// Read here, up to a bound: n8n's helper would unpack and read a body of any length.
		encoding: 'stream',
		// An idle timeout; our own timeout over the whole attempt ends first.
		timeout: request.timeoutMs + 1_000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except: [] },
		disableFollowRedirect: true,
		...(request.signal && { abortSignal: request.signal }),
		...(domains && { allowedDomains: domains }),
	};
}

/** The result of n8n's helpers with `returnFullResponse`. */
async function answerFrom(response: unknown, signal?: AbortSignal): Promise<Answer> {
	const { statusCode, headers, body } = response as IN8nHttpFullResponse;
	return {
		status: statusCode,
		headers: Object.fromEntries(
			Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
		),
		body: await readAnswerBody(body, signal),
	};
}

/** n8n's own refusals: of internal addresses, and of hosts that the credential does not allow. */
function refusalMessage(error: unknown): string | undefined {
	const refused = findCause(
		error,
		(e): e is Error => e instanceof Error && /^(Ssrf|UserError$)/.test(e.constructor.name),
	);
	if (refused === undefined) return undefined;
	return refused.constructor.name === 'UserError'
		? 'Add the host of the Base URL to the domains that the credential allows; nothing was sent.'
		: 'This n8n does not call private addresses. An administrator can allow that of the service with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES; nothing was sent.';
}

/** Hosts the credential allows, where this n8n has such a setting (2.30 and later). */
function allowedDomains(credentials: object): string | undefined {
	const read = (
		n8n as { getCredentialOwnRequestAllowedDomains?: (c: object) => string | undefined }
	).getCredentialOwnRequestAllowedDomains;
	return read?.(credentials);
}

/** Sends with one of n8n's helpers, so that n8n's proxies, guards and allowed domains apply. */
export const transportWith =
	(helper: (options: IHttpRequestOptions) => Promise<unknown>, credentials: object): Transport =>
	async (request) => {
		const options = requestOptions(request, allowedDomains(credentials));
		return await traceConnection(
			async () => await helper(options),
			async (response) => await answerFrom(response, request.signal),
			refusalMessage,
		);
	};

/**
 * Asks n8n's guard against internal addresses about a Redis, which n8n's helpers do not connect to.
 * A request that is aborted before it begins is checked and sends nothing.
 * @throws CellularIotError where n8n allows no connections to it.
 */
export const redisGuard =
	(helper: (options: IHttpRequestOptions) => Promise<unknown>) =>
	async (redisUrl: string): Promise<void> => {
		const { host, port } = redisAddress(redisUrl);
		const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
		try {
			await helper({ url, abortSignal: AbortSignal.abort() });
		} catch (error) {
			if (refusalMessage(error) !== undefined) throw redisBlocked(`${host}:${port}`);
		}
	};
