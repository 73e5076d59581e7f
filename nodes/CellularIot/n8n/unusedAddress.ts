import { type Answer, isObject } from '../../../src/wire';

/*
 * n8n: Answers a call of an address that no published workflow has with 404 and JSON: `code` 404 and a
 * `message` that begins with "The requested webhook".
 * Read: n8n 2.41.1, packages/cli: errors/response-errors/webhook-not-found.error.js, response-helper.js.
 * Why: Before a registration at another address is taken over, that address is asked whose it is: an n8n
 * that knows no such address gives up what a test has left there. A 404 alone may be a proxy's page.
 * Gone: What a crashed test has left at the service stays there, and the log says who may have it.
 * Fallback: The address counts as unclear, and is left alone.
 * Can it go: Yes, at that price: kept.
 */

/** Whether an answer is n8n's own to a call of an address that no workflow has. */
export const isUnusedAddress = ({ status, body }: Answer): boolean =>
	status === 404 &&
	isObject(body) &&
	body.code === 404 &&
	/^The requested webhook /.test(String(body.message));
