import type { IWebhookFunctions } from 'n8n-workflow';

/*
 * n8n: The logger of contexts has n8n's configuration as `globalConfig`; `executions.mode` in it is
 * `regular`, or `queue` where workers run the workflows.
 * Read: n8n 2.40.7, @n8n/backend-common: logging/logger.js.
 * Why: A call counts as taken when the first step of its run has begun. In queue mode that step is taken by
 * another process, where it can be seen only on a Redis.
 * Gone: The first calls after each start of n8n count as taken when n8n has stored their runs.
 * Fallback: A first step that this process has taken shows that it takes them all (firstStep.ts).
 * Can it go: Yes, for the price above, which a start under a troubled database makes likely: kept.
 */

/** `regular` or `queue`; undefined where this n8n does not show it. */
export function executionMode({ logger }: Pick<IWebhookFunctions, 'logger'>): unknown {
	const { globalConfig } = logger as { globalConfig?: { executions?: { mode?: unknown } } };
	return globalConfig?.executions?.mode;
}
