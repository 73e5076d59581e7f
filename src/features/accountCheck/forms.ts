import type { Operation } from '../../table/define';
import { IS_MOMENT, resultKind } from '../../table/reading';
import { EXPECTED } from './expected';

/*
 * The form that an answer is expected to have: the places that the operations read, with their types.
 * Most of it is what Simplify shows and what is read as a number; EXPECTED adds the rest.
 */

/**
 * The type of a value; `code` is a number or text, `moment` a date with a time in text, `day` a date or the word of the
 * row that is the total of the days.
 */
export type Type =
	| 'number'
	| 'text'
	| 'flag'
	| 'moment'
	| 'day'
	| 'code'
	| 'list'
	| 'object'
	| 'any';

/** A place of an entry that something reads, with the places that are read instead where it is missing. */
export interface AnswerPlace {
	/** Dotted; `[]` after a name stands for each entry of the list there. */
	at: string[];
	type: Type;
	/** Names under which Simplify shows it. */
	shows: string[];
	/** Pickers show it, or find entries by it. */
	picked: boolean;
}

/** The form of one kind of answer. */
export interface AnswerForm {
	/** Places of an entry of a list, or of the one object. */
	places: AnswerPlace[];
	/** Places of an answer that has its list in an object. */
	outside: AnswerPlace[];
	/** Places that an answer may leave out. */
	optional: Set<string>;
	/** The answer comes in pages, whose headers count them. */
	paged: boolean;
	/** 404 means that there is none. */
	mayBeNone: boolean;
}

const WORD = /^(\^?)([^*?:]+)([*?]*)(?::(\w+))?$/;

/** Ids and counts are numbers, unless something else is said of them. */
const typeByName = (place: string): Type => {
	if (/(^|[._])(id|count)$/.test(place)) return 'number';
	return IS_MOMENT.test(place.split('.').at(-1) ?? '') ? 'moment' : 'text';
};

function typeFrom([first = '', ...others]: string[], numbers: readonly string[] = []): Type {
	// Words or, where they are missing, the number that stands for them.
	if (others.length > 0) return 'code';
	return numbers.includes(first) ? 'number' : typeByName(first);
}

/** The expectations of an entry; those that begin with `=` are taken from another entry. */
export function expectationsOf(key: string): string[] {
	const words = EXPECTED[key]?.split(/\s+/).filter(Boolean) ?? [];
	return words.flatMap((word) =>
		word.startsWith('=') ? expectationsOf(word.slice(1).replace('/', ' ')) : [word],
	);
}

/** The properties of an entry that say what is read of its answers. */
type AnsweringEntry = Pick<Operation, 'resource' | 'name' | 'result' | 'pages' | 'run'>;

/** The form of the answers to an entry's own request; undefined where nothing is read of them. */
export function answerForm(operation: AnsweringEntry): AnswerForm | undefined {
	const kind = resultKind(operation);
	const words = expectationsOf(`${operation.resource} ${operation.name}`);
	const shows = kind?.simple.shows ?? [];
	if (shows.length === 0 && words.every((word) => word.startsWith('#'))) return undefined;
	const form: AnswerForm = {
		places: [],
		outside: [],
		optional: new Set(),
		paged: words.includes('#paged'),
		mayBeNone: words.includes('#none'),
	};
	const byPlace = new Map<string, AnswerPlace>();
	const typed = new Set<AnswerPlace>();
	const add = (from: string, list = form.places): AnswerPlace => {
		const at = from.split('|');
		const type = typeFrom(at, kind?.read.numbers);
		const place = byPlace.get(from) ?? { at, type, shows: [], picked: false };
		if (!byPlace.has(from)) list.push(place);
		byPlace.set(from, place);
		return place;
	};
	for (const { name, from } of shows) add(from.join('|')).shows.push(name);
	for (const word of words) {
		const [, outside, from, signs = '', type] = WORD.exec(word) ?? [];
		if (from === undefined || word.startsWith('#')) continue;
		// A sign or a type is about every place of that name; a bare name adds a place.
		const isAbout = signs !== '' || type !== undefined;
		const known = [...byPlace.keys()].filter((key) => key.split('|').includes(from));
		const places = isAbout && known.length > 0 ? known : [from];
		if (signs.includes('?')) for (const name of from.split('|')) form.optional.add(name);
		for (const key of places) {
			const place = add(key, outside ? form.outside : form.places);
			if (type !== undefined) {
				place.type = type as Type;
				typed.add(place);
			}
			place.picked ||= signs.includes('*');
		}
	}
	// An object of which only parts are read adds no more than that it may be missing.
	const hasParts = ({ at: [place] }: AnswerPlace) =>
		form.places.some(({ at }) => at.some((path) => path.startsWith(`${place}.`)));
	form.places = form.places.filter(
		(place) => typed.has(place) || place.shows.length > 0 || !hasParts(place),
	);
	return form;
}
