/*
 * n8n: Addresses of webhooks are `<n8n>/<webhook>/<ID>/<path>`, where tests have `<webhook>-test`. A trigger
 * learns from its address alone that it is published for a test: the mode says so only when a test begins.
 * Read: n8n 2.41.1, packages/cli: webhooks/webhook.service.js; @n8n/config: configs/endpoints.config.js;
 * n8n-workflow 2.40.1, node-helpers.js (`getNodeWebhookUrl`).
 * Why: A test's registration is taken back when n8n starts; and two addresses of one n8n belong together.
 * Gone: A test's registration counts as that of the published workflow, and replaces it until the next
 * publication; after a move of n8n to another address, registrations are left with their former one.
 * Fallback: None.
 * Can it go: When contexts tell tests from publications in every hook.
 */

/** Whether an address is that of a test in the editor. */
export const isTestAddress = (url: string): boolean => /\/[^/]*-test\//.test(new URL(url).pathname);

/** The n8n that an address belongs to: what stands before webhook, ID and path. */
export const n8nOfAddress = (url: string): string => url.split('/').slice(0, -3).join('/');
