import type { NodeHint } from 'n8n-workflow';
import { operationsOf } from '../../../src/operations';
import type { Resource } from '../../../src/table/resources';

/**
 * A hint beside the output while Dry Run is on. n8n keeps the value of a field that an operation does not show, so
 * that the operations with the field are named.
 */
export function dryRunHint(resources: Record<string, Resource>): NodeHint {
	const named = (isInGroup: boolean) =>
		JSON.stringify(
			operationsOf(resources)
				.filter(({ fields: { dryRun } }) => dryRun && isInGroup === (dryRun.group !== undefined))
				.map(({ resource, name }) => `${resource} ${name}`),
		);
	const own = '.includes($parameter["resource"] + " " + $parameter["operation"])';
	return {
		message: 'Dry Run is on: nothing is changed.',
		displayCondition: `={{ (${named(false)}${own} && $parameter["dryRun"]) || (${named(true)}${own} && $parameter["options"]?.dryRun) }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	};
}
