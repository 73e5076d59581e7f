import { NameIndex } from '../../readings/name';
import type { Call } from '../../table/define';
import { groupedBy, isReference } from '../../table/values';
import { tagParts } from '../../table/tagParts';
import { type Directory, readDirectory } from '../applyTable/tableNames';
import type { TableFleet } from '../applyTable/tableFleet';
import type { Wants } from '../applyTable/tableRows';
import { PROFILE_FIELDS, type ProfileField } from '../../fleet/endpoint';

/*
 * What rows call profiles and tags. Endpoints have the names of their profiles: a list is read only for names that
 * no endpoint has, so that a comparison mostly takes the requests of the list of endpoints.
 */

/** Ids of the profiles that endpoints have, by field and name. */
type SeenProfiles = Record<ProfileField, NameIndex<ProfileName>>;

interface ProfileName {
	id: number;
	name: string;
}

function profilesIn(fleet: TableFleet): SeenProfiles {
	const seen = Object.fromEntries(
		PROFILE_FIELDS.map((field) => [field, new NameIndex<ProfileName>(({ name }) => name)]),
	) as SeenProfiles;
	const known = new Set<string>();
	for (const { profiles } of fleet.byId.values()) {
		for (const field of PROFILE_FIELDS) {
			const { id, name } = profiles[field];
			const key = JSON.stringify([field, id, name]);
			if (name === undefined || known.has(key)) continue;
			known.add(key);
			seen[field].add({ id, name });
		}
	}
	return seen;
}

/** The tags that endpoints have. */
function tagsIn(fleet: TableFleet): NameIndex<string> {
	const tags = new NameIndex<string>((name) => name);
	const all = [...fleet.byId.values()].flatMap((state) => state.tags ?? []);
	for (const name of new Set(all)) tags.add(name);
	return tags;
}

/** The part of a row that endpoints do not explain: names that none of them has, and tags by their ids. */
function openIn(row: Wants, isSeen: (field: ProfileField, name: string) => boolean): Wants {
	const open: Wants = { endpointId: row.endpointId };
	for (const field of PROFILE_FIELDS) {
		const given = row[field];
		if (isReference(given) && !isSeen(field, given.value)) open[field] = given;
	}
	const byId = row.tagAssignments?.filter((tag) => !isReference(tag)) ?? [];
	if (byId.length > 0) open.tagAssignments = byId;
	return open;
}

/** What rows call profiles and tags. */
export type ComparedNames = Pick<Directory, 'profile' | 'tagNames'>;

/**
 * The names that the rows of a table use, as far as they are compared. A tag that does not exist is a name like any
 * other, which no endpoint has.
 */
export async function comparedNames(
	call: Call,
	rows: Wants[],
	fleet: TableFleet,
): Promise<ComparedNames> {
	const seen = profilesIn(fleet);
	const onlyId = (field: ProfileField, name: string): number | undefined => {
		const { found, isByLook } = seen[field].match(name);
		const [id, ...others] = new Set(found.map((profile) => profile.id));
		// One that no endpoint has may have the name exactly.
		return others.length === 0 && !isByLook ? id : undefined;
	};
	const tags = tagsIn(fleet);
	/** A tag as endpoints have it; a name that none of them has stays. */
	const asSeen = (name: string): string => {
		const [tag, ...others] = tags.match(name).found;
		return tag !== undefined && others.length === 0 ? tag : name;
	};
	const isSeen = (field: ProfileField, name: string) => onlyId(field, name) !== undefined;
	const directory = await readDirectory(
		call,
		rows.map((row) => openIn(row, isSeen)),
		{},
	);
	return {
		profile: (field, given) => {
			const id = isReference(given) ? onlyId(field, given.value) : undefined;
			return id === undefined || !isReference(given)
				? directory.profile(field, given)
				: { id, name: given.value };
		},
		tagNames: (given) => {
			const parts = given.flatMap((tag) =>
				tagParts(tag, (name) => tags.match(name).found.length > 0),
			);
			const { true: named = [], false: ids = [] } = Object.fromEntries(
				groupedBy(parts, (tag) => String(isReference(tag))),
			);
			const names = named.map((tag) => (isReference(tag) ? asSeen(tag.value) : ''));
			return [...new Set([...names, ...directory.tagNames(ids)])];
		},
	};
}
