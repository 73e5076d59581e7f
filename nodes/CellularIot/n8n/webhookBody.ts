/*
 * n8n: Answers a call that starts a run with the node's `webhookResponse` only if the description of the
 * webhook has an empty `responseData`; with none it answers the text "firstEntryJson".
 * Read: n8n 2.41.1, packages/cli: webhooks/webhook-helpers.js; n8n 2.41.1, webhooks/webhook-on-received-response-extractor.js.
 * Why: The service expects JSON, and reads `received` and `started` in its own log.
 * Gone: The service logs another text; it takes any answer of 200 as an acknowledgement.
 * Fallback: None needed.
 * Can it go: No, n8n has no other way to answer at once with JSON of the node.
 */

/** How a webhook of a trigger is described, so that n8n answers at once with what the trigger gives it. */
export const calledWebhook = { responseMode: 'onReceived', responseData: '' } as const;
