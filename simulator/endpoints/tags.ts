import { type Simulation, isReference } from '../context';
import { ApiError, conflict, notFound, unprocessable } from '../http/envelopes';
import { isObject, objectBody, ok, pathId, type Call, type Route, idOf } from '../http/route';
import { findEndpoint } from './common';
import type { Endpoint, Tag } from './entities';

const COLORS = ['Red', 'Green', 'Blue', 'Yellow', 'Grey', 'Purple', 'Orange', 'Teal'].map(
	(description, index) => ({ id: index + 1, hex_color: `#${(index + 1) * 111111}`, description }),
);

const bad = (message: string) =>
	new ApiError(400, { error_code: 1000, error_token: 'BadRequest', message });

/** Tags of the organisation and on endpoints. */
export function tagRoutes(sim: Simulation): Route[] {
	const shared = { tag: 'tag', source: 'public reference' } as const;
	const find = (call: Call, id: number | undefined): Tag => {
		const tag = sim.store.tags.get(id ?? -1);
		if (!tag || !sim.store.hierarchyOf(call.caller.organisationId).has(tag.organisationId))
			throw notFound(`Tag ${id ?? ''} not found`, 1201);
		return tag;
	};
	const format = ({ id, name, colorId }: Tag) => ({
		id,
		name,
		resource_count: [...sim.store.endpoints.values()].filter(
			({ tagIds, statusId }) => statusId !== 2 && tagIds.includes(id),
		).length,
		tag_color: { id: colorId },
	});
	const checkName = (call: Call, name: unknown, own?: number): string => {
		if (typeof name !== 'string' || name.trim() === '')
			throw unprocessable('name must be a text that is not empty');
		const { organisationId } = call.caller;
		for (const tag of sim.store.tags.values())
			if (tag.organisationId === organisationId && tag.name === name && tag.id !== own)
				throw conflict(`A tag named ${name} exists already`, 1405);
		return name;
	};
	const colorOf = (value: unknown): number => {
		const id = idOf(value);
		if (!COLORS.some((color) => color.id === id)) throw unprocessable('color.id is not known');
		return id ?? 0;
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
		const { items } = objectBody(call);
		if (!Array.isArray(items) || items.length === 0) throw bad('items must be a list');
		return (items as unknown[]).map((item) => {
			const { endpoint, tags } = isObject(item) ? item : {};
			const id = idOf(endpoint);
			if (id === undefined || !Array.isArray(tags)) throw bad('an item has endpoint {id} and tags');
			const ids = tags.map((tag) => idOf(tag));
			try {
				const found = findEndpoint(sim, call.caller, id);
				return { endpoint: found, tagIds: ids.map((tagId) => find(call, tagId).id) };
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
			...shared,
			method: 'GET',
			url: '/api/v2/tag-colors',
			summary: 'List tag colours',
			list: true,
			handle: () => ok(COLORS),
		},
		{
			...shared,
			method: 'POST',
			url: '/api/v2/tags',
			summary: 'Create a tag',
			fields: { name: 'text, required', color: 'object {id}' },
			handle: (call) => {
				const { name, color } = objectBody(call);
				const checked = checkName(call, name);
				const id = sim.store.nextId('tag');
				const colorId = color === undefined ? (id % 8) + 1 : colorOf(color);
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
			fields: { name: 'text', color: 'object {id}' },
			handle: (call) => {
				const tag = find(call, pathId(call, 'tagId'));
				const { name, color } = objectBody(call);
				const checked = name === undefined ? tag.name : checkName(call, name, tag.id);
				if (color !== undefined) tag.colorId = colorOf(color);
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
			fields: { tags: 'list of {id}, required' },
			handle: (call) => {
				const { tags } = objectBody(call);
				if (!Array.isArray(tags) || tags.length === 0) throw bad('tags must be a list');
				const found = tags.map((tag) => {
					const own = sim.store.tags.get(idOf(tag) ?? -1);
					if (!own) throw unprocessable(`Tag ${idOf(tag) ?? ''} does not exist`);
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
				const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
				return ok(endpoint.tagIds.map((id) => format(find(call, id))));
			},
		},
		{
			...shared,
			method: 'POST',
			url: '/api/v2/endpoint/:endpointId/tags',
			summary: 'Put a tag on an endpoint',
			fields: { id: 'integer, required' },
			handle: (call) => {
				const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
				const tag = sim.store.tags.get(Number(objectBody(call).id));
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
				const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
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
			fields: { items: 'list of {endpoint {id}, tags [{id}]}, required' },
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
			fields: { items: 'list of {endpoint {id}, tags [{id}]}, required' },
			handle: (call) => {
				for (const { endpoint, tagIds } of itemsOf(call))
					for (const id of tagIds) unassign(endpoint, id);
				return ok({});
			},
		},
	];
}
