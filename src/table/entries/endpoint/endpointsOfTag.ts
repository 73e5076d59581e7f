import { CellularIotError, InputError, knownOf } from '../../../errors';
import type { Call, Json, Touched } from '../../define';
import { matchName } from '../../../readings/name';
import { inParallel } from '../../inParallel';
import { isReference, describeValue, toId } from '../../values';
import { readWhole } from '../../whole';
import { listIn } from '../../../wire';
import { isEndpointDeleted } from './endpointNumbers';
import { isFilterable } from '../../filterValues';
import { getAllEndpoints, tagNamesIn } from './endpointRead';
import { getEndpointTags } from './endpointTags';
import { readTags } from './tag';

/* All endpoints with a tag, for what is done to them as one. */

export interface TagEntry {
	id: number;
	name: string;
}

/** Tags of endpoints that are read at a time; the lane spaces them. */
const READ_AT_A_TIME = 25;

/**
 * The tag of an ID or a name, among all tags that the service lists.
 * @throws InputError unless it is exactly one
 */
export function onlyTag(tags: Json[], given: unknown, field: string, label: string): TagEntry {
	const [tag, ...others] = isReference(given)
		? matchName(tags, ({ name }) => [name], given.value).found
		: tags.filter(({ id }) => toId(id) === given);
	if (tag && others.length === 0) return { id: Number(tag.id), name: String(tag.name) };
	const called = isReference(given)
		? `called ${describeValue(given.value)}`
		: `of ID ${String(given)}`;
	const all = [tag, ...others].flatMap((entry) => (entry ? [String(entry.id)] : []));
	const ids = tag ? `${all.length} are ${called}: IDs ${all.join(', ')}` : `none is ${called}`;
	throw new InputError(field, `must be exactly one tag; ${ids}`, label);
}

/** The tags of an endpoint as it was read: by id where the answer has them, else by name. */
export function hasTag({ tag_assignments: assigned, tags }: Json, { id, name }: TagEntry): boolean {
	if (Array.isArray(assigned)) return (assigned as Json[]).some((tag) => toId(tag.id) === id);
	return tagNamesIn(tags).includes(name.trim());
}

/**
 * The endpoints with a tag, as the service lists them, without deleted ones. Lists show endpoints of child
 * organisations too, whose tags may have the same name: `surely` reads the tags of each endpoint by id where the
 * list names them by text alone.
 * @throws IncompleteListError
 */
export async function endpointsOfTag(
	call: Call,
	tag: TagEntry,
	{ surely }: { surely: boolean },
): Promise<Json[]> {
	const keep = (entity: Json): Json | undefined =>
		hasTag(entity, tag) && !isEndpointDeleted(entity) ? entity : undefined;
	const filter = isFilterable(tag.name) ? { tags: tag.name } : {};
	const all = await readWhole(call, 'endpoints', getAllEndpoints, filter, { keep });
	if (!surely) return all;
	const others = new Set<Json>();
	const unsure = all.filter((entity) => !Array.isArray(entity.tag_assignments));
	await inParallel(unsure, READ_AT_A_TIME, async (entity) => {
		const answer = await call.other(getEndpointTags, { endpointId: Number(entity.id) });
		if (!listIn(answer.body)?.some(({ id }) => toId(id) === tag.id)) others.add(entity);
	});
	return all.filter((entity) => !others.has(entity));
}

/**
 * What is done to a tag's endpoints changes all of them: the limits of a tool count them. Sends only reads.
 * @throws InputError unless `given`, an ID or a name, is exactly one tag
 */
export async function touchedByTag(call: Call, given: unknown, label: string): Promise<Touched> {
	const tag = onlyTag(await readTags(call, { whole: true }), given, 'tagId', label);
	const all = await endpointsOfTag(call, tag, { surely: true });
	return { count: all.length, endpoints: all.map(({ id }) => Number(id)) };
}

/** Failures that the error of a tag names. */
export const MOST_NAMED = 5;

/** Something was done to some endpoints of a tag, and not to others. */
export class NotAllOfTagError extends CellularIotError {
	constructor(
		tag: string,
		/** What was done to the others, such as "retired". */
		did: string,
		all: number,
		/** The endpoints that have failed, in words, with the reasons. */
		failures: Array<[string, unknown]>,
		/** Endpoints that are neither, in words; none unless given. */
		others: { count: number; were: string } = { count: 0, were: '' },
	) {
		const left = failures.length;
		const done = `${all - left - others.count} were ${did}`;
		const apart = others.count > 0 ? `, ${others.count} were ${others.were}` : '';
		const named = failures
			.slice(0, MOST_NAMED)
			.map(([endpoint, error]) => `${endpoint}: ${knownOf(error).message}`)
			.join('; ');
		const more = left > MOST_NAMED ? `; and ${left - MOST_NAMED} more` : '';
		const outcomes = failures.map(([, error]) => knownOf(error).outcome);
		const outcome = outcomes.includes('unknown') ? 'unknown' : left < all ? 'partial' : outcomes[0];
		const cause = failures[0]?.[1];
		super(
			`Of ${all} endpoints with the tag "${tag}", ${done}${apart} and ${left} were not: ${named}${more}`,
			'Run it again once the cause is corrected: it continues with those that are left.',
			outcome ?? 'unknown',
			cause,
		);
	}
}
