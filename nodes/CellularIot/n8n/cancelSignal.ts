/*
 * n8n: `httpRequestWithAuthentication` replaces the `abortSignal` of a request by the cancel signal that the
 * context gives (`getExecutionCancelSignal`).
 * Read: n8n-core 2.40.3, utils/request-helpers/authentication.js.
 * Why: A request ends for other reasons, too: its deadline. The first one after a renewal goes that way.
 * Gone: That request ends by n8n's own timeout, one second later, or while answers trickle in, never.
 * Fallback: The timeout of the request itself.
 * Can it go: When n8n keeps the signal of the request.
 */

/** The same context, whose cancel signal is another; unchanged without one. */
export function withCancelSignal<T extends object>(context: T, signal?: AbortSignal): T {
	if (!signal) return context;
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as T;
}
