import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { Client } from '../../../src/run/client';
import type { CheckedItem } from '../../../src/run/items';
import { comparePicked, type Picked } from '../../../src/run/picked';
import { clientsIn } from '../../../src/run/workspaces';
import { isShown } from '../../../src/table/checks';
import type { Field, Json, Operation } from '../../../src/table/define';
import { operations } from '../../../src/operations';
import { everywhereOf } from '../../../src/table/fields';
import { groupedBy } from '../../../src/table/values';
import { isColumn, takesColumns } from '../shared/columns';
import { pickedIn } from '../shared/pickedEntry';
import { hasExpression, isExpression } from '../shared/expressions';
import { addHint } from '../shared/hints';
import { safetyOf } from './safety';

/* Entries picked from lists, and the names that the editor has stored with them. */

/** Whether a field is shown as the form stands; one that depends on an expression may be. */
function mayBeShown({ showWhen = {} }: Field, form: Json): boolean {
	return Object.entries(showWhen).every(([name, allowed]) => {
		const value = form[name];
		return value === undefined || isExpression(value) || isShown({ [name]: allowed }, form);
	});
}

/** Picked entries in the form of a node; values of expressions do not count as picked. */
function pickedEntries(parameters: Json, operation: Operation): Picked[] {
	const byColumns = takesColumns(operation) && parameters.valuesFrom === 'columns';
	return Object.entries(operation.fields).flatMap(([name, field]): Picked[] => {
		const { group } = field;
		if (!mayBeShown(field, parameters) || (byColumns && isColumn(name, field))) return [];
		const form = group === undefined ? parameters : (parameters[group] as Json | undefined);
		return pickedIn(field, form?.[name]);
	});
}

/**
 * The workspaces that are picked for an item. An expression that gives an entry of the dropdown as it is stored gives
 * its name, too.
 */
function pickedWorkspaces(
	context: IExecuteFunctions,
	operation: Operation,
	index: number,
): Picked[] {
	const field = everywhereOf(operation).workspaceId;
	const { options } = context.getNode().parameters as { options?: Json };
	const stored = options?.workspaceId;
	if (!hasExpression(stored)) return pickedIn(field, stored);
	return pickedIn(field, context.getNodeParameter('options.workspaceId', index));
}

/** The names of entries picked in the form of a node, by their IDs. */
export function pickedNames({ parameters }: INode): ReadonlyMap<string, string> {
	const form = parameters as Json;
	const operation = operations.find(
		({ resource, name }) => resource === form.resource && name === form.operation,
	);
	const picked = operation ? pickedEntries(form, operation) : [];
	return new Map(picked.map(({ id, label }) => [String(id), label]));
}

/** An error's message, with its picked name behind each picked ID. */
export function withPickedNames(message: string, names: ReadonlyMap<string, string>): string {
	// A shorter number can stand for many things.
	return message.replace(/\d{3,}/g, (id, at: number) => {
		// The client has named it already.
		if (message.startsWith(' ("', at + id.length)) return id;
		const label = names.get(id);
		return label === undefined || label.includes(id) ? id : `${id} ("${label}")`;
	});
}

/**
 * Checks the picked IDs in the workspace that an item names, or in each where it names several; gives notes on
 * things that have another name now. What a read is narrowed by is checked as a change is: its items feed
 * changes.
 * @throws OtherThingError for an ID that belongs to something else for the run's credential.
 */
export async function checkPickedFor(
	context: IExecuteFunctions,
	client: Client,
	operation: Operation,
	{ index, input }: CheckedItem,
): Promise<string[]> {
	// An operation that is part of the login itself cannot look anything up.
	if (operation.lane === 'auth') return [];
	const parameters = context.getNode().parameters as Json;
	const picked = pickedEntries(parameters, operation);
	const workspaces = pickedWorkspaces(context, operation, index);
	if (picked.length === 0 && workspaces.length === 0) return [];
	// The form of a read has no safety options.
	const accepting =
		operation.effect === 'read'
			? {}
			: { acceptRenamed: safetyOf(context, operation).acceptRenamed === true };
	const notes = await comparePicked(client, workspaces, accepting);
	if (picked.length === 0) return notes;
	for (const here of await clientsIn(client, input.workspaceId)) {
		notes.push(...(await comparePicked(here, picked, accepting)));
	}
	return notes;
}

/** Checks picked IDs before anything is sent; items whose ID belongs to something else now are refused. */
export async function checkPicked(
	context: IExecuteFunctions,
	client: Client,
	operation: Operation,
	items: CheckedItem[],
): Promise<Map<CheckedItem, unknown>> {
	const refused = new Map<CheckedItem, unknown>();
	const inWorkspaces = groupedBy(items, ({ index, input }) =>
		JSON.stringify([input.workspaceId, pickedWorkspaces(context, operation, index)]),
	);
	const notes = new Set<string>();
	for (const here of inWorkspaces.values()) {
		try {
			const found = await checkPickedFor(context, client, operation, here[0]!);
			for (const note of found) notes.add(note);
		} catch (error) {
			for (const item of here) refused.set(item, error);
		}
	}
	for (const note of notes) addHint(context, 'warning', note);
	return refused;
}
