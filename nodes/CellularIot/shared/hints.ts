import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isEngine2Run } from '../n8n/engine2';
import { logAbout } from './log';

/* Hints above the output of a run. Engine 2.0 drops them: there, warnings are in the first item. */

/** The field of the first item with the warnings of a run. */
const FIELD = 'run_notes';

const warnings = new WeakMap<object, Set<string>>();

/** Adds a hint above the output. */
export function addHint(
	context: Pick<IExecuteFunctions, 'addExecutionHints' | 'getExecutionId'>,
	type: 'warning' | 'info',
	message: string,
): void {
	context.addExecutionHints({ message, type, location: 'outputPane' });
	if (type !== 'warning' || !isEngine2Run(context)) return;
	const all = warnings.get(context) ?? new Set();
	all.add(message);
	warnings.set(context, all);
}

/**
 * The outputs of a run on Engine 2.0 with its warnings in the first item, or with these in n8n's log if
 * there is no item.
 */
export function withWarnings(
	context: IExecuteFunctions,
	outputs: INodeExecutionData[][],
): INodeExecutionData[][] {
	const all = [...(warnings.get(context) ?? [])];
	if (all.length === 0) return outputs;
	const noted = outputs.findIndex((items) => items.length > 0);
	if (noted === -1) {
		for (const message of all) logAbout(context, message);
	}
	const withNotes = ({ json, ...item }: INodeExecutionData): INodeExecutionData => ({
		...item,
		json: { ...json, [FIELD]: all } as IDataObject,
	});
	return outputs.map((items, output) =>
		items.map((item, position) => (output === noted && position === 0 ? withNotes(item) : item)),
	);
}
