import * as z from 'zod/v4';
import { type Simulation, isReferenceGeneration } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { ApiError, conflict, notFound, unprocessable } from '../http/envelopes';
import {
	listRoute,
	ok,
	pathId,
	type ApiCall,
	type Query,
	type Route,
	routesOf,
} from '../http/route';
import { pathEndpoint, findEndpoint } from './common';
import type { Endpoint, Tag } from './entities';

const COLORS = ['Red', 'Green', 'Blue', 'Yellow', 'Grey', 'Purple', 'Orange', 'Teal'].map(
	(description, index) => ({ id: index + 1, hex_color: `#${(index + 1) * 111111}`, description }),
);

const invalidTag = (message: string) =>
	new ApiError(400, { error_code: 1000, error_token: 'BadRequest', message });

const NAME = 'name must be a text that is not empty';
const tagName = z.string(NAME).refine((text) => text.trim() !== '', NAME);
const optionalColor = reference('color.id is not known', {
	among: COLORS.map(({ id }) => id),
}).optional();
const NEW_TAG = jsonBody({ name: tagName, color: optionalColor });
const TAG_CHANGE = jsonBody({ name: tagName.optional(), color: optionalColor });
const ASSIGN_TAG = jsonBody({ id: z.int('id is no tag') });

const noSuchTag = (id: number | '' = '') => `Tag ${id} does not exist`;
const TAGS_TO_DELETE = jsonBody({
	tags: z.array(reference(noSuchTag()), 'tags must be a list').min(1, 'tags must be a list'),
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

/** Anything but a list is refused with 400, an id in `tags` with 422. */
const tagRefusal = ([issue]: z.core.$ZodIssue[]) => {
	const { path = [], message = '' } = issue ?? {};
	return path.includes('tags') && path.at(-1) !== 'tags'
		? unprocessable(message)
		: invalidTag(message);
};

/** Paging in the body, which only tags have; a page past the end answers the last page. */
function tagPage(tags: Tag[], query: Query) {
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

/** Tags of the organisation and of endpoints. */
export function tagRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'tag' });
	const find = (call: ApiCall, id: number): Tag => {
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
	const checkName = (call: ApiCall, name: string, own?: number): string => {
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
	const itemsOf = (call: ApiCall) => {
		return readBody(ITEMS, call.body, tagRefusal).items.map(({ endpoint, tags }) => {
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
				const { shown, ...page } = tagPage(tags, query);
				return { ...page, data: shown.map(format) };
			}),
			parameters: { page: 'from 1', page_size: 'default 100', name: 'part of the name' },
		},
		listRoute('tag', '/api/v2/tag-colors', 'List tag colours', () => COLORS),
		route('POST /api/v2/tags', { summary: 'Create a tag', body: NEW_TAG }, (call) => {
			const { name, color } = readBody(NEW_TAG, call.body);
			const checked = checkName(call, name);
			const id = sim.store.nextId('tag');
			const colorId = color?.id ?? (id % 8) + 1;
			const { organisationId } = call.caller;
			sim.store.tags.set(id, { id, organisationId, name: checked, colorId });
			sim.store.touch();
			sim.ledger.effect('tag.created', {}, { id, name: checked });
			return { status: 201, body: { id, name: checked, tag_color: { id: colorId } } };
		}),
		route('PATCH /api/v2/tags/:tagId', { summary: 'Change a tag', body: TAG_CHANGE }, (call) => {
			const tag = find(call, pathId(call, 'tagId'));
			const { name = tag.name, color } = readBody(TAG_CHANGE, call.body);
			const checked = checkName(call, name, tag.id);
			if (color !== undefined) tag.colorId = color.id;
			tag.name = checked;
			sim.store.touch();
			sim.ledger.effect('tag.updated', {}, { id: tag.id });
			return sim.forms.changed;
		}),
		route('DELETE /api/v2/tags/:tagId', 'Delete a tag and take it off every endpoint', (call) => {
			remove(find(call, pathId(call, 'tagId')));
			return sim.forms.changed;
		}),
		route(
			'POST /api/v2/bulk-operations/tag/delete-tags',
			{ summary: 'Delete several tags', sequential: 'bulk', body: TAGS_TO_DELETE },
			(call) => {
				const { tags } = readBody(TAGS_TO_DELETE, call.body, tagRefusal);
				const found = tags.map(({ id }) => {
					const own = sim.store.tags.get(id);
					if (!own) throw unprocessable(noSuchTag(id));
					return own;
				});
				found.forEach(remove);
				return ok({});
			},
		),
		route('GET /api/v2/endpoint/:endpointId/tags', 'List the tags of an endpoint', (call) => {
			const endpoint = pathEndpoint(sim, call);
			return ok(endpoint.tagIds.map((id) => format(find(call, id))));
		}),
		route(
			'POST /api/v2/endpoint/:endpointId/tags',
			{ summary: 'Put a tag on an endpoint', body: ASSIGN_TAG },
			(call) => {
				const endpoint = pathEndpoint(sim, call);
				const tag = sim.store.tags.get(readBody(ASSIGN_TAG, call.body).id);
				const seen = sim.store.hierarchyOf(call.caller.organisationId);
				if (!tag || !seen.has(tag.organisationId)) throw unprocessable('id is no tag');
				if (endpoint.tagIds.includes(tag.id))
					throw conflict(`Endpoint ${endpoint.id} has tag ${tag.id} already`, 1405);
				assign(endpoint, tag.id);
				return { status: 201, body: {} };
			},
		),
		route(
			'DELETE /api/v2/endpoint/:endpointId/tags/:tagId',
			'Take a tag off an endpoint; answers 200',
			(call) => {
				const endpoint = pathEndpoint(sim, call);
				const tagId = pathId(call, 'tagId');
				if (!endpoint.tagIds.includes(tagId)) throw notFound(`No tag ${tagId} there`, 1201);
				unassign(endpoint, tagId);
				return ok({});
			},
		),
		route(
			'POST /api/v2/bulk-operations/endpoint/add-tags',
			{
				summary: 'Put tags on many endpoints; 409 when one of them is there already',
				sequential: 'bulk',
				body: ITEMS,
			},
			(call) => {
				const items = itemsOf(call);
				const clash = items.some(({ endpoint, tagIds }) =>
					tagIds.some((id) => endpoint.tagIds.includes(id)),
				);
				// Whether the other changes are applied is not documented: the generations differ.
				if (clash && !isReferenceGeneration(sim))
					throw conflict('At least one of the tags is already assigned', 1405);
				for (const { endpoint, tagIds } of items)
					for (const id of tagIds) if (!endpoint.tagIds.includes(id)) assign(endpoint, id);
				if (clash) throw conflict('At least one of the tags is already assigned', 1405);
				return ok({});
			},
		),
		route(
			'POST /api/v2/bulk-operations/endpoint/remove-tags',
			{ summary: 'Take tags off many endpoints', sequential: 'bulk', body: ITEMS },
			(call) => {
				for (const { endpoint, tagIds } of itemsOf(call))
					for (const id of tagIds) unassign(endpoint, id);
				return ok({});
			},
		),
	];
}
