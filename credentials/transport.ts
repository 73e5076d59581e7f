import type { IHttpRequestOptions } from 'n8n-workflow';
import * as n8n from 'n8n-workflow';
import { findCause } from '../src/errors';
import { watched } from '../src/http/connection';
import type { Answer, Transport, WireRequest } from '../src/wire';

/** What n8n's helpers answer with `returnFullResponse`. */
interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

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

/** A request without a body has no content type; axios would call it a form. */
const contentOf = ({ headers, body }: WireRequest) =>
	body === undefined ? { ...headers, 'Content-Type': false } : headers;

/** Our request in n8n's words; every status is ours to judge. */
function requestOptions(request: WireRequest): IHttpRequestOptions {
	return {
		method: request.method,
		url: request.url,
		headers: contentOf(request),
		...(request.body !== undefined && { body: request.body }),
		json: true,
		// An idle timeout, which ours over the whole attempt precedes.
		timeout: request.timeoutMs + 1_000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except: [] },
		disableFollowRedirect: true,
		...(request.signal && { abortSignal: request.signal }),
	};
}

function answerFrom(response: unknown): Answer {
	const { statusCode, headers, body } = response as FullResponse;
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

/** Sends with one of n8n's helpers, so that its proxies and its guards hold. */
export async function sendWith(
	helper: (options: IHttpRequestOptions) => Promise<unknown>,
	request: WireRequest,
): Promise<Answer> {
	const options = requestOptions(request);
	return answerFrom(await watched(async () => await helper(options), isGuard));
}

/** A transport over n8n's plain helper, for the hosts that a credential allows. */
export const transportWith =
	(httpRequest: (options: IHttpRequestOptions) => Promise<unknown>, domains?: string): Transport =>
	async (request) =>
		await sendWith(
			async (options) =>
				await httpRequest({ ...options, ...(domains && { allowedDomains: domains }) }),
			request,
		);

/** Hosts the credential allows, where this n8n has such a setting (2.30 and later). */
export function allowedDomains(credentials: object): string | undefined {
	const read = (
		n8n as { getCredentialOwnRequestAllowedDomains?: (c: object) => string | undefined }
	).getCredentialOwnRequestAllowedDomains;
	return read?.(credentials);
}
