import { BadRequestError, NotFoundError, ValidationError } from '../http/errors';
import { entityOf, listIn } from '../operations/answers';
import type { Call, Json, Operation } from '../operations/define';
import { getAllEndpoints, getEndpoint } from '../operations/endpointRead';
import { luhnDigit } from '../operations/iccid';
import type { Reference } from '../operations/values';
import { getAllSims } from '../operations/sim';

/*
 * Endpoints and SIMs by what they are named by instead of their ids: one at a time, and many in few
 * requests.
 */

/** What something is looked up by: a reference of the form, or its id. */
interface Named {
	by: Reference['by'] | 'id';
	value: string;
}

/** Name of the filter for a number; ICCIDs come without their check digit. */
export const filterOf = ({ by, value }: Named) =>
	by === 'imei' && value.length === 15 ? 'imei_with_luhn' : by;

/** An IMEI with its check digit, where a list holds only the 16 digits with the software version. */
function imeiWithLuhn({ imei, imei_with_luhn: given }: Json): unknown {
	if (typeof given === 'string' || typeof imei !== 'string') return given;
	const device = imei.slice(0, 14);
	return `${device}${luhnDigit(device)}`;
}

/** Listings show deleted endpoints too, and a name may be used again. Source: specification. */
const isDeleted = ({ status }: Json) => Number(((status ?? {}) as Json).id) === 2;

interface Searched {
	list: Operation;
	/** Whether a filter takes several values (`a||b`), as far as it is documented. */
	takesLists: boolean;
	/** The number of an entry that a filter of this name is about. */
	numberOf: (entry: Json, filter: string) => unknown;
}

/** Where things are looked up by other numbers. Source: specification (`||`), public reference. */
const SEARCHED = {
	endpoint: {
		list: getAllEndpoints,
		takesLists: true,
		numberOf: (entry, filter) => {
			if (filter === 'id') return entry.id;
			if (filter === 'name') return isDeleted(entry) ? undefined : entry.name;
			if (filter === 'imei_with_luhn') return imeiWithLuhn(entry);
			return filter === 'iccid' ? ((entry.sim ?? {}) as Json).iccid : entry.imei;
		},
	},
	sim: {
		list: getAllSims,
		takesLists: false,
		numberOf: (entry) => entry.iccid,
	},
} satisfies Record<string, Searched>;
export type SearchedName = keyof typeof SEARCHED;

/** The entries of a list that have the number of a reference. */
export async function askFor(
	call: Call,
	lookup: SearchedName,
	reference: Reference,
): Promise<Json[]> {
	const { list, numberOf }: Searched = SEARCHED[lookup];
	const filter = filterOf(reference);
	const query = { q: `${filter}:${reference.value}`, page: 1, per_page: 10 };
	const { body } = await call.other(list, {}, { query });
	// A filter can match more than one: the answer is checked. Source: public reference.
	return (listIn(body) ?? []).filter((e) => String(numberOf(e, filter)) === reference.value);
}

/** Entries that are known already to have a number, by what was asked for. */
export type Known = Map<string, Json[]>;
export const keyOf = (lookup: string, { by, value }: Named) => `${lookup} ${by} ${value}`;

/** References in one request: with `||` between them its address stays below 2 kB. */
const AT_ONCE = 60;

/**
 * Fills `known` in as few requests as the service lets us: filters of several values where they are
 * documented, and elsewhere the whole list when it has fewer pages.
 */
export async function learn(
	call: Call,
	lookup: SearchedName,
	references: Named[],
	known: Known,
): Promise<void> {
	const calls = Math.ceil(references.length / AT_ONCE);
	const whole = SEARCHED[lookup].takesLists
		? undefined
		: await wholeList(call, lookup, references[0]!, calls);
	if (whole) return note(lookup, references, whole, known);
	const open = await askInLists(call, lookup, references, known);
	// A handful is asked for one by one as fast.
	if (open.length > calls + 3) {
		const all = await wholeList(call, lookup, open[0]!, open.length);
		if (all) note(lookup, open, all, known);
	}
}

type Found = Map<string, Json[]>;

/** Puts down what is known of some references: also that there is none. */
function note(lookup: SearchedName, references: Named[], found: Found, known: Known): void {
	for (const reference of references) {
		known.set(keyOf(lookup, reference), found.get(reference.value) ?? []);
	}
}

/** Entries by the number that a filter is about. */
function byNumber(lookup: SearchedName, filter: string, entries: Json[]): Found {
	const found: Found = new Map();
	for (const entry of entries) {
		const number = String(SEARCHED[lookup].numberOf(entry, filter));
		found.set(number, [...(found.get(number) ?? []), entry]);
	}
	return found;
}

/** Asks for some at a time; gives those of which the answers tell nothing. */
async function askInLists(
	call: Call,
	lookup: SearchedName,
	references: Named[],
	known: Known,
): Promise<Named[]> {
	const { list }: Searched = SEARCHED[lookup];
	const filter = filterOf(references[0]!);
	const silent: Named[] = [];
	let works = false;
	for (let i = 0; i < references.length; i += AT_ONCE) {
		const some = references.slice(i, i + AT_ONCE);
		const q = `${filter}:${some.map(({ value }) => value).join('||')}`;
		const query = { q, page: 1, per_page: list.pages!.size };
		try {
			const answer = await call.other(list, {}, { query });
			const found = byNumber(lookup, filter, listIn(answer.body) ?? []);
			const hits = some.filter(({ value }) => found.has(value));
			// A filter that finds several of them takes lists: what it leaves out is not there.
			works ||= hits.length > 1;
			note(lookup, works ? some : hits, found, known);
			if (!works) silent.push(...some.filter((one) => !hits.includes(one)));
		} catch (error) {
			const refused = error instanceof ValidationError || error instanceof BadRequestError;
			if (!refused) throw error;
			return [...silent, ...references.slice(i)];
		}
		// The service took all of them for one value: it will do so again.
		if (!works && silent.length >= 2 * AT_ONCE) {
			return [...silent, ...references.slice(i + AT_ONCE)];
		}
	}
	return works ? [] : silent;
}

const kept = ({ id, tags, tag_assignments }: Json): Json => ({ id, tags, tag_assignments });

/** The whole list by number, or undefined where reading it takes more than `most` requests. */
async function wholeList(
	call: Call,
	lookup: SearchedName,
	reference: Named,
	most: number,
): Promise<Found | undefined> {
	const { list, numberOf }: Searched = SEARCHED[lookup];
	const filter = filterOf(reference);
	const first = await call.other(list, {}, { query: { page: 1, per_page: list.pages!.size } });
	const entries = listIn(first.body) ?? [];
	const counted = Number(first.headers['x-total-count'] || NaN);
	const pages = Math.ceil(counted / entries.length);
	if (pages === 1) return byNumber(lookup, filter, entries);
	if (!(1 + pages <= most)) return undefined;
	// Of a hundred thousand entries only what is asked for is kept.
	const keep = (entry: Json): Json => ({ ...kept(entry), number: numberOf(entry, filter) });
	const found: Found = new Map();
	for (const { number, ...entry } of await call.list(list, {}, keep)) {
		found.set(String(number), [...(found.get(String(number)) ?? []), entry]);
	}
	return found;
}

/** Endpoints by id, asked for many at a time; one that is not found is left out. */
export async function endpointsById(call: Call, ids: number[]): Promise<Map<number, Json>> {
	const known: Known = new Map();
	const named = ids.map((id): Named => ({ by: 'id', value: String(id) }));
	if (named.length > 1) await learn(call, 'endpoint', named, known);
	const found = new Map<number, Json>();
	for (const id of ids) {
		const entries = known.get(keyOf('endpoint', { by: 'id', value: String(id) }));
		const entry = entries ? entries[0] : await oneEndpoint(call, id);
		if (entry) found.set(id, entry);
	}
	return found;
}

async function oneEndpoint(call: Call, id: number): Promise<Json | undefined> {
	try {
		return entityOf(await call.other(getEndpoint, { endpointId: id }));
	} catch (error) {
		if (error instanceof NotFoundError) return undefined;
		throw error;
	}
}
