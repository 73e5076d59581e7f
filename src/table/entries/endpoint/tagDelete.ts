import { type Call, type Input, operationsWith, type Touched } from '../../define';
import * as f from '../../fields';
import { touchedByTag } from './endpointsOfTag';
import { tagId } from './tag';

/* Tags are deleted off all that carry them. Source: public reference. */

const define = operationsWith({ resource: 'tag' });

/** The endpoints that lose a tag when it is deleted. */
const losingTag = async (call: Call, { tagId: tag }: Input): Promise<Touched> =>
	await touchedByTag(call, tag, tagId.label);

export const deleteTag = define({
	name: 'delete',
	action: 'Delete tag',
	stakes: 'final',
	description: 'Delete a tag of the organisation',
	request: 'DELETE /api/v2/tags/{tagId}',
	lane: 'single',
	notice: 'The tag is taken off every endpoint and automation. This cannot be undone.',
	errors: [403, 404],
	fields: { tagId },
	touched: losingTag,
	result: (_, { tagId: id }) => ({ id, deleted: true }),
});

export const deleteManyTags = define({
	name: 'deleteMany',
	action: 'Delete many tags',
	stakes: 'final',
	description: 'Delete one tag per input item, many in a call',
	request: 'POST /api/v2/bulk-operations/tag/delete-tags',
	timeoutMs: 120_000,
	effect: 'set',
	lane: 'sequential',
	notice: 'Each input item deletes a tag from every endpoint. This cannot be undone.',
	errors: [400, 403, 404, 422],
	fields: { tagId: f.body('id', tagId) },
	touched: losingTag,
	bulk: {
		// The service's maximum is not documented.
		size: 500,
		// Two items may name one tag.
		body: (_, items) => ({ tags: [...new Map(items.map((tag) => [tag.id, tag])).values()] }),
		results: (_, items) => items.map(({ tagId: id }) => ({ id, deleted: true })),
	},
});
