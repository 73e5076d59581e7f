import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/*
 * n8n: Makes a second node type of a node that is usable as a tool, with "Tool" behind its name; a display
 * condition on `@tool` tells the two apart. It takes the tool's description from a parameter
 * `toolDescription`, and resolves an expression in it in versions whose `getToolDescriptionForNode` has
 * three parameters. Versions that do not say `isToolExecution` run a tool as they run any node.
 * Read: n8n-workflow 2.40.1, node-helpers.js (`displayParameter`, `getToolDescriptionForNode`); n8n 2.41.1, packages/cli:
 * load-nodes-and-credentials.js, tool-generation/ai-tools.js.
 * Why: A tool has limits of its own, answers a model with one item whatever the outcome, and tells the
 * model what the chosen operation does.
 * Gone: A tool's form lacks its limits, and a costly call is made instead of a dry run; a failed call reaches the
 * model without its details; the model reads the operation's name alone.
 * Fallback: A node whose form has limits of a tool runs as one.
 * Can it go: When contexts and forms name tools in the interface.
 */

/** Display condition for a node that n8n has made a tool of; older versions of n8n never show it. */
export const ON_TOOL = { '@tool': [true] };

/** Whether n8n runs the node for an agent. */
export const isToolRun = (
	context: Pick<IExecuteFunctions, 'getNode'> & Partial<Pick<IExecuteFunctions, 'isToolExecution'>>,
): boolean =>
	// Older versions of n8n do not say it.
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

/** Name of the parameter from which n8n takes a tool's description. */
export const TOOL_DESCRIPTION = 'toolDescription';

/** Whether this n8n resolves an expression in that parameter. */
export const resolvesToolDescription = (): boolean =>
	NodeHelpers.getToolDescriptionForNode.length >= 3;

/** A form as this n8n takes it: without that parameter where it would not resolve the expression. */
export const formOfThisN8n = (form: readonly INodeProperties[]): INodeProperties[] =>
	form.filter(({ name }) => name !== TOOL_DESCRIPTION || resolvesToolDescription());
