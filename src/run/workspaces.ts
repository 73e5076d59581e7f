import { InputError } from '../errors';
import { shownSpelling } from '../readings/name';
import type { Json, Operation } from '../table/define';
import { everywhere } from '../table/fields';
import { at } from '../table/reading';
import { groupedBy, isReference, toId } from '../table/values';
import { together } from '../together';
import type { Client } from './client';
import {
	type CheckedItem,
	InWorkspaceError,
	type ItemResult,
	NotAttemptedError,
	type Workspace,
} from './items';

/* A read in several workspaces of a user: each is named, and none is left out silently. */

/**
 * The clients that act in the workspaces that an item names: one of its own, or several.
 * @throws an error that says that nothing was sent, unless each is that of exactly one.
 */
export async function clientsIn(client: Client, workspaceId: unknown): Promise<Client[]> {
	if (workspaceId === undefined) return [client];
	if (!Array.isArray(workspaceId)) return [await client.in({ workspaceId })];
	const found = await workspacesOf(client, workspaceId as string[]);
	const own = (await client.ports.login.identity()).organisationId;
	const ids = found.map(({ workspace_id: id }) => id);
	return await together(
		ids.map(async (id) => (id === own ? client : await client.in({ workspaceId: id }))),
	);
}

/**
 * Items that name one workspace which is not that of exactly one, with their errors, so that the run is refused before
 * anything is sent. Each name is looked up once.
 */
export async function workspaceFaults(
	client: Client,
	items: CheckedItem[],
): Promise<Map<CheckedItem, unknown>> {
	const faults = new Map<CheckedItem, unknown>();
	const named = items.filter(({ input }) => isReference(input.workspaceId));
	for (const own of groupedBy(named, ({ input }) => JSON.stringify(input.workspaceId)).values()) {
		try {
			await client.in(own[0]!.input);
		} catch (error) {
			for (const item of own) faults.set(item, error);
		}
	}
	return faults;
}

/** An item for each workspace it names, or the error of the item whose names do not fit. */
export async function perWorkspace(
	client: Client,
	items: CheckedItem[],
): Promise<Array<CheckedItem | { index: number; error: unknown }>> {
	const all = items.map(async (item) => {
		const { index, input } = item;
		const { workspaceId: named } = input;
		if (!Array.isArray(named)) return [item];
		try {
			const found = await workspacesOf(client, named as string[]);
			const own = (await client.ports.login.identity()).organisationId;
			return found.map((workspace): CheckedItem => {
				const { workspace_id: id } = workspace;
				// The login acts there already.
				const workspaceId = id === own ? undefined : id;
				return { index, input: { ...input, workspaceId }, workspace };
			});
		} catch (error) {
			return [{ index, error }];
		}
	});
	return (await Promise.all(all)).flat();
}

/**
 * The workspaces of some names and IDs, in their order, each once.
 * @throws InputError unless each of them is that of exactly one.
 */
async function workspacesOf(client: Client, named: string[]): Promise<Workspace[]> {
	const entries = await client.listing('workspace').entries('workspace');
	const found = new Map<number, Workspace>();
	for (const text of named) {
		const own = entries.filter(
			({ id, name }) => String(name).trim() === text || String(id) === text,
		);
		const [only] = own;
		const id = toId(only?.id);
		if (own.length !== 1 || id === undefined) {
			const count = own.length === 0 ? 'none is' : `${own.length} are`;
			const ids = own.map((workspace) => `ID ${String(workspace.id)}`).join(', ');
			const rule = `must each be the name or ID of exactly one; ${count} called "${shownSpelling(text)}"${ids && `: ${ids}`}. Nothing was read`;
			throw new InputError('workspaceId', rule, everywhere.workspaceId.label);
		}
		found.set(id, {
			workspace_id: id,
			workspace_name: typeof only!.name === 'string' ? only!.name : null,
		});
	}
	return [...found.values()];
}

/**
 * The result of a read in one of several workspaces. Items begin with the workspace, whatever the service
 * says of them; an error names it. Another input of the run may name one workspace, or none.
 */
export function withWorkspaceNamed(
	client: Client,
	item: CheckedItem,
	result: ItemResult,
): ItemResult {
	const { index, workspace } = item;
	if (!workspace) return { ...withWorkspaceId(client, item, result), of: index };
	if ('items' in result) {
		const withName = (entry: Json): Json => ({ ...workspace, ...entry, ...workspace });
		return { items: result.items.map(withName), of: index };
	}
	const { error } = result;
	// The error of an item that was not tried is the same in every workspace.
	const isNamed = error instanceof NotAttemptedError;
	return { error: isNamed ? error : new InWorkspaceError(workspace, error), of: index };
}

/**
 * The result of an item that names one workspace. It begins with the ID of that, so that the next operation can
 * act there; an ID that a result has of its own stays.
 */
function withWorkspaceId(client: Client, { input }: CheckedItem, result: ItemResult): ItemResult {
	const id = client.workspaceIdOf(input);
	if (id === undefined || !('items' in result)) return result;
	return { ...result, items: result.items.map((entry): Json => ({ workspace_id: id, ...entry })) };
}

/** The results of a run in which items name one workspace each. */
export function withWorkspaceIds(
	client: Client,
	items: readonly CheckedItem[],
	results: ItemResult[],
): ItemResult[] {
	const all = [...results];
	for (const item of items) {
		const result = all[item.index];
		if (result) all[item.index] = withWorkspaceId(client, item, result);
	}
	return all;
}

/** Things whose list shows those of child organisations too. Source: specification (hierarchy). */
const LISTED_FOR_PARENTS = ['endpoint', 'event', 'sim'];

/** A text that is equal for entries of two lists which are the same thing; undefined without an id. */
function identityOf(entry: Json): string | undefined {
	const id = entry.id ?? undefined;
	if (id === undefined) return undefined;
	const iccid = at(entry, 'sim.iccid') ?? entry.iccid ?? null;
	const change = entry.change ?? null;
	return JSON.stringify([id, iccid, entry.name ?? null, entry.timestamp ?? null, change]);
}

/** The results for one input of a run, without entries that a workspace closer to them lists, too. */
function withoutRepeated(results: ItemResult[]): { results: ItemResult[]; repeated: number } {
	// A child workspace lists fewer entries than its parent; others keep the order of their names.
	const nearestFirst = results
		.flatMap((result) => ('items' in result ? [result.items] : []))
		.sort((a, b) => a.length - b.length);
	const listedBy = new Map<string, Json[]>();
	for (const items of nearestFirst) {
		for (const item of items) {
			const identity = identityOf(item);
			if (identity !== undefined && !listedBy.has(identity)) listedBy.set(identity, items);
		}
	}
	let repeated = 0;
	const isOwn = (item: Json, items: Json[]) => {
		const identity = identityOf(item);
		const isListed = identity === undefined || listedBy.get(identity) === items;
		if (!isListed) repeated += 1;
		return isListed;
	};
	const own = results.map((result): ItemResult => {
		if (!('items' in result)) return result;
		const { items } = result;
		return { ...result, items: items.filter((item) => isOwn(item, items)) };
	});
	return { results: own, repeated };
}

/**
 * The results of a list in several workspaces, each thing once: a parent lists the things of its
 * children too. It is given under the workspace that lists the fewest, which is the child.
 */
export function eachThingOnce(
	client: Client,
	{ resource, name }: Pick<Operation, 'resource' | 'name'>,
	results: ItemResult[],
): ItemResult[] {
	if (name !== 'getAll' || !LISTED_FOR_PARENTS.includes(resource)) return results;
	let all = 0;
	const once = [...groupedBy(results, ({ of }) => of).values()].flatMap((own) => {
		const { results: listed, repeated } = withoutRepeated(own);
		all += repeated;
		return listed;
	});
	if (all > 0) {
		const entries = all === 1 ? 'One entry is' : `${all} entries are`;
		client.ports.report?.note(
			`${entries} listed by several of the workspaces, as a parent lists those of its children: each is given once, under the workspace with the fewest`,
		);
	}
	return once;
}
