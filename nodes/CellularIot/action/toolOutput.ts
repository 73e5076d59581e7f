import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../../src/table/define';
import { hasToolOutput, TOOL_OUTPUT } from '../../../src/table/toolOutput';
import shownFields from '../__schema__/fields.json';
import { SET_BY_A_PERSON } from '../n8n/personOnly';
import { ON_TOOL } from '../n8n/toolNode';
import { property } from '../shared/fieldProperty';

/* How much of each entry of a read an AI agent gets, as a person sets it in the form of its tool. */

/** Fields of the simplified output of each read, by resource and operation, as `npm run docs` has found them. */
const known: Record<string, string[]> = shownFields;

/** The settings of a read. They take the place of the limits, which only changes have. */
function settingsOf({ resource, name: operation }: Operation): INodeProperties {
	const fields = known[`${resource} ${operation}`] ?? [];
	return {
		displayName: 'Tool Options',
		name: SET_BY_A_PERSON,
		type: 'collection',
		placeholder: 'Add Tool Option',
		// The first setting is there without being added.
		default: { output: TOOL_OUTPUT.default as string },
		options: [
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				options: fields.map((name) => ({ name, value: name })),
				noDataExpression: true,
				default: [],
				description: 'Of the simplified output. The model always gets the ID.',
				displayOptions: { show: { output: ['selected'] } },
			},
			{ ...property('output', TOOL_OUTPUT), noDataExpression: true },
		],
		displayOptions: {
			show: { ...ON_TOOL, resource: [resource], operation: [operation] },
		},
	};
}

/** The settings of all reads among these operations. */
export const toolOutputForm = (operations: readonly Operation[]): INodeProperties[] =>
	operations.filter(hasToolOutput).map(settingsOf);
