import { BadRequestError, ValidationError } from '../http/errors';
import { entityOf } from '../operations/answers';
import type { Answer, Call, Json, LookupName, Operation } from '../operations/define';
import { getAllEndpoints, getEndpoint } from '../operations/endpointRead';
import { luhnDigit } from '../operations/iccid';
import { at, unlessRefused } from '../operations/reading';
import type { Reference } from '../operations/values';
import { getAllSims, getSim } from '../operations/sim';
import { listIn } from '../wire';

/*
 * Finds endpoints and SIMs by numbers and names other than their ids: one at a time, or many in
 * few requests.
 */

/** Name of the filter for a number; ICCIDs come without their check digit. */
export const filterOf = ({ by, value }: Reference): string =>
	by === 'imei' && value.length === 15 ? 'imei_with_luhn' : by;

/** An IMEI with its check digit, where a list holds only the 16 digits with the software version. */
function imeiWithLuhn({ imei, imei_with_luhn: given }: Json): unknown {
	if (typeof given === 'string' || typeof imei !== 'string') return given;
	const device = imei.slice(0, 14);
	return `${device}${luhnDigit(device)}`;
}

/** Listings show deleted endpoints too, and a name may be used again. Source: specification. */
export const isDeleted = (endpoint: Json) => Number(at(endpoint, 'status.id')) === 2;

interface Searched {
	list: Operation;
	/** Whether a filter takes several values (`a||b`), as far as it is documented. */
	takesLists: boolean;
	/** The number of an entry that a filter of this name compares. */
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
			return filter === 'iccid' ? at(entry, 'sim.iccid') : entry.imei;
		},
	},
	sim: {
		list: getAllSims,
		takesLists: false,
		numberOf: (entry, filter) => (filter === 'id' ? entry.id : entry.iccid),
	},
} satisfies Record<string, Searched>;
export type SearchedName = keyof typeof SEARCHED;
export const isSearched = (lookup: LookupName): lookup is SearchedName => lookup in SEARCHED;

/** The entries of a list that a filter of one value finds. */
export async function askFor(
	call: Call,
	lookup: SearchedName,
	filter: string,
	value: string,
): Promise<Json[]> {
	const { list, numberOf }: Searched = SEARCHED[lookup];
	const query = { q: `${filter}:${value}`, page: 1, per_page: 10 };
	const { body } = await call.other(list, {}, { query });
	// A filter can match more than one: the answer is checked. Source: public reference.
	return (listIn(body) ?? []).filter((e) => String(numberOf(e, filter)) === value);
}

/** Entries by value; an empty list for a value not there, no key for one not known. */
export type Found = Map<string, Json[]>;

/** Most values in one request: with `||` between them its address stays below 2 kB. */
const AT_ONCE = 60;

/**
 * Looks many values up in as few requests as the service allows: by filters of several values where
 * they are documented, elsewhere by the whole list when it has fewer pages. Values of which the
 * answers tell nothing are left out.
 */
export async function learn(
	call: Call,
	lookup: SearchedName,
	filter: string,
	values: string[],
): Promise<Found> {
	const calls = Math.ceil(values.length / AT_ONCE);
	const whole = SEARCHED[lookup].takesLists
		? undefined
		: await wholeList(call, lookup, filter, calls);
	if (whole) return all(values, whole);
	const { found, open } = await askInLists(call, lookup, filter, values);
	// A few values are read one by one just as fast.
	const rest = open.length > calls + 3 && (await wholeList(call, lookup, filter, open.length));
	return rest ? new Map([...found, ...all(open, rest)]) : found;
}

/** The findings for values when everything that exists was found. */
const all = (values: string[], found: Found): Found =>
	new Map(values.map((value) => [value, found.get(value) ?? []]));

function byNumber(entries: Json[], numberOf: (entry: Json) => unknown): Found {
	const found: Found = new Map();
	for (const entry of entries) {
		const number = String(numberOf(entry));
		found.set(number, [...(found.get(number) ?? []), entry]);
	}
	return found;
}

/** Looks values up some at a time; `open` holds those of which the answers tell nothing. */
async function askInLists(
	call: Call,
	lookup: SearchedName,
	filter: string,
	values: string[],
): Promise<{ found: Found; open: string[] }> {
	const { list, numberOf }: Searched = SEARCHED[lookup];
	const found: Found = new Map();
	const silent: string[] = [];
	let works = false;
	for (let i = 0; i < values.length; i += AT_ONCE) {
		const some = values.slice(i, i + AT_ONCE);
		const query = { q: `${filter}:${some.join('||')}`, page: 1, per_page: list.pages!.size };
		try {
			const answer = await call.other(list, {}, { query });
			const answered = byNumber(listIn(answer.body) ?? [], (e) => numberOf(e, filter));
			const hits = some.filter((value) => answered.has(value));
			// A filter that finds several values takes lists: values it leaves out do not exist.
			works ||= hits.length > 1;
			for (const [value, entries] of all(works ? some : hits, answered)) found.set(value, entries);
			if (!works) silent.push(...some.filter((value) => !hits.includes(value)));
		} catch (error) {
			const refused = error instanceof ValidationError || error instanceof BadRequestError;
			if (!refused) throw error;
			return { found, open: [...silent, ...values.slice(i)] };
		}
		// The service took the whole list of values for one value, and will do so again.
		if (!works && silent.length >= 2 * AT_ONCE) {
			return { found, open: [...silent, ...values.slice(i + AT_ONCE)] };
		}
	}
	return { found, open: works ? [] : silent };
}

/** The whole list by number, or undefined where reading it takes more than `most` requests. */
async function wholeList(
	call: Call,
	lookup: SearchedName,
	filter: string,
	most: number,
): Promise<Found | undefined> {
	const { list, numberOf }: Searched = SEARCHED[lookup];
	const first = await call.other(list, {}, { query: { page: 1, per_page: list.pages!.size } });
	const entries = listIn(first.body) ?? [];
	const counted = Number(first.headers['x-total-count'] || NaN);
	const pages = Math.ceil(counted / entries.length);
	if (pages === 1) return byNumber(entries, (e) => numberOf(e, filter));
	if (!(1 + pages <= most)) return undefined;
	// A list may hold 100,000 entries: only the needed fields are kept.
	const keep = (entry: Json): Json => {
		const { id, status, tags, tag_assignments } = entry;
		return { id, status, tags, tag_assignments, number: numberOf(entry, filter) };
	};
	return byNumber(await call.list(list, {}, keep), ({ number }) => number);
}

/** Reads one thing of each kind by its id. */
const ONE: Record<SearchedName, (call: Call, id: number) => Promise<Answer>> = {
	endpoint: async (call, endpointId) => await call.other(getEndpoint, { endpointId }),
	sim: async (call, simId) => await call.other(getSim, { simId }),
};

/** Endpoints or SIMs by id, read many at a time; ids that are not found are left out. */
export async function foundById(
	call: Call,
	lookup: SearchedName,
	ids: number[],
): Promise<Map<number, Json>> {
	const known: Found =
		ids.length > 1 ? await learn(call, lookup, 'id', ids.map(String)) : new Map();
	const found = new Map<number, Json>();
	for (const id of ids) {
		const entries = known.get(String(id));
		const entry = entries ? entries[0] : await oneById(call, lookup, id);
		if (entry) found.set(id, entry);
	}
	return found;
}

async function oneById(call: Call, lookup: SearchedName, id: number): Promise<Json | undefined> {
	const answer = await unlessRefused(ONE[lookup](call, id), 404);
	return answer && entityOf(answer);
}
