import {
	NameIndex,
	type NameMatch,
	refusedNewName,
	refusedTwin,
	shownSpelling,
	takenFor,
	trimmedName,
} from '../../readings/name';
import { listIn } from '../../wire';
import type { Call, Json } from '../../table/define';
import { failsAlone } from '../../run/failsAlone';
import { LookupForbiddenError } from '../../run/names/lists';
import { tagParts } from '../../table/tagParts';
import { isReference, describeValue, toId } from '../../table/values';
import { readWhole } from '../../table/whole';
import { readTags } from '../../table/entries/endpoint/tag';
import { getAllSims } from '../../table/entries/sim/sim';
import { MORE_NAMES, someNotes } from './someNotes';
import { tableError } from './tableFields';
import { callsFor } from './tableFleet';
import type { Wants } from './tableRows';
import {
	PROFILE_FIELDS,
	type ProfileField,
	type ProfileRef,
	PROFILES,
	type Sim,
} from '../../fleet/endpoint';
import { SimStatus } from '../../fleet/statuses';
import { simIn } from '../../readers/endpoints';
import type { IdOrReference } from './tableState';

/* Profiles, tags and SIMs that rows name. Each list is read once, and only if it is used. */

interface NamedThing {
	id: number;
	name: string;
}

/** Entries of an organisation by name and by id. */
class Names {
	private readonly byName = new NameIndex<NamedThing>(({ name }) => name);
	private readonly byId = new Map<number, string>();

	constructor(entries: Json[]) {
		for (const { id, name } of entries) {
			const own = toId(id);
			if (own === undefined) continue;
			this.byName.add({ id: own, name: String(name) });
			this.byId.set(own, String(name));
		}
	}

	match(name: string): NameMatch<NamedThing> {
		return this.byName.match(name);
	}

	ids(name: string): number[] {
		return this.match(name).found.map(({ id }) => id);
	}

	name(id: number): string | undefined {
		return this.byId.get(id);
	}

	/** The names there are, for an error. */
	get listed(): string {
		const names = [...new Set([...this.byId.values()].map(trimmedName))];
		const more =
			names.length > MOST_NAMES_SHOWN ? ` and ${names.length - MOST_NAMES_SHOWN} more` : '';
		return `there are ${names.slice(0, MOST_NAMES_SHOWN).map(describeValue).join(', ')}${more}`;
	}
}
const MOST_NAMES_SHOWN = 10;

/** The id that a row means. @throws InputError for a name that nothing or several things have */
function columnId(
	names: Names | undefined,
	given: IdOrReference,
	field: ProfileField | 'tagAssignments',
): number {
	if (!isReference(given)) return given;
	const { found = [], alike = [] } = names?.match(given.value) ?? {};
	const [id, ...others] = found.map((thing) => thing.id);
	if (id !== undefined && others.length === 0) return id;
	if (alike.length > 0)
		throw tableError(field, `must be a name that is there; ${refusedTwin(given.value, alike)}`);
	const ids = [id, ...others].join(', ');
	const why =
		id === undefined
			? `none is called ${describeValue(given.value)}; ${names?.listed}`
			: `${others.length + 1} are called ${describeValue(given.value)}: give its ID, one of ${ids}`;
	const thing = field === 'tagAssignments' ? 'tag' : PROFILES[field].place.replace('_', ' ');
	throw tableError(field, `must name exactly one ${thing}; ${why}`);
}

/** The names that the rows of a table use. */
export interface Directory {
	/** A profile as a row gives it. @throws InputError */
	profile(field: ProfileField, given: IdOrReference): ProfileRef;
	/** Names of a row's tags, each once. @throws InputError for a tag that does not exist */
	tagNames(given: IdOrReference[]): string[];
	/** Ids of tags that are there. */
	tagIds(names: readonly string[]): number[];
	/** Those of some names that no tag has yet. */
	missing(names: string[]): string[];
	/** Takes over tags that have been created. */
	created(tags: ReadonlyMap<string, number>): void;
}

/** The names of profiles of a kind, which are shown where a row gives an ID; undefined where they cannot be read. */
async function namesToShow(call: Call, field: ProfileField): Promise<Names | undefined> {
	try {
		return new Names(await call.entries(PROFILES[field].lookup));
	} catch (error) {
		if (!failsAlone(error) && !(error instanceof LookupForbiddenError)) throw error;
		return undefined;
	}
}

/**
 * Reads the lists that are needed to understand what rows name; with `namesIds` also those that only give the names of
 * profiles whose IDs they have.
 */
export async function readDirectory(
	call: Call,
	rows: Array<Partial<Wants>>,
	{ createMissing = false, namesIds = false }: { createMissing?: boolean; namesIds?: boolean },
): Promise<Directory> {
	const lists: Partial<Record<ProfileField, Names | undefined>> = {};
	for (const field of PROFILE_FIELDS) {
		const given = rows.flatMap((row) => row[field] ?? []);
		if (given.some(isReference)) {
			lists[field] = new Names(await call.entries(PROFILES[field].lookup));
		} else if (namesIds && given.length > 0) {
			lists[field] = await namesToShow(call, field);
		}
	}
	const usesTags = rows.some(({ tagAssignments }) => (tagAssignments?.length ?? 0) > 0);
	const tags = usesTags ? new Names(await readTags(call, { whole: createMissing })) : undefined;
	const made = new Map<string, number>();
	const idOf = (name: string) => made.get(name) ?? tags?.ids(name)[0];
	const isNew = new NameIndex<string>((name) => name);
	const sayTaken = someNotes(call, MORE_NAMES);
	/** A tag that the table creates, as its first row writes it. */
	const newTag = (given: string): string => {
		const name = trimmedName(given);
		const fault = refusedNewName(name);
		if (fault) throw tableError('tagAssignments', `must be tags, and none is called ${fault}`);
		const { found, isByLook } = isNew.match(name);
		if (found[0] === undefined) isNew.add(name);
		if (!isByLook) return found[0] ?? name;
		const rule = `must be written in one way: "${shownSpelling(name)}" looks like "${shownSpelling(found[0]!)}" in another row, and there is no such tag yet`;
		throw tableError('tagAssignments', rule);
	};
	const isTag = (name: string) => (tags?.match(name).found.length ?? 0) > 0;
	const tagName = (given: IdOrReference): string => {
		if (isReference(given)) {
			const { value } = given;
			const { found = [], isByLook = false, alike = [] } = tags?.match(value) ?? {};
			if (createMissing && found.length + alike.length === 0) return newTag(value);
			const id = columnId(tags, given, 'tagAssignments');
			const name = tags?.name(id) ?? value;
			if (isByLook) sayTaken(takenFor(value, { id, name }));
			return name;
		}
		const name = tags?.name(given);
		if (name !== undefined) return name;
		throw tableError('tagAssignments', `must name tags that exist; none has the ID ${given}`);
	};
	return {
		profile: (field, given) => {
			const id = columnId(lists[field], given, field);
			const name = isReference(given) ? given.value : lists[field]?.name(id);
			return { id, ...(name !== undefined && { name }) };
		},
		tagNames: (given) => [...new Set(given.flatMap((tag) => tagParts(tag, isTag)).map(tagName))],
		tagIds: (names) => names.flatMap((name) => idOf(name) ?? []),
		missing: (names) => [...new Set(names)].filter((name) => idOf(name) === undefined),
		created: (all) => all.forEach((id, name) => made.set(name, id)),
	};
}

const SIMS_PER_PAGE = 2500;

/**
 * SIMs that no endpoint has, by ICCID and by id as text. SIMs that are in use, deleted or unknown are left
 * out.
 */
export async function readFreeSims(
	call: Call,
	wanted: ReadonlySet<string>,
): Promise<Map<string, Sim>> {
	const found = new Map<string, Sim>();
	if (wanted.size === 0) return found;
	const keep = (entity: Json): undefined => {
		const sim = simIn(entity);
		if (sim.status !== SimStatus.Deleted && !entity.endpoint) {
			for (const key of [sim.iccid, String(sim.id)]) if (wanted.has(key)) found.set(key, sim);
		}
	};
	const query = { q: 'endpoint:null', page: 1, per_page: SIMS_PER_PAGE };
	const first = await call.other(getAllSims, {}, { query });
	const entries = listIn(first.body) ?? [];
	entries.forEach(keep);
	const pages = Math.ceil(Number(first.headers['x-total-count'] || NaN) / entries.length);
	const missing = [...wanted].filter((key) => !found.has(key));
	if (missing.length === 0 || entries.length === 0 || pages <= 1) return found;
	// It is not documented that a filter of the list of SIMs takes several values.
	if (callsFor(missing.length) < pages - 1) {
		for (const [filter, values] of [
			['iccid', missing.filter((key) => key.length >= ICCID_LENGTH)],
			['id', missing.filter((key) => key.length < ICCID_LENGTH)],
		] as const) {
			if (values.length === 0) continue;
			for (const all of (await call.find('sim', filter, [...values])).values()) all.forEach(keep);
		}
		return found;
	}
	await readWhole(call, 'SIMs', getAllSims, { unassigned: 'null' }, { keep, first });
	return found;
}
const ICCID_LENGTH = 19;
