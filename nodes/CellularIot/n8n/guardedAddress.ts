import type { IHttpRequestOptions } from 'n8n-workflow';
import { refusalHint } from './refusals';

/*
 * n8n: Its request helper checks an address against its protection of private addresses before it looks
 * whether the request was aborted.
 * Read: n8n 2.41.1, @n8n/backend-network: http/axios/request.js.
 * Why: n8n guards requests over HTTP alone. A Redis is reached by another client, and must not be the way
 * around the guard. A request that was aborted before it began is checked and sends nothing.
 * Gone: A Redis at a private address can be used in an n8n that forbids it, by a person who may edit
 * credentials.
 * Fallback: None.
 * Can it go: When n8n lets nodes ask its guard.
 */

/** Whether n8n's guard forbids connections to a host and port. */
export async function isGuarded(
	helper: (options: IHttpRequestOptions) => Promise<unknown>,
	host: string,
	port: number,
): Promise<boolean> {
	const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
	try {
		await helper({ url, abortSignal: AbortSignal.abort() });
	} catch (error) {
		return refusalHint(error) !== undefined;
	}
	return false;
}
