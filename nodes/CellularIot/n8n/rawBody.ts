import type { IWebhookFunctions } from 'n8n-workflow';

/*
 * n8n: Gives the request of a call a `rawBody` and a method `readRawBody`, which refuses a body that is too
 * large with an error of status 413. For a node of version 1 it reads every body before the node, but that of
 * a form with files; for one of a later version it leaves content types that it does not know unread.
 * Read: n8n 2.41.1, packages/cli: middlewares/body-parser.js, webhooks/webhook-helpers.js.
 * Why: Numbers in a delivery may have more digits than JavaScript keeps, so its text is read here; and a
 * sender must hear 413 or 400 for what cannot be read.
 * Gone: Long numbers lose digits; unreadable bodies are answered by n8n in its own words.
 * Fallback: The body as n8n has parsed it.
 * Can it go: No, n8n's parsed body has lost the digits.
 */

/** In place of a body that is larger than n8n takes. */
export const TOO_LARGE = Symbol('too large');

type CallRequest = Partial<
	Pick<ReturnType<IWebhookFunctions['getRequestObject']>, 'rawBody' | 'readRawBody'>
>;

/**
 * The text of a call's body, byte order mark taken off: empty where n8n has kept none, undefined where it
 * cannot be read.
 */
export async function bodyText(
	request: CallRequest,
): Promise<string | typeof TOO_LARGE | undefined> {
	try {
		if (!request.rawBody) await request.readRawBody?.();
	} catch (error) {
		return (error as { status?: unknown }).status === 413 ? TOO_LARGE : undefined;
	}
	return request.rawBody?.toString('utf8').replace(/^\uFEFF/, '') ?? '';
}
