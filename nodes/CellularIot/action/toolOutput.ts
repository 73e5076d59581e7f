import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import type { ToolCall } from '../../../src/run/tool/call';
import { schemaOf } from '../../../src/table/checks';
import type { Json, Operation } from '../../../src/table/define';
import { hasToolOutput, TOOL_OUTPUT } from '../../../src/table/toolOutput';
import { isObject } from '../../../src/wire';
import shownFields from '../__schema__/fields.json';
import { SET_BY_A_PERSON } from '../n8n/personOnly';
import { ON_TOOL } from '../n8n/toolNode';
import { FROM_VERSION_2 } from '../shared/columns';
import { property } from '../shared/properties';

/* How much of each entry of a read an AI agent gets, as a person sets it in the form of its tool. */

/** The names of the two settings. */
export const OUTPUT_SETTINGS = ['output', 'fields'];

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
			show: { ...ON_TOOL, ...FROM_VERSION_2, resource: [resource], operation: [operation] },
		},
	};
}

/** The settings of all reads among these operations. */
export const toolOutputForm = (operations: readonly Operation[]): INodeProperties[] =>
	operations.filter(hasToolOutput).map(settingsOf);

/**
 * The settings in the form of a tool; undefined where it has none, as in nodes of version 1.
 * @throws InputError for a value that is none of the form's
 */
export function toolOutputIn(
	context: Pick<IExecuteFunctions, 'getNode'>,
	operation: Operation,
): ToolCall['shown'] {
	const { [SET_BY_A_PERSON]: set } = context.getNode().parameters as Json;
	if (!hasToolOutput(operation) || !isObject(set) || set.output === undefined) return undefined;
	const output = schemaOf(TOOL_OUTPUT).safeParse(set.output);
	if (output.data === undefined) {
		throw new InputError('output', 'must be raw, selected or simplified', TOOL_OUTPUT.label);
	}
	const fields = Array.isArray(set.fields) ? set.fields.map(String) : [];
	return { output: output.data, fields };
}
