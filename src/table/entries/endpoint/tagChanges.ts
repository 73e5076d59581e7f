import { ownError } from '../../../errors';
import { trimmedName } from '../../../readings/name';
import type { Call, Input, Json, Prepared } from '../../define';
import { unlessRefused, wasRefused } from '../../reading';
import { wirePart } from '../../request';
import { toId } from '../../values';
import { changeFields } from './endpointFields';

/*
 * Adding and removing tags of endpoints, many in a call. Source: public reference (tags of an
 * endpoint, bulk operations).
 */

/** Puts one tag on an endpoint. */
const assigning = {
	request: 'POST /api/v2/endpoint/{endpointId}/tags',
	effect: 'set',
	lane: 'single',
} as const;
const bulk = { effect: 'set', lane: 'sequential', timeoutMs: 120_000 } as const;
/** The requests of the entries that change the tags of many endpoints. */
export const changingTags = {
	add: { ...bulk, request: 'POST /api/v2/bulk-operations/endpoint/add-tags' },
	remove: { ...bulk, request: 'POST /api/v2/bulk-operations/endpoint/remove-tags' },
} as const;
/** Endpoints in one call unless set; the service's maximum is not documented. */
export const PER_CALL = 500;

/** The tags that an endpoint gets or loses. */
export type TagChange = [endpointId: number, tagIds: number[]];
/** Names of tags at the service, by their ids. */
type TagNames = ReadonlyMap<number, string>;
/** Tags by endpoint. */
type Plan = Map<number, Set<number>>;

/**
 * Ids of the tags of an endpoint as it was read; undefined when it names them by text only, unless the names of all
 * `asked` are known.
 */
function tagIdsOf(
	{ tag_assignments: assigned, tags }: Json,
	asked: readonly number[],
	names: TagNames,
): number[] | undefined {
	if (Array.isArray(assigned)) {
		const ids = (assigned as Json[]).map(({ id }) => toId(id));
		return ids.every((id) => id !== undefined) ? ids : undefined;
	}
	if (tags === null || tags === '') return [];
	if (typeof tags !== 'string' || !asked.every((id) => names.has(id))) return undefined;
	// A tag's name has no comma.
	const own = tags.split(',').map(trimmedName);
	return asked.filter((id) => own.includes(trimmedName(names.get(id)!)));
}

/** Those of the tags that endpoints are asked to change which they carry; an endpoint of which it is not known is left out. */
async function tagsOn(
	call: Call,
	tagChanges: readonly TagChange[],
	names: TagNames,
): Promise<Plan> {
	const found: Plan = new Map();
	const asked = new Map<number, number[]>();
	for (const [id, tags] of tagChanges) asked.set(id, [...(asked.get(id) ?? []), ...tags]);
	for (const [id, endpoint] of await call.endpoints([...asked.keys()])) {
		const tags = tagIdsOf(endpoint, asked.get(id) ?? [], names);
		if (tags) found.set(id, new Set(tags));
	}
	return found;
}

/** The changes still to make; an endpoint is named once, whatever the number of its items. */
function remainingChanges(tagChanges: TagChange[], has: Plan, adding: boolean): Plan {
	const plan: Plan = new Map();
	for (const [endpointId, tags] of tagChanges) {
		const there = has.get(endpointId);
		const rest = tags.filter((tag) => there === undefined || there.has(tag) !== adding);
		if (rest.length === 0) continue;
		plan.set(endpointId, new Set([...(plan.get(endpointId) ?? []), ...rest]));
	}
	return plan;
}

const wire = (plan: Plan): Json => ({
	items: [...plan].map(([id, tags]) => ({
		endpoint: { id },
		tags: [...tags].map((tag) => ({ id: tag })),
	})),
});

/**
 * One bulk call. Where they are read first, assignments that exist are left out.
 * @returns what was sent, and why single endpoints failed
 */
export async function changeTags(
	call: Call,
	tagChanges: TagChange[],
	{
		adding,
		readFirst,
		names = new Map(),
	}: { adding: boolean; readFirst: boolean; names?: TagNames },
): Promise<{ sent: Plan; failed: Map<number, unknown> }> {
	const tagged = tagChanges.filter(([, tags]) => tags.length > 0);
	const sent = remainingChanges(
		tagChanges,
		readFirst ? await tagsOn(call, tagged, names) : new Map(),
		adding,
	);
	const failed = new Map<number, unknown>();
	const request = adding ? changingTags.add : changingTags.remove;
	try {
		if (sent.size > 0) await call.other(request, {}, { body: wire(sent) });
	} catch (error) {
		// It is not known whether the others of the call were carried out, and the refusal does not name those
		// in conflict. Sent alone, each assignment gives its own answer.
		if (!adding || !wasRefused(error, 409)) throw error;
		for (const [endpointId, tags] of sent) {
			try {
				for (const id of tags) {
					const assigned = call.other(assigning, { endpointId }, { body: { id } });
					// One that is assigned already counts as success.
					await unlessRefused(assigned, 409);
				}
			} catch (clash) {
				failed.set(endpointId, clash);
			}
		}
	}
	return { sent, failed };
}

/** Why the tags of endpoints could not be changed. With `isolate`, a refused call is split. */
export async function failuresOf(
	call: Call,
	tagChanges: TagChange[],
	how: { adding: boolean; isolate: boolean; readFirst: boolean },
): Promise<Map<number, unknown>> {
	try {
		return (await changeTags(call, tagChanges, how)).failed;
	} catch (error) {
		const half = Math.ceil(tagChanges.length / 2);
		if (how.isolate && half < tagChanges.length && ownError(error)?.outcome === 'refused') {
			const first = await failuresOf(call, tagChanges.slice(0, half), how);
			return new Map([...first, ...(await failuresOf(call, tagChanges.slice(half), how))]);
		}
		return new Map(tagChanges.map(([id]) => [id, error]));
	}
}

/** Whether an update adds or removes single tags; otherwise its tags, if any, replace those that exist. */
function tagChangeKind({ tagChange, tagAssignments, clear }: Input): 'add' | 'remove' | undefined {
	const cleared = Array.isArray(clear) && clear.includes('tags');
	if (tagAssignments === undefined || cleared) return undefined;
	return tagChange === 'add' || tagChange === 'remove' ? tagChange : undefined;
}

/** Adds and removes the tags of updates, in their order, and gives the rest of the updates. */
export async function changeTagsFirst(call: Call, inputs: Input[]): Promise<Prepared[]> {
	const failed = new Map<Input, unknown>();
	for (let from = 0, to = 0; from < inputs.length; from = to) {
		const change = tagChangeKind(inputs[from]!);
		while (to < inputs.length && to - from < PER_CALL && tagChangeKind(inputs[to]!) === change)
			to++;
		if (change === undefined) continue;
		const own = inputs.slice(from, to);
		const tagChanges = own.map(
			(i): TagChange => [i.endpointId as number, i.tagAssignments as number[]],
		);
		const isolate = own.some(({ isolateBadItems }) => isolateBadItems === true);
		const how = { adding: change === 'add', isolate, readFirst: true };
		const failures = await failuresOf(call, tagChanges, how);
		for (const input of own) {
			const id = input.endpointId as number;
			if (failures.has(id)) failed.set(input, failures.get(id));
		}
	}
	return inputs.map((input): Prepared => {
		if (failed.has(input)) return { error: failed.get(input) };
		if (tagChangeKind(input) === undefined) return { input };
		const rest = { ...input, tagChange: undefined, tagAssignments: undefined };
		const isLeft = Object.keys(wirePart({ fields: changeFields }, rest, 'body')).length > 0;
		const id = input.endpointId;
		return isLeft
			? { input: rest, did: `The tags of endpoint ${String(id)} were changed` }
			: { done: { id, endpoint_id: id, updated: true } };
	});
}
