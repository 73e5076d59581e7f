import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { allowedDomains } from '../nodes/CellularIot/n8n/allowedDomains';
import { wasSent } from '../nodes/CellularIot/n8n/failedRequest';
import { isGuarded } from '../nodes/CellularIot/n8n/guardedAddress';
import { withoutContentType } from '../nodes/CellularIot/n8n/noContentType';
import { PROXY_STATUSES, proxyFailure, thrownAnswer } from '../nodes/CellularIot/n8n/proxies';
import { refusalHint } from '../nodes/CellularIot/n8n/refusals';
import { redisBlocked } from '../src/redis/errors';
import { redisAddress } from '../src/redis/url';
import { readAnswerBody } from '../src/request/attempt/body';
import { traceConnection } from '../src/request/attempt/connection';
import type { Answer, Transport, WireRequest } from '../src/wire';

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
		...(request.body === undefined
			? { headers: withoutContentType(request.headers) }
			: { headers: request.headers, body: request.body }),
		json: true,
		// Read here, up to a bound: n8n's helper would unpack and read a body of any length.
		encoding: 'stream',
		// An idle timeout; our own timeout over the whole attempt ends first.
		timeout: request.timeoutMs + 1_000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except: PROXY_STATUSES },
		disableFollowRedirect: true,
		...(request.signal && { abortSignal: request.signal }),
		...(domains && { allowedDomains: domains }),
	};
}

/** What n8n's helper gives: an answer that it throws comes from the service unless a proxy gave it. */
async function answerOf(given: Promise<unknown>): Promise<unknown> {
	return await given.catch((error: unknown) => {
		const answer = proxyFailure(error) ? undefined : thrownAnswer(error);
		// Fails as it did.
		return answer ?? given;
	});
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

/** Sends with one of n8n's helpers, so that n8n's proxies, guards and allowed domains apply. */
export const transportWith =
	(helper: (options: IHttpRequestOptions) => Promise<unknown>, credentials: object): Transport =>
	async (request) => {
		const options = requestOptions(request, allowedDomains(credentials));
		return await traceConnection(
			async () => await answerOf(helper(options)),
			async (response) => await answerFrom(response, request.signal),
			{ wasSent, refusalHint, proxyFailure },
		);
	};

/**
 * Asks n8n's guard against internal addresses about a Redis, which n8n's helpers do not connect to.
 * @throws CellularIotError where n8n allows no connections to it.
 */
export const redisGuard =
	(helper: (options: IHttpRequestOptions) => Promise<unknown>) =>
	async (redisUrl: string): Promise<void> => {
		const { host, port } = redisAddress(redisUrl);
		if (await isGuarded(helper, host, port)) throw redisBlocked(`${host}:${port}`);
	};
