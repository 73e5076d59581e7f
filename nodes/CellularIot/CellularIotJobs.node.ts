import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { operationsOf } from '../../src/operations';
import { JOB_RESOURCES } from '../../src/table/resources';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { jobHints } from './shared/builderHints';
import { subtitleFor } from './shared/operationTitles';

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
const OUTPUTS_EXPRESSION =
	`={{ ($parameter["options"]?.outputs === "one" ? [""] : (${JSON.stringify(NAMED_OUTPUTS)})[$parameter["resource"] + " " + $parameter["operation"]] || [""]).map((displayName) => displayName === "" ? "main" : { type: "main", displayName }) }}` as const;

/** The action node for jobs, which take several requests, runs or days. */
export class CellularIotJobs extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Jobs',
		name: 'cellularIotJobs',
		icon: actionIcon('cellularIotJobs'),
		version: 1,
		subtitle: subtitleFor(JOB_RESOURCES),
		description:
			'Run jobs of several steps: apply a table, swap SIMs, switch an eSIM, wait for a device, check an account. Single changes: Cellular IoT.',
		defaults: { name: 'Cellular IoT Jobs' },
		usableAsTool: true,
		...actionParts(JOB_RESOURCES, jobHints),
		outputs: OUTPUTS_EXPRESSION,
	};
}
