import type { IExecuteFunctions } from 'n8n-workflow';

/*
 * n8n: The context `flow` of a node's calls as a tool is one object for the whole execution, and is kept with
 * it, also while it waits for a person.
 * Read: n8n-core 2.40.3, node-execution-context/supply-data-context.js and base-execute-context.js (`getContext`);
 * n8n-workflow 2.40.1, node-helpers.js (`getContext`).
 * Why: "Most SMS in a Run" limits all calls of an agent together.
 * Gone: The limit counts each call by itself: an agent may send more SMS than a person has allowed.
 * Fallback: The limit of one call, and the endpoints that a person has fixed.
 * Can it go: No. The memory of the process would forget it while the execution waits.
 */

/** Counts of a node that its calls in one execution share. */
export const countsOfRun = <T extends object>(
	context: Pick<IExecuteFunctions, 'getContext'>,
): Partial<T> => {
	const flow = context.getContext('flow');
	return (flow.cellularIot ??= {}) as Partial<T>;
};
