/*
 * n8n: Its request helper hands headers to axios, which gives a request without a body the content type of
 * a form unless that header is `false`.
 * Read: axios 1.16, lib/core/dispatchRequest.js and lib/core/AxiosHeaders.js.
 * Why: A POST without a body is no form; strict servers refuse it with 415.
 * Gone: Requests without a body say they bring a form, or "false".
 * Fallback: None; the documented service does not look at it.
 * Can it go: When n8n sends no content type without a body.
 */

/** Headers of a request that has no body. */
export const withoutContentType = (headers: Record<string, string>) => ({
	...headers,
	'Content-Type': false,
});
