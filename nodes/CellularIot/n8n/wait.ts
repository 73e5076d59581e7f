import * as n8n from 'n8n-workflow';

/*
 * n8n: n8n-workflow exports `sleep`, which a signal cancels in newer versions, and in older ones
 * `sleepWithAbort` beside it.
 * Read: n8n-workflow 2.40.1, utils.js.
 * Why: n8n's check of packages refuses Node's timers. The build replaces them, also in bundled libraries,
 * by timers on this function (scripts/globals.mjs).
 * Gone: No node of the package loads.
 * Fallback: A wait that cannot be cancelled, where `sleep` knows no signal.
 * Can it go: No, while that check stands.
 */

type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Waits some milliseconds; a signal ends it, by an error or without. */
export const wait = ((n8n as { sleepWithAbort?: Wait }).sleepWithAbort ?? n8n.sleep) as Wait;
