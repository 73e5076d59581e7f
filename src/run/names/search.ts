import { BadRequestError, ValidationError } from '../../request/attempt/errors';
import type { Call, Json, LookupName } from '../../table/define';
import {
	endpointOfSim,
	numbersOfSim,
	SEARCHED,
	type SearchedName,
} from '../../table/entries/searched';
import { VALUES_IN_FILTER } from '../../table/filterValues';
import { groupedBy } from '../../table/values';
import { lacksEntries, wholeAnswer } from '../../table/whole';
import { ipv4 } from '../../readings/address';
import { otherSpellings } from '../../readings/name';
import { listIn } from '../../wire';
import { readById } from './lists';

/*
 * Finds endpoints and SIMs by numbers and names other than their ids: one at a time, or many in
 * few requests.
 */

export const isSearched = (lookup: LookupName): lookup is SearchedName => lookup in SEARCHED;

/** The entries of a list that a filter of one value finds; a name that nothing has is tried in other spellings. */
export async function askFor(
	call: Call,
	lookup: SearchedName,
	filter: string,
	value: string,
): Promise<Json[]> {
	const found = await askExactly(call, lookup, filter, value);
	if (found.length > 0 || filter !== 'name') return found;
	for (const spelling of otherSpellings(value)) {
		found.push(...(await askExactly(call, lookup, filter, spelling)));
	}
	return found;
}

/** None where the service cannot filter by a field. */
const unlessNoFilter = async (asked: Promise<Json[]>): Promise<Json[]> =>
	await asked.catch((error: unknown) => {
		if (isFilterRefusal(error)) return [];
		throw error;
	});

/**
 * The endpoints that a text names by their IP address, or by the MSISDN or IMSI of their SIM, as messages and logs do;
 * none for any other text.
 */
export async function endpointsByNumber(call: Call, text: string): Promise<Json[]> {
	const written = text.trim();
	if (ipv4(written) !== undefined) {
		return await unlessNoFilter(askExactly(call, 'endpoint', 'ip_address', written));
	}
	const number = written.replace(/^\+/, '');
	const found = new Map<unknown, Json>();
	for (const filter of numbersOfSim(number)) {
		const sims = await unlessNoFilter(askExactly(call, 'sim', filter, number));
		for (const endpoint of sims.flatMap(endpointOfSim)) found.set(endpoint.id, endpoint);
	}
	return [...found.values()];
}

async function askExactly(
	call: Call,
	lookup: SearchedName,
	filter: string,
	value: string,
): Promise<Json[]> {
	const { list, numberOf } = SEARCHED[lookup];
	const query = { q: `${filter}:${value}`, page: 1, per_page: 10 };
	const answer = await call.other(list, {}, { query });
	const entries = listIn(answer.body) ?? [];
	// A filter can match more than one: the answer is checked. Source: public reference.
	const found = entries.filter((e) => String(numberOf(e, filter)) === value);
	// The answer may contain only others: deleted ones, which have no name any more, or some in other capitals.
	if (found.length === 0) wholeAnswer(answer, entries, `${lookup}s with this ${filter}`);
	return found;
}

/** Whether the service refused a filter: it cannot filter by that field, or by several values. */
export const isFilterRefusal = (error: unknown): boolean =>
	error instanceof ValidationError || error instanceof BadRequestError;

/** Entries by value: an empty list for a value that does not exist, no key where that is not known. */
type FoundEntries = Map<string, Json[]>;

/**
 * Looks many values up in as few requests as the service allows: by filters of several values where
 * they are documented, elsewhere by the whole list when it has fewer pages. Values of which the
 * answers say nothing are left out, and so is a single value. Names are looked up in other spellings, too.
 */
export async function learn(
	call: Call,
	lookup: SearchedName,
	filter: string,
	values: string[],
	keep?: (entry: Json) => Json,
): Promise<FoundEntries> {
	if (values.length < 2) return new Map();
	if (filter !== 'name') return await learnExactly(call, lookup, filter, values, keep);
	const all = new Set([...values, ...values.flatMap(otherSpellings)]);
	const known = await learnExactly(call, lookup, filter, [...all], keep);
	const found: FoundEntries = new Map();
	for (const value of values) {
		const own = known.get(value);
		if (own && own.length > 0) {
			found.set(value, own);
			continue;
		}
		const others = otherSpellings(value).map((spelling) => known.get(spelling));
		if (own && others.every((entries) => entries !== undefined)) found.set(value, others.flat());
	}
	return found;
}

async function learnExactly(
	call: Call,
	lookup: SearchedName,
	filter: string,
	values: string[],
	keep?: (entry: Json) => Json,
): Promise<FoundEntries> {
	const calls = Math.ceil(values.length / VALUES_IN_FILTER);
	const whole = SEARCHED[lookup].takesLists
		? undefined
		: await wholeListBy(call, lookup, filter, calls, keep);
	if (whole) return foundForAll(values, whole);
	const { found, undecided } = await askInLists(call, lookup, filter, values);
	// A few values are read one by one just as fast.
	const rest =
		undecided.length > calls + 3 &&
		(await wholeListBy(call, lookup, filter, undecided.length, keep));
	return rest ? new Map([...found, ...foundForAll(undecided, rest)]) : found;
}

/** The entries of values, where everything that exists was found. */
const foundForAll = (values: string[], found: FoundEntries): FoundEntries =>
	new Map(values.map((value) => [value, found.get(value) ?? []]));

/** Looks values up some at a time; `open` gets those about which the answers say nothing. */
async function askInLists(
	call: Call,
	lookup: SearchedName,
	filter: string,
	values: string[],
): Promise<{ found: FoundEntries; undecided: string[] }> {
	const { list, numberOf } = SEARCHED[lookup];
	const found: FoundEntries = new Map();
	const silent: string[] = [];
	let works = false;
	for (let i = 0; i < values.length; i += VALUES_IN_FILTER) {
		const some = values.slice(i, i + VALUES_IN_FILTER);
		const query = { q: `${filter}:${some.join('||')}`, page: 1, per_page: list.pages!.size };
		try {
			const answer = await call.other(list, {}, { query });
			const entries = listIn(answer.body) ?? [];
			const answered = groupedBy(entries, (e) => String(numberOf(e, filter)));
			// A partial answer proves nothing: a value that it contains may exist several times.
			const isWhole = !lacksEntries(answer, entries);
			const hits = isWhole ? some.filter((value) => answered.has(value)) : [];
			// A filter that finds several values takes lists: the values it leaves out do not exist.
			works ||= hits.length > 1;
			for (const [value, matches] of foundForAll(works && isWhole ? some : hits, answered))
				found.set(value, matches);
			silent.push(...some.filter((value) => !found.has(value)));
		} catch (error) {
			if (!isFilterRefusal(error)) throw error;
			return { found, undecided: [...silent, ...values.slice(i)] };
		}
		// The service took the list of values for one value, and will do so again.
		if (!works && silent.length >= 2 * VALUES_IN_FILTER) {
			return { found, undecided: [...silent, ...values.slice(i + VALUES_IN_FILTER)] };
		}
	}
	return { found, undecided: silent };
}

/** The default part of an entry that is kept in memory: a list may have 100,000 entries. */
const fewFields = ({ id, status, tags, tag_assignments }: Json): Json => ({
	id,
	status,
	tags,
	tag_assignments,
});

/**
 * The whole list by number; undefined where reading it takes more than `most` requests, and where it
 * is not complete.
 */
async function wholeListBy(
	call: Call,
	lookup: SearchedName,
	filter: string,
	most: number,
	keep = fewFields,
): Promise<FoundEntries | undefined> {
	const { list, numberOf } = SEARCHED[lookup];
	const first = await call.other(list, {}, { query: { page: 1, per_page: list.pages!.size } });
	const entries = listIn(first.body) ?? [];
	const counted = Number(first.headers['x-total-count'] || NaN);
	const pages = Math.ceil(counted / entries.length);
	if (pages === 1) return groupedBy(entries, (e) => String(numberOf(e, filter)));
	if (!(1 + pages <= most)) return undefined;
	const found: FoundEntries = new Map();
	const keepFound = (entry: Json): undefined => {
		const number = String(numberOf(entry, filter));
		found.set(number, [...(found.get(number) ?? []), keep(entry)]);
	};
	let isCut = false;
	await call.list(list, {}, keepFound, { first, cut: () => (isCut = true) });
	return isCut ? undefined : found;
}

/** Endpoints or SIMs by a number or name, many at a time; an empty list where there is none. */
export async function findByValue(
	call: Call,
	lookup: SearchedName,
	filter: string,
	values: string[],
): Promise<FoundEntries> {
	const known = await learn(call, lookup, filter, values, (entry) => entry);
	const found: FoundEntries = new Map();
	for (const value of values) {
		found.set(value, known.get(value) ?? (await askFor(call, lookup, filter, value)));
	}
	return found;
}

/** Endpoints or SIMs by id, read many at a time; ids that are not found are left out. */
export async function foundById(
	call: Call,
	lookup: SearchedName,
	ids: number[],
): Promise<Map<number, Json>> {
	const known = await learn(call, lookup, 'id', ids.map(String));
	const found = new Map<number, Json>();
	for (const id of ids) {
		const entries = known.get(String(id));
		const entry = entries ? entries[0] : await readById(call, lookup, id);
		if (entry) found.set(id, entry);
	}
	return found;
}
