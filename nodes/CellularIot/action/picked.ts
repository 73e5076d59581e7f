import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { Client } from '../../../src/run/client';
import { otherwiseCalled, type Picked } from '../../../src/run/picked';
import { schemaOf } from '../../../src/table/checks';
import type { Json, Operation } from '../../../src/table/define';
import { operations } from '../../../src/table/entries';
import { everywhere } from '../../../src/table/fields';
import { isLocator, tableValue } from '../shared/form';
import { isExpression } from '../shared/quickForm';

/* Entries picked from lists, and the names that the editor has stored with them. */

/** Picked entries in the form of a node; values of expressions do not count as picked. */
function pickedEntries(parameters: Json, { fields }: Operation): Picked[] {
	return Object.entries(fields).flatMap(([name, { control, group }]): Picked[] => {
		const form = group === undefined ? parameters : (parameters[group] as Json | undefined);
		const value = form?.[name];
		if (control.kind !== 'locator' || !isLocator(value) || value.mode !== 'list') return [];
		const { value: id, cachedResultName: label } = value;
		const isId = typeof id === 'number' || (typeof id === 'string' && id !== '');
		if (!isId || isExpression(id) || typeof label !== 'string' || label === '') return [];
		return [{ lookup: control.lookup, id, label }];
	});
}

/** An error's message, with its picked name behind each picked ID. */
export function withPickedNames(message: string, { parameters }: INode): string {
	const form = parameters as Json;
	const operation = operations.find(
		({ resource, name }) => resource === form.resource && name === form.operation,
	);
	const picked = operation ? pickedEntries(form, operation) : [];
	const names = new Map(picked.map(({ id, label }) => [String(id), label]));
	// A shorter number may stand for anything.
	return message.replace(/\d{3,}/g, (id, at: number) => {
		// The client has named it already.
		if (message.startsWith(' ("', at + id.length)) return id;
		const label = names.get(id);
		return label === undefined || label.includes(id) ? id : `${id} ("${label}")`;
	});
}

/** Adds a hint above the output for a picked ID that is something else for the run's credential. */
export async function notePicked(
	context: IExecuteFunctions,
	client: Client,
	operation: Operation,
): Promise<void> {
	try {
		const parameters = context.getNode().parameters as Json;
		const picked = pickedEntries(parameters, operation);
		const workspace = tableValue((parameters.options as Json | undefined)?.workspaceId);
		// With several workspaces there is no single organisation to look in.
		if (picked.length === 0 || isExpression(workspace)) return;
		const chosen = schemaOf(everywhere.workspaceId).safeParse(workspace);
		if (!chosen.success) return;
		const here = await client.in({ workspaceId: chosen.data });
		for (const message of await otherwiseCalled(here, picked)) {
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
	} catch (error) {
		context.logger.debug(`Picked entries were not looked at: ${String(error)}`);
	}
}
