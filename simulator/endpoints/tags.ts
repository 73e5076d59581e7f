import * as z from 'zod/v4';
import { type Simulation, isReference } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { ApiError, conflict, notFound, unprocessable } from '../http/envelopes';
import { listRoute, ok, pathId, type Call, type Query, type Route } from '../http/route';
import { endpointOf, findEndpoint } from './common';
import type { Endpoint, Tag } from './entities';

const COLORS = ['Red', 'Green', 'Blue', 'Yellow', 'Grey', 'Purple', 'Orange', 'Teal'].map(
	(description, index) => ({ id: index + 1, hex_color: `#${(index + 1) * 111111}`, description }),
);

const bad = (message: string) =>
	new ApiError(400, { error_code: 1000, error_token: 'BadRequest', message });

const NAME = 'name must be a text that is not empty';
const name = z.string(NAME).refine((text) => text.trim() !== '', NAME);
const color = reference('color.id is not known', { among: COLORS.map(({ id }) => id) }).optional();
const CREATE = jsonBody({ name, color });
const UPDATE = jsonBody({ name: name.optional(), color });
const ASSIGN = jsonBody({ id: z.int('id is no tag') });

const gone = (id: number | '' = '') => `Tag ${id} does not exist`;
const DELETE = jsonBody({
	tags: z.array(reference(gone()), 'tags must be a list').min(1, 'tags must be a list'),
});
const ITEM = 'an item has endpoint {id} and tags';
const ITEMS = jsonBody({
	items: z
		.array(
			z.object(
				{ endpoint: reference(ITEM), tags: z.array(reference('Tag  not found'), ITEM) },
				ITEM,
			),
			'items must be a list',
		)
		.min(1, 'items must be a list'),
});

/** Lists that are none are refused with 400, an id in `tags` with 422. */
const refusal = ([issue]: z.core.$ZodIssue[]) => {
	const { path = [], message = '' } = issue ?? {};
	return path.includes('tags') && path.at(-1) !== 'tags' ? unprocessable(message) : bad(message);
};

/** A page in the body, as only tags have it; a page past the end answers the last one. */
function pageOf(tags: Tag[], query: Query) {
	const read = (name: string, standard: number) => {
		const text = query[name] || String(standard);
		if (!/^\d+$/.test(text) || Number(text) < 1) throw unprocessable(`${name} must be from 1`);
		return Number(text);
	};
	const size = read('page_size', 100);
	const last = Math.max(1, Math.ceil(tags.length / size));
	const page = Math.min(read('page', 1), last);
	const shown = tags.slice((page - 1) * size, page * size);
	return { total: tags.length, page, page_size: size, last_page: last, shown };
}

/** Tags of the organisation and on endpoints. */
export function tagRoutes(sim: Simulation): Route[] {
	const shared = { tag: 'tag', source: 'public reference' } as const;
	const find = (call: Call, id: number): Tag => {
		const tag = sim.store.tags.get(id);
		if (!tag || !sim.store.hierarchyOf(call.caller.organisationId).has(tag.organisationId))
			throw notFound(`Tag ${id} not found`, 1201);
		return tag;
	};
	const format = ({ id, name, colorId }: Tag) => ({
		id,
		name,
		resource_count: sim.store.countEndpoints(({ tagIds }) => tagIds.includes(id)),
		tag_color: { id: colorId },
	});
	const checkName = (call: Call, name: string, own?: number): string => {
		const { organisationId } = call.caller;
		for (const tag of sim.store.tags.values())
			if (tag.organisationId === organisationId && tag.name === name && tag.id !== own)
				throw conflict(`A tag named ${name} exists already`, 1405);
		return name;
	};
	const remove = (tag: Tag) => {
		for (const endpoint of sim.store.endpoints.values())
			endpoint.tagIds = endpoint.tagIds.filter((id) => id !== tag.id);
		sim.store.tags.delete(tag.id);
		sim.store.touch();
		sim.ledger.effect('tag.deleted', {}, { id: tag.id });
	};
	/** The endpoints of a bulk body with their tags. @throws 400 or 422, before anything changes */
	const itemsOf = (call: Call) => {
		return readBody(ITEMS, call.body, refusal).items.map(({ endpoint, tags }) => {
			try {
				const found = findEndpoint(sim, call.caller, endpoint.id);
				return { endpoint: found, tagIds: tags.map(({ id }) => find(call, id).id) };
			} catch (error) {
				throw unprocessable((error as Error).message);
			}
		});
	};
	const assign = (endpoint: Endpoint, id: number) => {
		endpoint.tagged = true;
		endpoint.tagIds = [...endpoint.tagIds, id];
		sim.store.touch();
		sim.ledger.effect('tag.assigned', { endpointId: endpoint.id }, { id });
	};
	const unassign = (endpoint: Endpoint, id: number) => {
		if (!endpoint.tagIds.includes(id)) return;
		endpoint.tagIds = endpoint.tagIds.filter((other) => other !== id);
		sim.store.touch();
		sim.ledger.effect('tag.unassigned', { endpointId: endpoint.id }, { id });
	};
	return [
		{
			...listRoute('tag', '/api/v2/tags', 'List tags', ({ caller, query }) => {
				const wanted = query.name?.toLowerCase() ?? '';
				const mine = sim.store.seenBy(caller.organisationId, sim.store.tags.values());
				const tags = mine.filter(({ name }) => name.toLowerCase().includes(wanted));
				const { shown, ...page } = pageOf(tags, query);
				return { ...page, data: shown.map(format) };
			}),
			parameters: { page: 'from 1', page_size: 'default 100', name: 'part of the name' },
		},
		listRoute('tag', '/api/v2/tag-colors', 'List tag colours', () => COLORS),
		{
			...shared,
			method: 'POST',
			url: '/api/v2/tags',
			summary: 'Create a tag',
			body: CREATE,
			handle: (call) => {
				const { name, color } = readBody(CREATE, call.body);
				const checked = checkName(call, name);
				const id = sim.store.nextId('tag');
				const colorId = color?.id ?? (id % 8) + 1;
				const { organisationId } = call.caller;
				sim.store.tags.set(id, { id, organisationId, name: checked, colorId });
				sim.store.touch();
				sim.ledger.effect('tag.created', {}, { id, name: checked });
				return { status: 201, body: { id, name: checked, tag_color: { id: colorId } } };
			},
		},
		{
			...shared,
			method: 'PATCH',
			url: '/api/v2/tags/:tagId',
			summary: 'Change a tag',
			body: UPDATE,
			handle: (call) => {
				const tag = find(call, pathId(call, 'tagId'));
				const { name = tag.name, color } = readBody(UPDATE, call.body);
				const checked = checkName(call, name, tag.id);
				if (color !== undefined) tag.colorId = color.id;
				tag.name = checked;
				sim.store.touch();
				sim.ledger.effect('tag.updated', {}, { id: tag.id });
				return sim.forms.changed;
			},
		},
		{
			...shared,
			method: 'DELETE',
			url: '/api/v2/tags/:tagId',
			summary: 'Delete a tag and take it off every endpoint',
			handle: (call) => {
				remove(find(call, pathId(call, 'tagId')));
				return sim.forms.changed;
			},
		},
		{
			...shared,
			method: 'POST',
			url: '/api/v2/bulk-operations/tag/delete-tags',
			summary: 'Delete several tags',
			sequential: 'bulk',
			body: DELETE,
			handle: (call) => {
				const { tags } = readBody(DELETE, call.body, refusal);
				const found = tags.map(({ id }) => {
					const own = sim.store.tags.get(id);
					if (!own) throw unprocessable(gone(id));
					return own;
				});
				found.forEach(remove);
				return ok({});
			},
		},
		{
			...shared,
			method: 'GET',
			url: '/api/v2/endpoint/:endpointId/tags',
			summary: 'List the tags of an endpoint',
			handle: (call) => {
				const endpoint = endpointOf(sim, call);
				return ok(endpoint.tagIds.map((id) => format(find(call, id))));
			},
		},
		{
			...shared,
			method: 'POST',
			url: '/api/v2/endpoint/:endpointId/tags',
			summary: 'Put a tag on an endpoint',
			body: ASSIGN,
			handle: (call) => {
				const endpoint = endpointOf(sim, call);
				const tag = sim.store.tags.get(readBody(ASSIGN, call.body).id);
				if (!tag) throw unprocessable('id is no tag');
				if (endpoint.tagIds.includes(tag.id))
					throw conflict(`Endpoint ${endpoint.id} has tag ${tag.id} already`, 1405);
				assign(endpoint, tag.id);
				return { status: 201, body: {} };
			},
		},
		{
			...shared,
			method: 'DELETE',
			url: '/api/v2/endpoint/:endpointId/tags/:tagId',
			summary: 'Take a tag off an endpoint; answers 200',
			handle: (call) => {
				const endpoint = endpointOf(sim, call);
				const tagId = pathId(call, 'tagId');
				if (!endpoint.tagIds.includes(tagId)) throw notFound(`No tag ${tagId} there`, 1201);
				unassign(endpoint, tagId);
				return ok({});
			},
		},
		{
			...shared,
			method: 'POST',
			url: '/api/v2/bulk-operations/endpoint/add-tags',
			summary: 'Put tags on many endpoints; 409 when one of them is there already',
			sequential: 'bulk',
			body: ITEMS,
			handle: (call) => {
				const items = itemsOf(call);
				const clash = items.some(({ endpoint, tagIds }) =>
					tagIds.some((id) => endpoint.tagIds.includes(id)),
				);
				// Whether the others are carried out is not documented: the generations differ.
				if (clash && !isReference(sim))
					throw conflict('At least one of the tags is already assigned', 1405);
				for (const { endpoint, tagIds } of items)
					for (const id of tagIds) if (!endpoint.tagIds.includes(id)) assign(endpoint, id);
				if (clash) throw conflict('At least one of the tags is already assigned', 1405);
				return ok({});
			},
		},
		{
			...shared,
			method: 'POST',
			url: '/api/v2/bulk-operations/endpoint/remove-tags',
			summary: 'Take tags off many endpoints',
			sequential: 'bulk',
			body: ITEMS,
			handle: (call) => {
				for (const { endpoint, tagIds } of itemsOf(call))
					for (const id of tagIds) unassign(endpoint, id);
				return ok({});
			},
		},
	];
}
