import type { Operation } from './define';
import * as f from './fields';

/* The part of each entry that a read gives an AI agent: a setting of a node that is its tool. */

/** How much of each entry a model gets. */
export type ToolOutput = 'raw' | 'selected' | 'simplified';

/** The setting, with the choices that n8n's guideline for tools names. */
export const TOOL_OUTPUT = f.inGroup('options', {
	output: f.choice<ToolOutput>(
		{ label: 'Output', hint: 'What the model gets of each entry', default: 'simplified' },
		[
			{ name: 'Raw', value: 'raw', description: 'All fields, which fill the context of a model' },
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'The ID and the fields you choose',
			},
			{ name: 'Simplified', value: 'simplified', description: 'The main fields' },
		],
	),
}).output;

/** Whether an operation has the setting: it reads, and its entries can be simplified. */
export const hasToolOutput = ({ effect, fields }: Pick<Operation, 'effect' | 'fields'>): boolean =>
	effect === 'read' && 'simplify' in fields;
