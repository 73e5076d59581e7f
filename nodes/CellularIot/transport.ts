import type { IHttpRequestOptions } from 'n8n-workflow';
import * as n8n from 'n8n-workflow';
import { findCause } from '../../src/errors';
import type { Transport, WireAnswer, WireRequest } from '../../src/ports';

/** What n8n's helpers answer with `returnFullResponse`. */
interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What its errors hold, which are axios's. */
interface AxiosAnswer {
	status: number;
	headers: Record<string, unknown>;
	data: unknown;
}

/** Our request in n8n's words; statuses are ours to judge, but for those in `except`. */
export function requestOptions(request: WireRequest, except: number[]): IHttpRequestOptions {
	return {
		method: request.method,
		url: request.url,
		headers: request.headers,
		...(request.body !== undefined && { body: request.body }),
		json: true,
		timeout: request.timeoutMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except },
		// The service redirects nowhere; a redirect would carry the token to another host.
		disableFollowRedirect: true,
		...(request.signal && { abortSignal: request.signal }),
	};
}

export function answerFrom(response: unknown): WireAnswer {
	const { statusCode, headers, body } = response as FullResponse;
	return {
		status: statusCode,
		headers: Object.fromEntries(
			Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
		),
		body,
	};
}

/**
 * The answer inside n8n's error about a second 401: ours to judge, like every other answer.
 * Rejects with the error when there was none; an answer that was cut carries one too.
 */
export function answerInError(error: unknown): WireAnswer {
	const holder = findCause(error, (e): e is { response: AxiosAnswer } => {
		return (e as { response?: Partial<AxiosAnswer> }).response?.status === 401;
	});
	if (!holder) throw error;
	const { status, headers, data } = holder.response;
	return answerFrom({ statusCode: status, headers, body: data });
}

/** Sends with n8n's plain helper: for logins, which carry no token. */
export const plainTransport =
	(httpRequest: (options: IHttpRequestOptions) => Promise<unknown>): Transport =>
	async (request) =>
		answerFrom(await httpRequest(requestOptions(request, [])));

/** Hosts the credential allows, where this n8n has such a setting (2.30 and later). */
export function allowedDomains(credentials: object): string | undefined {
	const read = (
		n8n as { getCredentialOwnRequestAllowedDomains?: (c: object) => string | undefined }
	).getCredentialOwnRequestAllowedDomains;
	return read?.(credentials);
}

/* Among the values of a credential that a node gives with a request. */

/** Store the session as it is, log in nowhere. */
export const KEEP_ONLY = 'keepOnly';
/** The request brings a token of its own, that of another workspace. */
export const OWN_TOKEN = 'ownToken';
