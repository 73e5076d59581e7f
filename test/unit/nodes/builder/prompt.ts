import type { Task } from './tasks';
import { type NodeName, NODE_NAMES, typeFileOf } from './typeFile';

/** Nodes of this package that a task uses. */
export const nodesOf = ({ steps }: Task): NodeName[] =>
	NODE_NAMES.filter((name) => steps.some((step) => typeof step !== 'string' && step.node === name));

/** The prompt of a workflow builder: the type files of the task's nodes, and the task. */
export const promptFor = (task: Task): string =>
	[
		'Build an n8n workflow. Use these nodes with the parameters of their types, and no others:',
		...nodesOf(task).map(typeFileOf),
		`The workflow: ${task.words}.`,
	].join('\n\n');
