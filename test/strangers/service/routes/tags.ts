import { refused, type Answer, type Asked, type Route } from '../answers';
import type { Endpoint, State } from '../state';
import { endpointOf, isOwn } from './endpoints';

/* Tags by endpoint, one at a time or many in a call. Neither changes `last_updated`. */

interface Assignment {
	endpoint: { id: number };
	tags: { id: number }[];
}

const tagsOf = (state: State, { tags = [] }: Endpoint): object[] =>
	state.tags
		.filter(({ id }) => tags.includes(id))
		.map(({ id, name }) => ({ id, name, resource_count: 1, tag_color: { id: 1 } }));

const without = ({ tags = [] }: Endpoint, gone: number[]): number[] =>
	tags.filter((id) => !gone.includes(id));

/** Changes the tags of many endpoints, unless one of them or a tag is unknown. */
function changeMany(
	{ state, body }: Asked,
	change: (endpoint: Endpoint, tags: number[]) => Answer | undefined,
): Answer {
	const items = (body as { items: Assignment[] }).items.map(({ endpoint, tags }) => ({
		endpoint: state.endpoints.find(
			(each) => each.id === endpoint.id && each.status !== 2 && isOwn(state, each),
		),
		tags: tags.map(({ id }) => id),
	}));
	const isKnown = (id: number): boolean => state.tags.some((tag) => tag.id === id);
	if (items.some(({ endpoint, tags }) => !endpoint || !tags.every(isKnown))) return refused(422);
	for (const { endpoint, tags } of items) {
		const refusal = change(endpoint!, tags);
		if (refusal) return refusal;
	}
	return { status: 200, body: {} };
}

export const tagRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v2/endpoint/{endpoint}/tags',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			return endpoint ? { status: 200, body: tagsOf(asked.state, endpoint) } : refused(400);
		},
	},
	{
		method: 'POST',
		path: '/api/v2/endpoint/{endpoint}/tags',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			const { id } = asked.body as { id: number };
			if (!endpoint) return refused(400);
			if (endpoint.tags?.includes(id)) return refused(409);
			endpoint.tags = [...(endpoint.tags ?? []), id];
			return { status: 201, body: {} };
		},
	},
	{
		method: 'DELETE',
		path: '/api/v2/endpoint/{endpoint}/tags/{tag}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(400);
			endpoint.tags = without(endpoint, [Number(asked.parts.tag)]);
			return { status: 200, body: {} };
		},
	},
	{
		method: 'POST',
		path: '/api/v2/bulk-operations/endpoint/add-tags',
		answer: (asked) =>
			changeMany(asked, (endpoint, tags) => {
				if (tags.some((id) => endpoint.tags?.includes(id))) return refused(409);
				endpoint.tags = [...(endpoint.tags ?? []), ...tags];
				return undefined;
			}),
	},
	{
		method: 'POST',
		path: '/api/v2/bulk-operations/endpoint/remove-tags',
		answer: (asked) =>
			changeMany(asked, (endpoint, tags) => {
				endpoint.tags = without(endpoint, tags);
				return undefined;
			}),
	},
];
