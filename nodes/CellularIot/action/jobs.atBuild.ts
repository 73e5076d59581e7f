import { operationsOf } from '../../../src/operations';
import { JOB_RESOURCES } from '../../../src/table/resources';
import { jobHints } from '../shared/builderHints';
import { subtitleFor } from '../shared/operationTitles';
import { actionForm } from './actionForm';

/* The form of the action node for jobs. */

export const jobForm = actionForm(JOB_RESOURCES, jobHints);

export const jobSubtitle = subtitleFor(JOB_RESOURCES);

/** The names of the outputs of operations that have several, by resource and operation. */
const NAMED_OUTPUTS = Object.fromEntries(
	operationsOf(JOB_RESOURCES).flatMap(({ resource, name, outputs }) =>
		outputs ? [[`${resource} ${name}`, outputs]] : [],
	),
);

/**
 * n8n asks for the outputs of a node by an expression where they depend on its parameters. An operation with several
 * has one where its option "Outputs" says so.
 */
export const jobOutputs =
	`={{ ($parameter["options"]?.outputs === "one" ? [""] : (${JSON.stringify(NAMED_OUTPUTS)})[$parameter["resource"] + " " + $parameter["operation"]] || [""]).map((displayName) => displayName === "" ? "main" : { type: "main", displayName }) }}` as const;
