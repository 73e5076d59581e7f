import { bare, describeValue, hasLostDigits, mustBeText, type Read, textOf } from './given';
import { saysThereIsNone } from './cell';
import { withoutOuter } from './outer';

/*
 * Names as people write them. One name has many spellings that nobody can tell apart by eye: letters in one piece or
 * with their accent apart (NFC, NFD), blanks of other kinds, characters that are not seen at all.
 */

/**
 * Characters without any look, such as U+200B, U+FEFF, U+00AD and U+FE0E. Source: Unicode, category Cf and the property
 * Default_Ignorable_Code_Point (DI).
 */
const UNSEEN = /[\p{Cf}\p{DI}]/gu;
const BLANKS = /[\s\p{Z}]+/gu;
const AROUND = /[\s\p{Z}\p{Cf}\p{DI}]/u;

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

/** A name without the quotes, the formula or the guard that a spreadsheet puts around a text. */
const bareName = (name: string): string => (PLAIN_WORD.test(name) ? name : bare(name).text);
const PLAIN_WORD = /^[\w.-]+$/;

/**
 * The other spellings of a name that files and services mostly use: clean, with accents apart, without what a
 * spreadsheet has put around it.
 */
export function otherSpellings(name: string): string[] {
	const looks = [lookOf(name), lookOf(bareName(name))];
	return [...new Set(looks.flatMap((look) => [look, look.normalize('NFD')]))].filter(
		(spelling) => spelling !== name && spelling !== '',
	);
}

/**
 * Letters of other alphabets that look like Latin ones, each with the one it is taken for. Source: Unicode Technical
 * Standard 39, confusables.txt: Cyrillic and Greek.
 */
const LIKE_LATIN = new Map(
	[
		[
			'\u0410\u0412\u0415\u0405\u0406\u0408\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0423\u0425',
			'ABESIJKMHOPCTYX',
		],
		[
			'\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04BB\u051B\u051D\u0475',
			'aeopcyxijsdhqwv',
		],
		[
			'\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7',
			'ABEZHIKMNOPTYX',
		],
		['\u03B1\u03B9\u03BD\u03BF\u03C1\u03C5', 'aivopu'],
	].flatMap(([letters, latin]) =>
		[...letters!].map((letter, i): [string, string] => [letter, latin![i]!]),
	),
);

/** Full-width letters and ligatures. */
const PRESENTATION = /[\uFF01-\uFF5E\uFB00-\uFB06]/g;
const DASHES = /[\p{Pd}\u2212]/gu;
const APOSTROPHES = /[\u2018\u2019\u02BC\u00B4\u2032\u0060]/g;
const QUOTES = /[\u201C-\u201F\u2033]/g;

/** What a name is easily taken for: names with the same one may be other names, and few people see that they are. */
export const resemblanceOf = (name: string): string =>
	PLAIN_WORD.test(name)
		? name
		: lookOf(name)
				.replace(PRESENTATION, (letter) => letter.normalize('NFKC'))
				.replace(/[\u0370-\u052F]/g, (letter) => LIKE_LATIN.get(letter) ?? letter)
				.replace(DASHES, '-')
				.replace(APOSTROPHES, "'")
				.replace(QUOTES, '"');

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

/** Stands for letters that a reader of a file could not decode. */
const LOST_LETTER = '\uFFFD';

/** Why something new cannot be called so, in words that follow "is"; undefined where it can. */
export function refusedNewName(name: string): string | undefined {
	if (saysThereIsNone(trimmedName(name)) !== undefined) {
		return `${describeName(name)}, which says that there is none: leave the cell empty`;
	}
	if (name.includes(LOST_LETTER)) {
		return `${describeName(name)}, whose U+FFFD stands for letters that were lost: the file was read in another encoding than it was written in. Save it as UTF-8, or set its Encoding where it is read`;
	}
	if (TOTAL.test(lookOf(name))) {
		return `${describeName(name)}, as the last row of a table is called that adds up the others: remove the row`;
	}
	return undefined;
}
const TOTAL = /^(grand |sub)?(total|totals|sum|summe|gesamt|totale|somme|suma)\s*:?$/i;
const describeName = (name: string): string => `"${shownSpelling(name)}"`;

/** What a name means among things. */
export interface NameMatch<T> {
	/** The things that have the name. */
	found: T[];
	/** Whether they have it in another spelling, which looks the same. */
	isByLook: boolean;
	/** Where nothing has it, things that have a name which is easily taken for it. */
	alike: T[];
}

const matched = <T>(found: T[], isByLook: boolean): NameMatch<T> => ({
	found,
	isByLook,
	alike: [],
});

/**
 * The things that have a name: those that have exactly this one; else those that have it apart from what stands around
 * it; else those whose names look the same; else those that have it without quotes or a formula around it.
 */
export function matchName<T>(
	things: Iterable<T>,
	namesOf: (thing: T) => readonly unknown[],
	name: string,
): NameMatch<T> {
	const trimmed = trimmedName(name);
	const look = lookOf(name);
	const bareLook = lookOf(bareName(name));
	const likeness = resemblanceOf(name);
	const exact: T[] = [];
	const around: T[] = [];
	const sameLook: T[] = [];
	const wrapped: T[] = [];
	const alike: T[] = [];
	for (const thing of things) {
		const own = namesOf(thing).flatMap((known) =>
			known === undefined || known === null ? [] : [String(known)],
		);
		if (own.includes(name)) exact.push(thing);
		else if (own.some((known) => trimmedName(known) === trimmed)) around.push(thing);
		else if (own.some((known) => lookOf(known) === look)) sameLook.push(thing);
		else if (own.some((known) => lookOf(known) === bareLook)) wrapped.push(thing);
		else if (own.some((known) => resemblanceOf(known) === likeness)) alike.push(thing);
	}
	if (exact.length > 0) return matched(exact, false);
	if (around.length > 0) return matched(around, false);
	if (sameLook.length > 0) return matched(sameLook, true);
	if (wrapped.length > 0) return matched(wrapped, true);
	return { found: [], isByLook: false, alike };
}

/** Keys under which things are found that a name may mean, or be taken for. */
export function nameKeys(name: string): string[] {
	const own = resemblanceOf(name);
	if (PLAIN_WORD.test(name)) return [own];
	return [...new Set([own, resemblanceOf(bareName(name))])];
}

/** Things by name, for many questions. */
export class NameIndex<T> {
	private readonly byKey = new Map<string, T[]>();

	constructor(private readonly nameOf: (thing: T) => string) {}

	add(thing: T): void {
		const key = resemblanceOf(this.nameOf(thing));
		const known = this.byKey.get(key);
		if (known) known.push(thing);
		else this.byKey.set(key, [thing]);
	}

	/** The things that have a name; see {@link matchName}. */
	match(name: string): NameMatch<T> {
		const candidates = nameKeys(name).flatMap((key) => this.byKey.get(key) ?? []);
		return matchName(candidates, (thing) => [this.nameOf(thing)], name);
	}
}

/** A name as a form, a cell or an expression gives it, without what stands around it. */
export function readName(given: unknown): Read<string> {
	if (hasLostDigits(given)) return { refused: mustBeText(given) };
	const text = textOf(given);
	const name = trimmedName(text ?? '');
	if (text === undefined || name === '')
		return { refused: `must be a name, got ${describeValue(given)}` };
	const around = `the blanks and invisible characters around "${shownSpelling(name)}" were removed`;
	return { value: name, changed: name === text ? [] : [around] };
}

/** The parts of a list in text; the plain blanks beside its separators belong to the list. */
export function partsOf(text: string, separator: RegExp | string): string[] {
	const parts = text.split(separator);
	if (parts.length === 1) return parts;
	return parts.map((part) => withoutOuter(part, /[ \n\r]/));
}

/** The entries of a text, separated by commas or lines. */
export const entriesIn = (text: string): string[] =>
	partsOf(text, /[,\n]/).filter((entry) => entry.trim() !== '');

/** Things by ID and name, as a sentence shows them. */
export const shownThings = (things: ReadonlyArray<{ id: unknown; name: string }>): string =>
	things.map(({ id, name }) => `"${shownSpelling(name)}" (ID ${String(id)})`).join(' and ');

/** Says that a thing was meant by another spelling of its name; undefined where that is its name. */
export function takenFor(given: string, thing: { id: unknown; name: string }): string | undefined {
	if (thing.name === given) return undefined;
	const { changed } = lookOf(thing.name) === lookOf(given) ? { changed: [] } : bare(given);
	const how = changed.length > 0 ? changed.join(', ') : 'the same name in another spelling';
	return `"${shownSpelling(given)}" was taken for ${shownThings([thing])}: ${how}`;
}

/** The characters of a name that other things have otherwise, as a refusal names them. */
function foreignTo(name: string, existing: ReadonlyArray<{ name: string }>): string {
	const there = new Set(existing.flatMap(({ name: known }) => [...known]));
	const foreign = [...new Set(name)].filter((character) => !there.has(character));
	const shown = foreign.map((character) =>
		shownSpelling(character) === character
			? `${character} ${codeOf(character)}`
			: codeOf(character),
	);
	return shown.length > 0 ? ` (${shown.join(', ')})` : '';
}
const codeOf = (character: string): string =>
	`U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** Part of a sentence that refuses a name beside those that look like it, by name and ID. */
export const refusedTwin = (
	name: string,
	existing: ReadonlyArray<{ id: unknown; name: string }>,
): string =>
	`"${shownSpelling(name)}"${foreignTo(name, existing)} looks like ${shownThings(existing)} and is written otherwise, so that nothing is created: give the ID, or write the name as it is there`;
