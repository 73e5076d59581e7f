/** The operations for whole fleets: requests, effects and lanes, as the service documents them. */
export const FLEET_TABLE = `
dataQuota get GET /api/v1/endpoint/{endpointId}/quota/data read single
dataQuota set POST /api/v1/endpoint/{endpointId}/quota/data set single
dataQuota topUp POST /api/v1/endpoint/{endpointId}/quota/data act single
dataQuota delete DELETE /api/v1/endpoint/{endpointId}/quota/data set single
tag getAll GET /api/v2/tags read list
tag getColors GET /api/v2/tag-colors read list
tag create POST /api/v2/tags act single
tag update PATCH /api/v2/tags/{tagId} set single
tag delete DELETE /api/v2/tags/{tagId} set single
tag deleteMany POST /api/v2/bulk-operations/tag/delete-tags set sequential
endpoint getTags GET /api/v2/endpoint/{endpointId}/tags read single
endpoint addTag POST /api/v2/endpoint/{endpointId}/tags set single
endpoint removeTag DELETE /api/v2/endpoint/{endpointId}/tags/{tagId} set single
endpoint addTagsToMany POST /api/v2/bulk-operations/endpoint/add-tags set sequential
endpoint removeTagsFromMany POST /api/v2/bulk-operations/endpoint/remove-tags set sequential`
	.trim()
	.split('\n')
	.map((line) => {
		const [resource = '', name = '', method, path, effect, lane] = line.split(' ');
		const request = `${method} ${path}`;
		return { resource, name, request, effect, lane, source: 'public reference' };
	});
