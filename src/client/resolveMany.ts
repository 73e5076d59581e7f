import { ValidationError } from '../http/errors';
import { listIn } from '../operations/answers';
import type { Call, Operation } from '../operations/define';
import type { Reference } from '../operations/schemas';
import type { Checked, Outcome } from './bulk';
import type { Client } from './client';
import { filterOf, keyOf, type Known, LISTS, referencesIn, resolveReferences } from './resolve';

/** Items with ids instead of references, and what became of those that have none. */
export interface Resolved {
	ready: Checked[];
	failed: Map<number, Outcome>;
}

/**
 * Replaces the references of many items with ids, in few requests. Unless `goOn` is set, it ends
 * with the first that cannot be replaced.
 */
export async function resolveMany(
	client: Client,
	operation: Operation,
	items: Checked[],
	goOn: boolean,
): Promise<Resolved> {
	const workspaces = new Map<unknown, Checked[]>();
	for (const item of items) {
		const { workspaceId } = item.input;
		const own = workspaces.get(workspaceId);
		if (own) own.push(item);
		else workspaces.set(workspaceId, [item]);
	}
	const ready: Checked[] = [];
	const failed = new Map<number, Outcome>();
	for (const own of workspaces.values()) {
		let call: Call;
		let known: Known;
		try {
			call = client.for(own[0]!.input).callFor(operation);
			known = await lookUp(operation, own, call);
		} catch (error) {
			own.forEach(({ index }) => failed.set(index, { error }));
			if (goOn) continue;
			break;
		}
		for (const { index, input } of own) {
			try {
				ready.push({ index, input: await resolveReferences(operation, input, call, known) });
			} catch (error) {
				failed.set(index, { error });
				if (!goOn) return { ready, failed };
			}
		}
	}
	return { ready: ready.sort((a, b) => a.index - b.index), failed };
}

/** References in one request: with `||` between them its address stays below 2 kB. */
const AT_ONCE = 50;

/**
 * Ids of the references in many inputs, asked for many at a time. What this does not find, or
 * finds twice, is left to `resolveReferences`, which says what is wrong with it. Source:
 * specification, List endpoints (`||` lists).
 */
async function lookUp(operation: Operation, items: Checked[], call: Call): Promise<Known> {
	const known: Known = new Map();
	const groups = new Map<string, { lookup: keyof typeof LISTS; references: Reference[] }>();
	for (const { lookup, reference } of items.flatMap(({ input }) =>
		referencesIn(operation, input),
	)) {
		const key = `${lookup} ${filterOf(reference)}`;
		if (!groups.has(key)) groups.set(key, { lookup, references: [] });
		groups.get(key)?.references.push(reference);
	}
	for (const { lookup, references } of groups.values()) {
		if (references.length < 2) continue;
		for (let i = 0; i < references.length; i += AT_ONCE) {
			const some = references.slice(i, i + AT_ONCE);
			for (const [reference, id] of await findSome(call, lookup, some)) {
				known.set(keyOf(lookup, reference), id);
			}
		}
	}
	return known;
}

/** The references of one kind that exactly one entry has. */
async function findSome(call: Call, lookup: keyof typeof LISTS, references: Reference[]) {
	const { path, holder } = LISTS[lookup];
	const key = filterOf(references[0]!);
	const q = `${key}:${references.map(({ value }) => value).join('||')}`;
	const query = { q, page: 1, per_page: 1000 };
	try {
		const answer = await call.send({ method: 'GET', path, query, effect: 'read', lane: 'list' });
		const entries = listIn(answer.body) ?? [];
		return references.flatMap((reference): Array<[Reference, number]> => {
			const found = entries.filter((e) => String(holder(e, reference)[key]) === reference.value);
			return found.length === 1 ? [[reference, Number(found[0]?.id)]] : [];
		});
	} catch (error) {
		// A service that takes no such list: one by one then.
		if (error instanceof ValidationError) return [];
		throw error;
	}
}
