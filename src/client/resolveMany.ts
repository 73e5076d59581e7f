import { BadRequestError, NotFoundError, ValidationError } from '../http/errors';
import { entityOf, listIn } from '../operations/answers';
import type { Call, Json, Operation } from '../operations/define';
import type { Checked, Outcome } from './bulk';
import type { Client } from './client';
import {
	filterOf,
	keyOf,
	type Known,
	type ListName,
	LISTS,
	type Named,
	referencesIn,
	resolveReferences,
} from './resolve';

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
		const resolved: Checked[] = [];
		for (const { index, input } of own) {
			try {
				resolved.push({ index, input: await resolveReferences(operation, input, call, known) });
			} catch (error) {
				failed.set(index, { error });
				if (!goOn) return { ready, failed };
			}
		}
		try {
			const inputs = resolved.map(({ input }) => input);
			const prepared = (await operation.bulk?.prepare?.(call, inputs)) ?? inputs;
			resolved.forEach(({ index }, i) => {
				const input = prepared[i]!;
				if (input instanceof Error) failed.set(index, { error: input });
				else ready.push({ index, input });
			});
		} catch (error) {
			resolved.forEach(({ index }) => failed.set(index, { error }));
		}
		if (!goOn && failed.size > 0) break;
	}
	return { ready: ready.sort((a, b) => a.index - b.index), failed };
}

/** References in one request: with `||` between them its address stays below 2 kB. */
const AT_ONCE = 60;

/**
 * What the references in many inputs name, asked for many at a time. What this does not find out is
 * left to `resolveReferences`, which asks for it alone.
 */
async function lookUp(operation: Operation, items: Checked[], call: Call): Promise<Known> {
	const groups = new Map<string, { lookup: ListName; references: Map<string, Named> }>();
	for (const { input } of items) {
		for (const { lookup, reference } of referencesIn(operation, input)) {
			const key = `${lookup} ${filterOf(reference)}`;
			const group = groups.get(key) ?? { lookup, references: new Map() };
			groups.set(key, group);
			group.references.set(reference.value, reference);
		}
	}
	const known: Known = new Map();
	for (const { lookup, references } of groups.values()) {
		if (references.size > 1) await learn(call, lookup, [...references.values()], known);
	}
	return known;
}

/**
 * Fills `known` in as few requests as the service lets us: filters of several values where they are
 * documented, and elsewhere the whole list when it has fewer pages.
 */
async function learn(
	call: Call,
	lookup: ListName,
	references: Named[],
	known: Known,
): Promise<void> {
	const calls = Math.ceil(references.length / AT_ONCE);
	const whole = LISTS[lookup].takesLists
		? undefined
		: await wholeList(call, lookup, references[0]!, calls);
	if (whole) return note(lookup, references, whole, known);
	const open = await askInLists(call, lookup, references, known);
	// A handful is asked for one by one as fast.
	if (open.length > calls + 3) {
		const all = await wholeList(call, lookup, open[0]!, open.length);
		if (all) note(lookup, open, all, known);
	}
}

type Found = Map<string, Json[]>;

/** Puts down what is known of some references: also that there is none. */
function note(lookup: ListName, references: Named[], found: Found, known: Known): void {
	for (const reference of references) {
		known.set(keyOf(lookup, reference), found.get(reference.value) ?? []);
	}
}

/** Entries by the number that a filter is about. */
function byNumber(lookup: ListName, filter: string, entries: Json[]): Found {
	const found: Found = new Map();
	for (const entry of entries) {
		const number = String(LISTS[lookup].numberOf(entry, filter));
		found.set(number, [...(found.get(number) ?? []), entry]);
	}
	return found;
}

/** Asks for some at a time; gives those of which the answers tell nothing. */
async function askInLists(
	call: Call,
	lookup: ListName,
	references: Named[],
	known: Known,
): Promise<Named[]> {
	const { path, perPage } = LISTS[lookup];
	const filter = filterOf(references[0]!);
	const silent: Named[] = [];
	let works = false;
	for (let i = 0; i < references.length; i += AT_ONCE) {
		const some = references.slice(i, i + AT_ONCE);
		const q = `${filter}:${some.map(({ value }) => value).join('||')}`;
		const query = { q, page: 1, per_page: perPage };
		try {
			const answer = await call.send({ method: 'GET', path, query, effect: 'read', lane: 'list' });
			const found = byNumber(lookup, filter, listIn(answer.body) ?? []);
			const hits = some.filter(({ value }) => found.has(value));
			// A filter that finds several of them takes lists: what it leaves out is not there.
			works ||= hits.length > 1;
			note(lookup, works ? some : hits, found, known);
			if (!works) silent.push(...some.filter((one) => !hits.includes(one)));
		} catch (error) {
			const refused = error instanceof ValidationError || error instanceof BadRequestError;
			if (!refused) throw error;
			return [...silent, ...references.slice(i)];
		}
		// The service took all of them for one value: it will do so again.
		if (!works && silent.length >= 2 * AT_ONCE) {
			return [...silent, ...references.slice(i + AT_ONCE)];
		}
	}
	return works ? [] : silent;
}

const kept = ({ id, tags, tag_assignments }: Json): Json => ({ id, tags, tag_assignments });

/** The whole list by number, or undefined where reading it takes more than `most` requests. */
async function wholeList(
	call: Call,
	lookup: ListName,
	reference: Named,
	most: number,
): Promise<Found | undefined> {
	const { path, perPage, numberOf } = LISTS[lookup];
	const filter = filterOf(reference);
	const list = { method: 'GET', path, effect: 'read', lane: 'list' } as const;
	const first = await call.send({ ...list, query: { page: 1, per_page: perPage } });
	const entries = listIn(first.body) ?? [];
	const counted = Number(first.headers['x-total-count'] || NaN);
	const pages = Math.ceil(counted / entries.length);
	if (pages === 1) return byNumber(lookup, filter, entries);
	if (!(1 + pages <= most)) return undefined;
	// Of a hundred thousand entries only what is asked for is kept.
	const keep = (entry: Json): Json => ({ ...kept(entry), number: numberOf(entry, filter) });
	const found: Found = new Map();
	for (const { number, ...entry } of await call.list(list, { perPage, keep })) {
		found.set(String(number), [...(found.get(String(number)) ?? []), entry]);
	}
	return found;
}

/** Endpoints by id, asked for many at a time; one that is not found is left out. */
export async function endpointsById(call: Call, ids: number[]): Promise<Map<number, Json>> {
	const known: Known = new Map();
	const named = ids.map((id): Named => ({ by: 'id', value: String(id) }));
	if (named.length > 1) await learn(call, 'endpoint', named, known);
	const found = new Map<number, Json>();
	for (const id of ids) {
		const entries = known.get(keyOf('endpoint', { by: 'id', value: String(id) }));
		const entry = entries ? entries[0] : await oneEndpoint(call, id);
		if (entry) found.set(id, entry);
	}
	return found;
}

async function oneEndpoint(call: Call, id: number): Promise<Json | undefined> {
	const path = `/api/v1/endpoint/${id}`;
	try {
		return entityOf(await call.send({ method: 'GET', path, effect: 'read', lane: 'single' }));
	} catch (error) {
		if (error instanceof NotFoundError) return undefined;
		throw error;
	}
}
