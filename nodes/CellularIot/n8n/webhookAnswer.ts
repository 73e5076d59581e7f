import type { IWebhookFunctions } from 'n8n-workflow';

/*
 * n8n: Answers a call of a trigger itself, on the response object that it also gives the node, once it
 * has stored the run and the workflow's static data: a status below 300 means that both are stored.
 * Read: n8n 2.41.1, packages/cli: webhooks/webhook-helpers.js, webhooks/webhook-request-handler.js;
 * n8n-core 2.40.3: node-execution-context/webhook-context.js (`getResponseObject`).
 * Why: A delivery counts as told once its run has begun. The sender must hear before that no "200", and
 * a call whose run did not begin must ask for a redelivery. n8n offers no event for it, so the `end` of
 * the response is replaced for one call.
 * Gone: Calls are answered as n8n answers them. A run that n8n stored and never began loses its message;
 * a redelivery is answered with 503 for ten minutes, and a later one starts a second run.
 * Fallback: The first step of the second run drops what another run has claimed.
 * Can it go: No. `webhook` returns before n8n stores the run, and nothing of ours runs between the two.
 */

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** An answer in place of n8n's own. */
interface OtherAnswer {
	status: number;
	headers: Record<string, string>;
	body: object;
}

/**
 * Decides on n8n's answer to a call before it leaves, by its status: undefined lets it go out as it is.
 * So does a decision that fails.
 */
export function beforeAnswer(
	response: Response,
	decide: (status: number) => Promise<OtherAnswer | undefined>,
): void {
	const end = response.end.bind(response) as (...args: unknown[]) => unknown;
	const decideFirst = (...args: unknown[]) => {
		response.end = end as Response['end'];
		void decide(response.statusCode)
			.catch(() => undefined)
			.then((other) => {
				if (!other) return end(...args);
				for (const name of ['Content-Length', 'ETag']) response.removeHeader(name);
				for (const [name, value] of Object.entries(other.headers)) {
					response.setHeader(name, value);
				}
				return response.status(other.status).json(other.body);
			});
		return response;
	};
	response.end = decideFirst as Response['end'];
}
