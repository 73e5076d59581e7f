import { withoutOuter } from './outer';

/*
 * Names as people write them. One name has many spellings that nobody can tell apart by eye: letters in one piece or
 * with their accent apart (NFC, NFD), blanks of other kinds, characters that are not seen at all.
 */

/** Characters without any look, such as U+200B, U+FEFF and U+00AD. Source: Unicode, category Cf. */
const UNSEEN = /\p{Cf}/gu;
const BLANKS = /[\s\p{Z}]+/gu;
const AROUND = /[\s\p{Z}\p{Cf}]/u;

/** What most names consist of: they look as they are written. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** A name without what stands around it: blanks of every kind, and characters that are not seen. */
export const trimmedName = (name: string): string =>
	PLAIN.test(name) ? name : withoutOuter(name, AROUND);

/** The look of a name: two names with the same look cannot be told apart by eye. */
export const lookOf = (name: string): string =>
	PLAIN.test(name) ? name : name.replace(UNSEEN, '').normalize('NFC').replace(BLANKS, ' ').trim();

/** Whether two names cannot be told apart by eye. */
export const looksLike = (name: string, other: string): boolean =>
	name === other || lookOf(name) === lookOf(other);

/** The other spellings of a name that files and services mostly use: clean, and with accents apart. */
export function otherSpellings(name: string): string[] {
	const look = lookOf(name);
	return [...new Set([look, look.normalize('NFD')])].filter(
		(spelling) => spelling !== name && spelling !== '',
	);
}

const NOT_SEEN = /[\p{Cf}\p{Cc}]|(?! )[\s\p{Z}]/gu;
const NOT_SEEN_OR_APART = /[\p{M}\p{Cf}\p{Cc}]|(?! )[\s\p{Z}]/gu;

/**
 * A name with every character as an escape that is not plainly seen: `pump-new\u200b`. Accents are shown so only where
 * they stand apart from letters that exist with them.
 */
export const shownSpelling = (name: string): string =>
	name.replace(name.normalize('NFC') === name ? NOT_SEEN : NOT_SEEN_OR_APART, escaped);

const escaped = (character: string): string =>
	[...Array(character.length).keys()]
		.map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
		.join('');

/** What a name means among things. */
export interface NameMatch<T> {
	/** The things that have the name. */
	found: T[];
	/** Whether they have another name, which looks the same. */
	isByLook: boolean;
}

/**
 * The things that have a name: those that have exactly this one; else those that have it apart from what stands around
 * it; else those whose names look the same.
 */
export function matchName<T>(
	things: Iterable<T>,
	namesOf: (thing: T) => readonly unknown[],
	name: string,
): NameMatch<T> {
	const trimmed = trimmedName(name);
	const look = lookOf(name);
	const exact: T[] = [];
	const around: T[] = [];
	const alike: T[] = [];
	for (const thing of things) {
		const own = namesOf(thing).flatMap((known) =>
			known === undefined || known === null ? [] : [String(known)],
		);
		if (own.includes(name)) exact.push(thing);
		else if (own.some((known) => trimmedName(known) === trimmed)) around.push(thing);
		else if (own.some((known) => lookOf(known) === look)) alike.push(thing);
	}
	if (exact.length > 0) return { found: exact, isByLook: false };
	if (around.length > 0) return { found: around, isByLook: false };
	return { found: alike, isByLook: alike.length > 0 };
}

/** Things by name, for many questions. */
export class NameIndex<T> {
	private readonly byLook = new Map<string, T[]>();

	constructor(private readonly nameOf: (thing: T) => string) {}

	add(thing: T): void {
		const look = lookOf(this.nameOf(thing));
		const known = this.byLook.get(look);
		if (known) known.push(thing);
		else this.byLook.set(look, [thing]);
	}

	/** The things that have a name; see {@link matchName}. */
	match(name: string): NameMatch<T> {
		const alike = this.byLook.get(lookOf(name)) ?? [];
		return matchName(alike, (thing) => [this.nameOf(thing)], name);
	}
}

/** Things by ID and name, as a sentence shows them. */
export const shownThings = (things: ReadonlyArray<{ id: unknown; name: string }>): string =>
	things.map(({ id, name }) => `"${shownSpelling(name)}" (ID ${String(id)})`).join(' and ');

/** Part of a sentence that refuses to make a thing beside those that look like it, by name and ID. */
export const refusedTwin = (
	name: string,
	existing: ReadonlyArray<{ id: unknown; name: string }>,
): string =>
	`"${shownSpelling(name)}" looks like ${shownThings(existing)} and is written otherwise, so that nothing is created: give the ID, or write the name as it is there`;
