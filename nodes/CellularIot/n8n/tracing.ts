import type { IExecuteFunctions } from 'n8n-workflow';
import { oneLine } from '../../../src/foreignText';

/*
 * n8n: `setMetadata({ tracing })` keeps values with the run of a node, in the data of the execution. With OpenTelemetry
 * on, it puts them on the span of the node as `n8n.node.custom.<name>`, as text, if its licence has custom span attributes.
 * Read: n8n-core 2.40.3, node-execution-context/base-execute-context.js (`setMetadata`) and workflow-execute.js
 * (`createTaskData`); n8n 2.40.7, modules/otel/otel-lifecycle-handler.js (`buildNodeCustomAttributes`).
 * Why: The requests, retries and waits of a run are seen beside its span, without a log.
 * Gone: Spans of the nodes, and the data of executions, have no numbers of ours.
 * Fallback: None; n8n's log has the waits and the progress of long runs.
 * Can it go: Yes, with these numbers: kept.
 */

/** Values of a run, by their names in a trace. */
type TracedValues = Record<string, string | number>;

/** Puts values on the trace of a node's run, if this n8n takes them. It never makes a run fail. */
export function traceRun(
	context: Partial<Pick<IExecuteFunctions, 'setMetadata'>> & Pick<IExecuteFunctions, 'logger'>,
	tracing: TracedValues,
): void {
	try {
		context.setMetadata?.({ tracing });
	} catch (error) {
		context.logger.debug(oneLine(`No trace of this run: ${String(error)}`));
	}
}
