import { listIn } from './answers';
import { type Call, type Input, type Json, defineOperation } from './define';
import * as f from './fields';
import { isolateBadItems } from './outcomes';
import { at, everyOf, many, wasRefused } from './reading';
import {
	createMissing,
	idOfTag,
	idsFrom,
	idsOfTags,
	itemOf,
	tagId,
	tagKind,
	tagsOfItem,
	type TagRef,
} from './tagFields';

/* Tags on endpoints, by id. Source: public reference. */

const shared = { resource: 'endpoint', source: 'public reference' } as const;

export const getEndpointTags = defineOperation({
	...shared,
	name: 'getTags',
	action: 'Get the tags of an endpoint',
	description: 'List the tags that one endpoint carries',
	request: 'GET /api/v2/endpoint/{endpointId}/tags',
	effect: 'read',
	lane: 'single',
	errors: [400, 403, 404],
	fields: { endpointId: f.endpointId, ...many },
	result: (answer, input) =>
		everyOf(tagKind)(answer, input).map((tag) => ({ endpoint_id: input.endpointId, ...tag })),
});

/** Assigns one tag; that it is assigned already is what was wanted. */
async function assign(call: Call, endpointId: number, tag: number): Promise<{ already: boolean }> {
	try {
		const path = `/api/v2/endpoint/${endpointId}/tags`;
		await call.send({ method: 'POST', path, body: { id: tag }, lane: 'single', effect: 'set' });
		return { already: false };
	} catch (error) {
		if (wasRefused(error, 409)) return { already: true };
		throw error;
	}
}

export const addEndpointTag = defineOperation({
	...shared,
	name: 'addTag',
	action: 'Add a tag to an endpoint',
	description: 'Put one tag on an endpoint; the tags it has stay',
	request: 'POST /api/v2/endpoint/{endpointId}/tags',
	effect: 'set',
	lane: 'single',
	errors: [400, 403, 404, 422],
	fields: { endpointId: f.endpointId, tagId: f.body('id', tagId), ...createMissing },
	run: async (call, { endpointId, tagId: ref, createMissing: create }) => {
		const tag = await idOfTag(call, ref, create);
		const { already } = await assign(call, endpointId, tag);
		return { endpoint_id: endpointId, tag_id: tag, added: !already, already_there: already };
	},
});

export const removeEndpointTag = defineOperation({
	...shared,
	name: 'removeTag',
	action: 'Remove a tag from an endpoint',
	description: 'Take one tag off an endpoint; the tag itself stays in the organisation',
	request: 'DELETE /api/v2/endpoint/{endpointId}/tags/{tagId}',
	effect: 'set',
	lane: 'single',
	notice: 'Automations that go by the tag no longer cover the endpoint.',
	errors: [400, 403, 404, 422],
	explains: { 404: 'The endpoint does not carry this tag, or one of the two does not exist.' },
	fields: { endpointId: f.endpointId, tagId },
	run: async (call, { endpointId, tagId: ref }) => {
		const tag = await idOfTag(call, ref);
		await call.send({ method: 'DELETE', path: `/api/v2/endpoint/${endpointId}/tags/${tag}` });
		return { endpoint_id: endpointId, tag_id: tag, removed: true };
	},
});

/** Endpoints in one list filter: its address stays below 2 kB. */
const AT_ONCE = 100;

/** Tag ids that endpoints carry; an endpoint whose list entry does not tell them is left out. */
async function tagsOn(call: Call, ids: number[]): Promise<Map<number, Set<number>>> {
	const found = new Map<number, Set<number>>();
	for (let i = 0; i < ids.length; i += AT_ONCE) {
		const q = `id:${ids.slice(i, i + AT_ONCE).join('||')}`;
		const query = { q, page: 1, per_page: AT_ONCE };
		const request = { method: 'GET', path: '/api/v1/endpoint', query } as const;
		const answer = await call.send({ ...request, effect: 'read', lane: 'list' });
		for (const { id, tag_assignments: tags } of listIn(answer.body) ?? []) {
			if (Array.isArray(tags)) found.set(Number(id), new Set(tags.map((t: Json) => Number(t.id))));
		}
	}
	return found;
}

const BULK_TIMEOUT_MS = 120_000;

type Plan = Map<number, Set<number>>;

const wire = (plan: Plan): Json => ({
	items: [...plan].map(([id, tags]) => ({
		endpoint: { id },
		tags: [...tags].map((tag) => ({ id: tag })),
	})),
});

/** What is still to change; an endpoint is named once, whatever the number of its items. */
function planOf(wanted: Array<[number, number[]]>, has: Plan, adding: boolean): Plan {
	const plan: Plan = new Map();
	for (const [endpointId, tags] of wanted) {
		const there = has.get(endpointId);
		const rest = tags.filter((tag) => there === undefined || there.has(tag) !== adding);
		if (rest.length === 0) continue;
		plan.set(endpointId, new Set([...(plan.get(endpointId) ?? []), ...rest]));
	}
	return plan;
}

type Done = Array<{ done: Json } | { error: unknown }>;

/** Each assignment by itself: the refusal of a bulk call names none of those that clash. */
async function oneByOne(
	call: Call,
	wanted: Array<[number, number[]]>,
): Promise<Map<number, unknown>> {
	const failed = new Map<number, unknown>();
	for (const [endpointId, tags] of planOf(wanted, new Map(), true)) {
		try {
			for (const tag of tags) await assign(call, endpointId, tag);
		} catch (error) {
			failed.set(endpointId, error);
		}
	}
	return failed;
}

const TAG_NAMES = { name: 'tagNames', label: 'Tag Names' };

/** Performs one bulk call of tags: read, leave out what is so already, send the rest. */
async function changeTags(call: Call, items: Input[], adding: boolean): Promise<Done> {
	const path = `/api/v2/bulk-operations/endpoint/${adding ? 'add-tags' : 'remove-tags'}`;
	const refsOf = (item: Input): TagRef[] =>
		item.tagsBy === 'names'
			? (item.tagNames as string[]).map((value) => ({ by: 'name', value }))
			: (item.tagIds as number[]);
	const create = adding && items.some((item) => item.createMissing === true);
	const ids = await idsOfTags(call, items.flatMap(refsOf), create);
	const tagsOf = items.map((item) => itemOf(() => idsFrom(ids, refsOf(item), TAG_NAMES)));
	const wanted = items.map((item, i): [number, number[]] => {
		const own = tagsOf[i]!;
		return [item.endpointId as number, 'done' in own ? own.done : []];
	});
	const tagged = wanted.filter(([, tags]) => tags.length > 0);
	const endpointIds = [...new Set(tagged.map(([id]) => id))];
	const reads = items.some((item) => item.readFirst !== false);
	const has: Plan = reads ? await tagsOn(call, endpointIds) : new Map();
	const plan = planOf(wanted, has, adding);
	let failed = new Map<number, unknown>();
	try {
		if (plan.size > 0) {
			await call.send({ method: 'POST', path, body: wire(plan), timeoutMs: BULK_TIMEOUT_MS });
		}
	} catch (error) {
		// Whether the others of the call were carried out is not known: each says so for itself.
		if (!adding || !wasRefused(error, 409)) throw error;
		const now = await tagsOn(call, [...plan.keys()]);
		failed = await oneByOne(
			call,
			[...planOf(wanted, now, true)].map(([id, tags]) => [id, [...tags]]),
		);
	}
	return wanted.map(([id, tags], i) => {
		const own = tagsOf[i]!;
		if ('error' in own) return own;
		if (failed.has(id)) return { error: failed.get(id) };
		const changed = tags.filter((tag) => plan.get(id)?.has(tag));
		const done = { endpoint_id: id, tag_ids: tags, changed: changed.length };
		return { done: { ...done, [adding ? 'added' : 'removed']: true } };
	});
}

const bulkFields = {
	endpointId: f.body('endpoint.id', f.endpointId),
	...tagsOfItem,
	...isolateBadItems,
	...f.inGroup('options', {
		perCall: f.number(
			{
				label: 'Items in a Call',
				hint: 'Endpoints in one call; the most the service takes is not documented',
				default: 500,
			},
			{ min: 1, max: 2000 },
		),
		readFirst: f.flag({
			label: 'Read Current Tags First',
			hint: 'Whether to read which tags the endpoints carry and to send only what changes; off saves calls where that was read just before',
			default: true,
		}),
	}),
};

const bulkOf = (adding: boolean) => ({
	size: ([first]: Input[]) => (first?.perCall as number | undefined) ?? 500,
	body: (_: Json, items: Json[]) => ({
		items: items.map((item) => ({
			...item,
			tags: ((at(item, 'tags') as number[] | undefined) ?? []).map((id) => ({ id })),
		})),
	}),
	results: () => [],
	run: async (call: Call, items: Input[]) => await changeTags(call, items, adding),
});

export const addTagsToMany = defineOperation({
	...shared,
	name: 'addTagsToMany',
	action: 'Add tags to many endpoints',
	description:
		'Put tags on one endpoint per input item, many in a call; what is there already is left out',
	request: 'POST /api/v2/bulk-operations/endpoint/add-tags',
	effect: 'set',
	lane: 'sequential',
	timeoutMs: BULK_TIMEOUT_MS,
	errors: [400, 403, 404, 422],
	fields: { ...bulkFields, ...createMissing },
	bulk: bulkOf(true),
});

export const removeTagsFromMany = defineOperation({
	...shared,
	name: 'removeTagsFromMany',
	action: 'Remove tags from many endpoints',
	description:
		'Take tags off one endpoint per input item, many in a call; the tags themselves stay',
	request: 'POST /api/v2/bulk-operations/endpoint/remove-tags',
	effect: 'set',
	lane: 'sequential',
	timeoutMs: BULK_TIMEOUT_MS,
	notice: 'Automations that go by these tags no longer cover the endpoints.',
	errors: [400, 403, 404, 422],
	fields: bulkFields,
	bulk: bulkOf(false),
});
