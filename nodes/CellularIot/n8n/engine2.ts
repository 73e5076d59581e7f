import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { causesOf } from '../../../src/errors';

/*
 * n8n: The setting `engineType: 'v2'` of a workflow has Engine 2.0 run it, whose executions have UUIDs
 * where those of today's engine are counted. Each step gets a context of its own: a workflow without
 * settings and static data, a node without Retry On Fail and Execute Once, and nothing that tells the end
 * of the run. Of an error the message is kept, of the rest the items, as `jsonb` of PostgreSQL. A trigger's
 * items are those of the call: its `execute` is never run.
 * Read: n8n 2.40.7, packages/cli: executions/execution-id.js, services/engine-v2-dispatcher.service.js,
 * modules/engine-v2/engine-v2.runtime.js and remote-credentials-helper.js; @n8n/engine 0.20.0:
 * execution/step-ready-handler.js; @n8n/node-engine-compatibility 0.8.3: v1-step-executor.js, v1-adapters.js.
 * Why: What a person must read goes into the message and the items there, and what needs the end of a run
 * is refused; a call is not answered 503 for want of a first step that never comes.
 * Gone: On Engine 2.0, "Only What Changed" gives everything each time, errors lack their advice, runs lack
 * their notes, and calls of triggers are answered 503 and delivered again.
 * Fallback: None. docs/engine-2.md says what applies there; the engine is off unless an administrator starts it.
 * Can it go: When Engine 2.0 tells the end of a run and keeps descriptions and hints.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a node runs as a step of Engine 2.0. */
export const isEngine2Run = (
	context: Partial<Pick<IExecuteFunctions, 'getExecutionId'>>,
): boolean => UUID.test(context.getExecutionId?.() ?? '');

/** Whether Engine 2.0 runs the workflow of a trigger. */
export const isEngine2Workflow = (
	context: Partial<Pick<IWebhookFunctions, 'getWorkflowSettings'>>,
): boolean =>
	// Older versions of n8n have neither the method nor the engine.
	context.getWorkflowSettings?.().engineType === 'v2';

/**
 * Whether n8n has refused to store a session: the credentials of an Engine 2.0 that runs apart from n8n
 * take none with an `expirable` property. The request was not sent.
 */
export const refusesExpirable = (error: unknown): boolean =>
	causesOf(error).some((cause) =>
		/does not support credentials with an expirable property/.test(String(cause)),
	);

/** A text as `jsonb` takes it: without U+0000 and halves of surrogate pairs, which become U+FFFD. */
const storableText = (text: string): string =>
	text.replace(
		/\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
		'\uFFFD',
	);

/**
 * The same value with texts that Engine 2.0 can store. A step whose output it cannot store stays
 * `running` for ever, and a call with such items is answered 500.
 */
export function storable<T>(value: T): T {
	if (typeof value === 'string') return storableText(value) as T;
	if (Array.isArray(value)) return value.map(storable) as T;
	if (typeof value !== 'object' || value === null) return value;
	// Dates, buffers and their kin are written by a `toJSON` of their own.
	if (Object.getPrototypeOf(value) !== Object.prototype) return value;
	const entries = Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner)]);
	return Object.fromEntries(entries) as T;
}
