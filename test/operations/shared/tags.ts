import type { Expected } from '../facts';

/* Tags, and reads of them. */

export const TAG = { id: 401, name: 'lab', resource_count: 3, tag_color: { id: 2 } };
export const SIMPLE_TAG = { id: 401, name: 'lab', resource_count: 3, color_id: 2, color: 'Green' };
/** The read of the tag colors, for their names. */
export const COLORS: Expected = {
	request: 'GET /api/v2/tag-colors',
	answer: [{ id: '2', hex_color: '#00ff00', description: 'Green' }],
};
export const tagPage = (data: unknown[], more: object = {}) => ({
	total: data.length,
	page: 1,
	page_size: 100,
	last_page: 1,
	data,
	...more,
});
export const TAGS_PATH = '/api/v2/tags';
export const readTags = (name?: string): Expected => ({
	request: `GET ${TAGS_PATH}`,
	query: { page: '1', page_size: '100', ...(name !== undefined && { name }) },
	answer: tagPage([TAG, { ...TAG, id: 402, name: 'field' }]),
});
