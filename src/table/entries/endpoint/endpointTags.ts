import { InputError } from '../../../errors';
import { type Bulk, type Input, operationsWith } from '../../define';
import * as f from '../../fields';
import { isolateBadItems } from '../../outcomes';
import { at, everyOf } from '../../reading';
import { describeValue } from '../../values';
import { isTagName, tagKind } from './tag';
import { changeTags, changingTags, PER_CALL, type TagChange } from './tagChanges';
import { createMissing, createTagsNamed, refusedTags, type TagsByName, tagsByName } from './tagIds';

/* Tags on endpoints, by id. Source: public reference. */

const define = operationsWith({ resource: 'endpoint', errors: [400, 403, 404, 422] });

export const getEndpointTags = define({
	name: 'getTags',
	action: 'Get endpoint tags',
	description: 'List the tags that one endpoint carries',
	request: 'GET /api/v2/endpoint/{endpointId}/tags',
	lane: 'single',
	errors: [400, 403, 404],
	fields: { endpointId: f.endpointId, ...f.many },
	run: async (call, input) => {
		const kind = await tagKind(call, input.simplify);
		const of = { endpoint_id: input.endpointId };
		return everyOf(kind, () => of)(await call.own(input), input);
	},
});

const NAME_RULE = 'must be the name of a tag, without a comma';

/** Several tags: picked from the list, or by their names. */
const tagsOfItem = {
	tagsBy: f.choice(
		{ label: 'Identify Tags By', hint: 'How the tags are named', saidOnce: true, default: 'ids' },
		{ 'From List or IDs': 'ids', Names: 'names' },
	),
	tagIds: f.body('tags', {
		...f.picksByName(
			{
				label: 'Tags',
				hint: 'The tags of this item',
				saidOnce: true,
				showWhen: { tagsBy: ['ids'] },
			},
			'tag',
		),
		example: [401],
	}),
	tagNames: f.body('tags', {
		...f.checkedBy(
			f.text({
				label: 'Tag Names',
				hint: 'Separated by commas, or a list',
				placeholder: 'arctic, pump',
				showWhen: { tagsBy: ['names'] },
			}),
			// Separated by commas or lines, or a list; blanks belong to a name.
			(s) =>
				s
					.partsSchema([/[,\n]/, 'must be a list of tag names'], [isTagName, NAME_RULE])
					.transform((names) => [...new Set(names)]),
		),
		control: { kind: 'text', rows: 2 } as const,
	}),
};

/** The ids of an item's tags, or an error that names the tags that do not exist. */
function tagsOf({ tagsBy, tagIds, tagNames }: Input, { ids, refused }: TagsByName) {
	if (tagsBy !== 'names') return tagIds as number[];
	const names = tagNames as string[];
	const sentences = names.flatMap((name) => refused.get(name) ?? []);
	if (sentences.length > 0) return refusedTags(sentences, 'tagNames', 'Tag Names');
	const missing = names.filter((name) => !ids.has(name));
	if (missing.length === 0) return names.map((name) => ids.get(name)!);
	const rule = `must name tags that exist; there is no ${missing.map(describeValue).join(', ')}`;
	return new InputError('tagNames', rule, 'Tag Names');
}

const bulkFields = {
	endpointId: f.body('endpoint.id', f.endpointId),
	...tagsOfItem,
	...isolateBadItems,
	...f.inGroup('options', {
		perCall: f.number(
			{
				label: 'Items per Call',
				hint: 'Endpoints in one call',
				saidOnce: true,
				default: PER_CALL,
			},
			{ min: 1, max: 2000 },
		),
		readFirst: f.flag({
			label: 'Read Current Tags First',
			hint: 'Whether to read the tags first, and send only what changes',
			default: true,
		}),
	}),
};

/** Bulk calls of tags, which may be given by name and created. */
const bulkOf = (adding: boolean): Bulk => ({
	...(adding && { makeMissing: createTagsNamed }),
	size: ([first]) => (first?.perCall as number | undefined) ?? PER_CALL,
	body: (_, items) => ({
		items: items.map((item) => ({
			...item,
			tags: ((at(item, 'tags') as number[] | undefined) ?? []).map((id) => ({ id })),
		})),
	}),
	results: () => [],
	run: async (call, items) => {
		const named = items.filter(({ tagsBy }) => tagsBy === 'names');
		const names = named.flatMap(({ tagNames }) => tagNames as string[]);
		const create = adding && items.some((item) => item.createMissing === true);
		const tagsNamed = await tagsByName(call, names, create);
		const all = items.map((item) => tagsOf(item, tagsNamed));
		const changes = items.map(({ endpointId }, i): TagChange => {
			const tags = all[i]!;
			return [endpointId as number, tags instanceof InputError ? [] : tags];
		});
		const readFirst = items.some((item) => item.readFirst !== false);
		const how = { adding, readFirst, names: tagsNamed.names };
		const { sent, failed } = await changeTags(call, changes, how);
		return changes.map(([id, tags], i) => {
			if (all[i] instanceof InputError) return { error: all[i] };
			if (failed.has(id)) return { error: failed.get(id) };
			const changed = tags.filter((tag) => sent.get(id)?.has(tag));
			const done = { endpoint_id: id, tag_ids: tags, changed: changed.length };
			return { done: { ...done, [adding ? 'added' : 'removed']: true } };
		});
	},
});

export const addTags = define({
	name: 'addTags',
	action: 'Add tags to endpoints',
	stakes: 'access',
	description: 'Add tags to one endpoint per input item, many in a call',
	...changingTags.add,
	fields: { ...bulkFields, ...createMissing },
	bulk: bulkOf(true),
});

export const removeTags = define({
	name: 'removeTags',
	action: 'Remove tags from endpoints',
	stakes: 'access',
	description: 'Remove tags from one endpoint per input item, many in a call',
	...changingTags.remove,
	notice: 'Automations that go by these tags no longer cover the endpoints.',
	fields: bulkFields,
	bulk: bulkOf(false),
});
