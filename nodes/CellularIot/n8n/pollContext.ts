import type { IPollFunctions } from 'n8n-workflow';

/*
 * n8n: Polls a published node with one context, from the poll of its publication on.
 * Read: n8n 2.40.7, n8n-core: active-workflow-triggers.js (`activatePolling`), poll-trigger-executor.js.
 * Why: A publication waits for its first poll, so that this one must be short. n8n does not say which one
 * it is.
 * Gone: Each poll counts as that of a publication and reads for twenty seconds at most: a large fleet takes
 * more polls to be read once.
 * Fallback: A pass over the fleet that is under way shows that it is no publication.
 * Can it go: When contexts tell a publication's poll from others.
 */

const polled = new WeakSet<object>();

/** Whether a poll is that of a publication. */
export const isPublication = (context: IPollFunctions): boolean => !polled.has(context);

/** Notes that a context has polled. */
export const notePoll = (context: IPollFunctions): void => void polled.add(context);
