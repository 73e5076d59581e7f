import { type Case, caseOf, type Expected } from './case';

/* Data quotas and tags. The clock of the tests is at 2026-06-15. */

const quotaPath = '/api/v1/endpoint/17/quota/data';
const QUOTA = {
	volume: '12.5',
	expiry_date: '2026-12-31T00:00:00.000Z',
	status: { id: '1', description: 'Active' },
	action_on_exhaustion: { id: '1' },
	threshold_percentage: 20,
	auto_refill: 0,
	last_volume_added: 50,
	last_status_change_date: null,
};
/** The fields of a request that sets a quota, without the volume. */
const SET_QUOTA = {
	expiry_date: '2026-12-31T00:00:00Z',
	status: { id: 1 },
	action_on_exhaustion: { id: 1 },
	threshold_percentage: 20,
	auto_refill: 1,
};
const TAG = { id: 401, name: 'lab', resource_count: 3, tag_color: { id: 2 } };
const SIMPLE_TAG = { id: 401, name: 'lab', resource_count: 3, color_id: 2, color: 'Green' };
/** The read of the tag colors, for their names. */
const COLORS: Expected = {
	request: 'GET /api/v2/tag-colors',
	answer: [{ id: '2', hex_color: '#00ff00', description: 'Green' }],
};
const page = (data: unknown[], more: object = {}) => ({
	total: data.length,
	page: 1,
	page_size: 100,
	last_page: 1,
	data,
	...more,
});
const tags = '/api/v2/tags';
const readTags = (name?: string): Expected => ({
	request: `GET ${tags}`,
	query: { page: '1', page_size: '100', ...(name !== undefined && { name }) },
	answer: page([TAG, { ...TAG, id: 402, name: 'field' }]),
});
const all = { returnAll: true, simplify: true };
const onEndpoint = '/api/v2/endpoint/17/tags';
const bulkAdd = 'POST /api/v2/bulk-operations/endpoint/add-tags';
const bulkRemove = 'POST /api/v2/bulk-operations/endpoint/remove-tags';
const item = { items: [{ endpoint: { id: 17 }, tags: [{ id: 402 }] }] };
const readEndpoint: Expected = {
	request: 'GET /api/v1/endpoint/17',
	answer: { id: 17, tag_assignments: [{ id: 401 }] },
};

export const fleetTags: Case[] = [
	caseOf('dataQuota get', {
		values: { endpointId: 17, simplify: true },
		requests: { request: `GET ${quotaPath}`, answer: QUOTA },
		gives: {
			endpoint_id: 17,
			has_quota: true,
			volume: 12.5,
			volume_mb: 12.5,
			expiry_date: '2026-12-31T00:00:00.000Z',
			status: 'Active',
			status_id: 1,
			threshold_percentage: 20,
			threshold_volume: null,
			auto_refill: 0,
			last_volume_added: 50,
		},
		errors: [403],
	}),
	...[
		{ when: 'a 404 means no quota', status: 404, answer: { message: 'none' } },
		{ when: 'an empty 200 means no quota', status: 200 },
		{ when: 'an empty object means no quota', status: 200, answer: {} },
	].map(({ when, ...none }) =>
		caseOf('dataQuota get', when, {
			values: { endpointId: 17, simplify: false },
			requests: { request: `GET ${quotaPath}`, ...none },
			gives: { endpoint_id: 17, has_quota: false },
		}),
	),
	caseOf('dataQuota set', {
		values: {
			endpointId: 17,
			volume: 50,
			expiryDate: '2026-12-31T00:00:00Z',
			status: 1,
			actionOnExhaustion: 1,
			thresholdPercentage: 20,
			autoRefill: true,
		},
		requests: {
			request: `POST ${quotaPath}`,
			body: { volume: 50, ...SET_QUOTA },
			status: 201,
		},
		gives: {
			endpoint_id: 17,
			has_quota: true,
			volume: 50,
			volume_mb: 50,
			expiry_date: '2026-12-31T00:00:00Z',
			status: 'Active',
			status_id: 1,
		},
		errors: [403, 404, 422],
	}),
	caseOf('dataQuota topUp', {
		values: { endpointId: 17, add: 0.1 },
		requests: [
			{
				request: `GET ${quotaPath}`,
				answer: { ...QUOTA, action_on_exhaustion: { id: 2 }, auto_refill: '1' },
			},
			{ request: `POST ${quotaPath}`, body: { volume: 12.6, ...SET_QUOTA }, status: 201 },
		],
		gives: {
			endpoint_id: 17,
			volume_before: 12.5,
			added: 0.1,
			volume: 12.6,
			volume_mb: 12.6,
			expiry_date: '2026-12-31T00:00:00Z',
			status: 'Active',
			status_id: 1,
			threshold_percentage: 20,
			auto_refill: 1,
			note: expect.stringMatching(/Throttle.*Block.*refill/),
		},
		errors: [403, 422],
	}),
	caseOf('dataQuota delete', {
		values: { endpointId: 17 },
		requests: { request: `DELETE ${quotaPath}`, status: 204 },
		gives: { endpoint_id: 17, deleted: true },
		errors: [403, 404],
	}),
	caseOf('tag getAll', {
		values: { ...all, nameFilter: 'la' },
		requests: [
			COLORS,
			{
				request: `GET ${tags}`,
				query: { page: '1', page_size: '100', name: 'la' },
				answer: page([TAG], { last_page: 2 }),
			},
			{
				request: `GET ${tags}`,
				query: { page: '2', page_size: '100', name: 'la' },
				answer: page([{ id: '403', name: 'last' }], { page: 2, last_page: 2 }),
			},
		],
		gives: [
			SIMPLE_TAG,
			{ id: 403, name: 'last', resource_count: null, color_id: null, color: null },
		],
		errors: [400, 403],
	}),
	caseOf('tag create', {
		values: { name: 'north pole', colorId: 2, simplify: true },
		requests: [
			{
				request: `POST ${tags}`,
				body: { name: 'north pole', color: { id: 2 } },
				status: 201,
				answer: { id: 404, name: 'north pole', tag_color: { id: 2 } },
			},
			COLORS,
		],
		gives: { id: 404, name: 'north pole', resource_count: null, color_id: 2, color: 'Green' },
	}),
	caseOf('tag create', 'not simplified', {
		values: { name: 'north pole', simplify: false },
		requests: {
			request: `POST ${tags}`,
			body: { name: 'north pole' },
			status: 201,
			answer: { id: '404', name: 'north pole' },
		},
		gives: { id: 404, name: 'north pole' },
		errors: [400, 403, 409, 422],
	}),
	caseOf('tag update', {
		values: { tagId: { by: 'name', value: 'lab' }, name: 'laboratory' },
		requests: [
			{ ...readTags('lab'), query: { page: '1', page_size: '50', name: 'lab' } },
			{ request: `PATCH ${tags}/401`, body: { name: 'laboratory' }, status: 204 },
		],
		gives: { id: 401, updated: true },
		errors: [400, 403, 404, 409, 422],
	}),
	caseOf('tag delete', {
		values: { tagId: 401 },
		requests: { request: `DELETE ${tags}/401`, status: 204 },
		gives: { id: 401, deleted: true },
		errors: [403, 404],
	}),
	caseOf('tag deleteMany', {
		values: { tagId: 401 },
		requests: {
			request: 'POST /api/v2/bulk-operations/tag/delete-tags',
			body: { tags: [{ id: 401 }] },
			answer: {},
		},
		gives: { id: 401, deleted: true },
		errors: [400, 403, 404, 422],
	}),
	caseOf('endpoint getTags', {
		values: { endpointId: 17, ...all },
		requests: [COLORS, { request: `GET ${onEndpoint}`, answer: [TAG] }],
		gives: [{ endpoint_id: 17, ...SIMPLE_TAG }],
		errors: [400, 403, 404],
	}),
	caseOf('endpoint addTags', {
		values: { endpointId: 17, tagsBy: 'names', tagNames: 'lab, field' },
		requests: [readTags(), readEndpoint, { request: bulkAdd, body: item, answer: {} }],
		gives: { endpoint_id: 17, tag_ids: [401, 402], changed: 1, added: true },
		errors: [400, 403, 404, 422],
	}),
	caseOf('endpoint addTags', 'a conflict is resolved tag by tag', {
		values: { endpointId: 17, tagsBy: 'ids', tagIds: [401, 402] },
		requests: [
			readEndpoint,
			{ request: bulkAdd, body: item, status: 409 },
			{ request: `POST ${onEndpoint}`, body: { id: 402 }, status: 409 },
		],
		gives: { endpoint_id: 17, tag_ids: [401, 402], changed: 1, added: true },
	}),
	caseOf('endpoint addTags', 'tags that are already there are not sent', {
		values: { endpointId: 17, tagsBy: 'ids', tagIds: [401] },
		requests: [readEndpoint],
		gives: { endpoint_id: 17, tag_ids: [401], changed: 0, added: true },
	}),
	caseOf('endpoint removeTags', {
		values: { endpointId: 17, tagsBy: 'ids', tagIds: [402], readFirst: false },
		requests: { request: bulkRemove, body: item, answer: {} },
		gives: { endpoint_id: 17, tag_ids: [402], changed: 1, removed: true },
		errors: [400, 403, 404, 422],
	}),
	caseOf('endpoint addTags', 'an unknown name is created with Create Missing Tags', {
		values: {
			endpointId: 17,
			tagsBy: 'names',
			tagNames: 'new one',
			createMissing: true,
			readFirst: false,
		},
		requests: [
			readTags('new one'),
			{ request: `POST ${tags}`, body: { name: 'new one' }, status: 201, answer: { id: 405 } },
			{
				request: bulkAdd,
				body: { items: [{ endpoint: { id: 17 }, tags: [{ id: 405 }] }] },
				answer: {},
			},
		],
		gives: { endpoint_id: 17, tag_ids: [405], changed: 1, added: true },
	}),
];
