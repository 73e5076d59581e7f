import * as endpointsShapes from '../truth/shapes/endpoints';
import * as z from 'zod/v4';
import { ID, pages, ref, some, text } from '../truth/requests/forms';
import { empty, emptyObject } from '../truth/shapes/forms';
import { each, once, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { COLORS, readTags, SIMPLE_TAG, TAG, tagPage, TAGS_PATH } from './shared/tags';
import { shown } from './shared/values';

/* Tags. */

const color = ref.optional();

export const tagFacts: Facts = {
	operations: {
		'tag create': {
			documented: 'POST /api/v2/tags act single',
			harmless: 'No endpoint carries it yet.',
			cases: [
				{
					values: { name: 'north pole', colorId: 2, simplify: true },
					requests: [
						{
							request: `POST ${TAGS_PATH}`,
							body: { name: 'north pole', color: { id: 2 } },
							status: 201,
							answer: { id: 404, name: 'north pole', tag_color: { id: 2 } },
						},
						COLORS,
					],
					gives: { id: 404, name: 'north pole', resource_count: null, color_id: 2, color: 'Green' },
				},
				{
					when: 'not simplified',
					values: { name: 'north pole', simplify: false },
					requests: {
						request: `POST ${TAGS_PATH}`,
						body: { name: 'north pole' },
						status: 201,
						answer: { id: '404', name: 'north pole' },
					},
					gives: { id: 404, name: 'north pole' },
					errors: [400, 403, 409, 422],
				},
			],
			row: each({ name: '={{ "tag " + $json.id }}', simplify: true }, ['tag.created']),
		},
		'tag delete': {
			documented: 'DELETE /api/v2/tags/{tagId} set single',
			cases: [
				{
					values: { tagId: 401 },
					requests: { request: `DELETE ${TAGS_PATH}/401`, status: 204 },
					gives: { id: 401, deleted: true },
					errors: [403, 404],
				},
			],
			row: once({ tagId: rl(401) }, ['tag.deleted']),
		},
		'tag deleteMany': {
			documented: 'POST /api/v2/bulk-operations/tag/delete-tags set sequential',
			cases: [
				{
					values: { tagId: 401 },
					requests: {
						request: 'POST /api/v2/bulk-operations/tag/delete-tags',
						body: { tags: [{ id: 401 }] },
						answer: {},
					},
					gives: { id: 401, deleted: true },
					errors: [400, 403, 404, 422],
				},
			],
			row: each({ tagId: rl('={{ $json.id - 9600 }}') }, ['tag.deleted']),
		},
		'tag getAll': {
			documented: 'GET /api/v2/tags read list',
			cases: [
				{
					values: { ...shown, nameFilter: 'la' },
					requests: [
						COLORS,
						{
							request: `GET ${TAGS_PATH}`,
							query: { page: '1', page_size: '100', name: 'la' },
							answer: tagPage([TAG], { last_page: 2 }),
						},
						{
							request: `GET ${TAGS_PATH}`,
							query: { page: '2', page_size: '100', name: 'la' },
							answer: tagPage([{ id: '403', name: 'last' }], { page: 2, last_page: 2 }),
						},
					],
					gives: [
						SIMPLE_TAG,
						{ id: 403, name: 'last', resource_count: null, color_id: null, color: null },
					],
					errors: [400, 403],
				},
			],
			row: each(shown, [], { results: 6 }),
		},
		'tag update': {
			documented: 'PATCH /api/v2/tags/{tagId} set single',
			stakes: 'access',
			cases: [
				{
					values: { tagId: { by: 'name', value: 'lab' }, name: 'laboratory' },
					requests: [
						{ ...readTags('lab'), query: { page: '1', page_size: '50', name: 'lab' } },
						{ request: `PATCH ${TAGS_PATH}/401`, body: { name: 'laboratory' }, status: 204 },
					],
					gives: { id: 401, updated: true },
					errors: [400, 403, 404, 409, 422],
				},
			],
			row: once({ tagId: rl('lab', 'name'), updateFields: { colorId: rl(3) } }, ['tag.updated']),
		},
	},
	routes: {
		'GET /api/v2/tags': {
			asked: {
				query: {
					name: text.optional(),
					page: pages(1).page,
					page_size: z.string().regex(ID).optional(),
				},
			},
			answers: { 200: endpointsShapes.tagPage },
		},
		'POST /api/v2/tags': {
			asked: { body: z.strictObject({ name: text, color }) },
			answers: { 201: endpointsShapes.createdTag },
		},
		'PATCH /api/v2/tags/{tagId}': {
			asked: { body: some(z.strictObject({ name: text.optional(), color })) },
			answers: { 204: empty },
		},
		'DELETE /api/v2/tags/{tagId}': { asked: {}, answers: { 204: empty } },
		'POST /api/v2/bulk-operations/tag/delete-tags': {
			asked: { body: z.strictObject({ tags: z.array(ref).min(1) }) },
			answers: { 200: emptyObject },
		},
	},
};
