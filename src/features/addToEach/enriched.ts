import { InputError } from '../../errors';
import type { Call, Input, Json } from '../../table/define';
import { EVENT_DAYS } from '../../fleet/events';
import { type AdditionName, choosesByAdded } from './form';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { networkOf } from '../../table/entries/event/eventFields';
import { getAllCountries } from '../../table/entries/network/serviceLists';
import { at } from '../../table/reading';
import { piecesOf, describeValue } from '../../table/values';
import type { Client } from '../../run/client';
import { mostAlike, similarity } from '../../run/names/nearest';
import { type AdditionReader, AdditionReads, READS_AT_A_TIME, readersOf } from './additions';
import {
	type Addition,
	type AdditionsByEndpoint,
	type AdditionsRead,
	type ListedEndpoint,
	listedEndpointAs,
	listedItem,
	Steps,
	unread,
} from './listed';
import { type EndpointSigns, Sightings } from './sightings';

/*
 * The list of endpoints with what Add to Each names, and chosen by it. Filters that need few requests are
 * applied first, so that reads of one request per endpoint are made for as few endpoints as possible.
 */

/** Endpoints whose status is read before the limit is checked. */
const STATUSES_AT_ONCE = 4 * READS_AT_A_TIME;
const EVENT_ADDITIONS = ['connectivity', 'place'] as const;
const DELETED = 'The endpoint is deleted';

/** Countries as a filter names them. */
type IsThere = (country: Json) => boolean;

/** @throws InputError for a country unknown to the service */
async function countriesNamed(client: Client, text: string): Promise<IsThere> {
	const all = (await client.perform(getAllCountries, { returnAll: true })) as Json[];
	const codeOf = ({ iso_code: code }: Json) => String(code ?? '').toLowerCase();
	const nameOf = ({ name }: Json) => String(name ?? '').toLowerCase();
	const names = text.split(/[,;\n]/).map((part) => part.trim().toLowerCase());
	const ids = new Set<number>();
	const words = new Set<string>();
	for (const name of names.filter(Boolean)) {
		const found = all.filter((entry) => [nameOf(entry), codeOf(entry)].includes(name));
		if (found.length === 0) {
			const near = mostAlike(all, (entry) => similarity(nameOf(entry), name)).slice(0, 3);
			const like = near.map((entry) => String(entry.name)).join(', ');
			const rule = `must name countries of the service, or their ISO codes; none is ${describeValue(name)}; near it: ${like}`;
			throw new InputError('country', rule, 'Country');
		}
		for (const entry of found) {
			ids.add(Number(entry.id));
			words.add(nameOf(entry));
		}
	}
	return (country) => ids.has(Number(country.id)) || words.has(nameOf(country));
}

/** The fields of an addition that events show. */
function seenAs({ heardAt, networkEvent }: EndpointSigns) {
	const network = networkEvent && networkOf(networkEvent);
	return {
		connectivity: { last_heard_at: heardAt === undefined ? null : new Date(heardAt).toISOString() },
		place: {
			country: network?.country?.name ?? null,
			country_code: network?.country?.iso_code ?? null,
			operator: network?.operator ?? null,
			rat: network?.rat?.name ?? null,
			place_seen_at: networkEvent?.timestamp ?? null,
		},
	};
}

/** What events show of endpoints. */
interface Seen {
	/** By the endpoint's id; without those that could not be read. */
	signs: ReadonlyMap<number, EndpointSigns>;
	shown: AdditionsRead[];
}

/** Reads the events of endpoints for these additions. */
async function sightingsOf(
	call: Call,
	endpoints: ListedEndpoint[],
	names: Array<(typeof EVENT_ADDITIONS)[number]>,
	chooses: boolean,
	steps: Steps,
): Promise<Seen> {
	if (names.length === 0) return { signs: new Map(), shown: [] };
	const sightings = new Sightings(call, names.includes('place'), steps);
	const alone = await sightings.feed(endpoints);
	const reading = new AdditionReads(async (endpoint) => {
		await sightings.ofOne(endpoint);
		return {};
	}, steps);
	const readAlone = await reading.of(alone);
	if (chooses && reading.failure !== undefined) throw reading.failure;
	const unreadAlone = new Map([...readAlone].filter(([, addition]) => 'notRead' in addition));
	const signs = new Map(sightings.found);
	for (const { id } of unreadAlone.keys()) signs.delete(id);
	const shown = names.map((name) => {
		const additionTo = (endpoint: ListedEndpoint): Addition =>
			unreadAlone.get(endpoint) ?? { fields: seenAs(sightings.found.get(endpoint.id)!)[name] };
		return {
			name,
			additions: new Map(endpoints.map((endpoint) => [endpoint, additionTo(endpoint)])),
		};
	});
	return { signs, shown };
}

/**
 * Endpoints of the list with everything that is asked for; `not_read` names what could not be read, with
 * the reason. An endpoint for which a filter cannot be decided is in the results with that reason.
 * @throws when the data of a filter could not be read for any endpoint
 */
export async function enriched(
	client: Client,
	call: Call,
	input: Input,
	isWanted: (item: Json) => boolean = () => true,
): Promise<Json[]> {
	const { country, offlineSince, returnAll, limit } = input;
	const given = (input.addToEach ?? []) as AdditionName[];
	const names = new Set<AdditionName>(given);
	if (offlineSince !== undefined) names.add('connectivity');
	if (country !== undefined) names.add('place');
	const chooses = choosesByAdded(input);
	const steps = new Steps(client.ports.report);
	const isThere = country === undefined ? undefined : await countriesNamed(client, String(country));

	const ofList = chooses ? { ...input, returnAll: true } : input;
	const listed = await call.list(getAllEndpoints, ofList, listedEndpointAs(input));
	const all = (listed as ListedEndpoint[]).filter(({ item }) => isWanted(item));
	const here = all.filter(({ deleted }) => !deleted);
	const ofEvents = EVENT_ADDITIONS.filter((name) => names.has(name));
	const { signs, shown } = await sightingsOf(call, here, ofEvents, chooses, steps);
	const read = [...shown];
	let chosen = here;
	if (isThere) chosen = inCountries(client, chosen, signs, isThere);
	const readers = readersOf(client);
	const most = returnAll === true ? Infinity : (limit as number);
	const toRead: Array<keyof typeof readers> = ['quotas', 'usage', 'usageDays', 'diagnosis'];
	if (offlineSince !== undefined) {
		const since = Date.parse(String(offlineSince));
		const silent = chosen.filter(
			({ id, connected }) => !connected && !((signs.get(id)?.heardAt ?? -Infinity) >= since),
		);
		const offline = await offlineOf(steps, silent, readers.connectivity, signs, most);
		chosen = offline.endpoints;
		read.push({ name: 'connectivity', additions: offline.statuses });
	} else {
		if (chooses) chosen = chosen.slice(0, most);
		toRead.unshift('connectivity');
	}
	for (const name of toRead) {
		if (!names.has(name)) continue;
		const reads = new AdditionReads(readers[name], steps);
		read.push({ name, additions: await reads.of(chosen) });
	}
	if (chooses) return chosen.map((endpoint) => listedItem(endpoint, read));
	const deleted = all.filter((endpoint) => endpoint.deleted);
	const unreadOfDeleted = new Map(deleted.map((endpoint) => [endpoint, unread(DELETED)]));
	for (const name of names) read.push({ name, additions: unreadOfDeleted });
	return all.map((endpoint) => listedItem(endpoint, read));
}

/** Endpoints that were last seen in one of the countries; a note names those for which it is unknown. */
function inCountries(
	client: Client,
	endpoints: ListedEndpoint[],
	signs: Seen['signs'],
	isThere: IsThere,
): ListedEndpoint[] {
	let unknown = 0;
	const there = endpoints.filter(({ id }) => {
		if (!signs.has(id)) return true;
		const location = signs.get(id)?.networkEvent;
		if (location === undefined) unknown += 1;
		return location !== undefined && isThere(at(location, 'detail.country') as Json);
	});
	if (unknown > 0) {
		const what = unknown === 1 ? 'one endpoint' : `${unknown} endpoints`;
		client.ports.report?.note(
			`The country of ${what} is not known, since no event of the last ${EVENT_DAYS} days names a network`,
		);
	}
	return there;
}

/**
 * The endpoints that are offline, or for which that is not known, up to the limit; with the statuses,
 * which are read in batches.
 */
async function offlineOf(
	steps: Steps,
	silent: ListedEndpoint[],
	read: AdditionReader,
	signs: Seen['signs'],
	most: number,
): Promise<{ endpoints: ListedEndpoint[]; statuses: AdditionsByEndpoint }> {
	const reading = new AdditionReads(read, steps);
	const endpoints: ListedEndpoint[] = [];
	const statuses = new Map<ListedEndpoint, Addition>();
	for (const some of piecesOf(silent, STATUSES_AT_ONCE)) {
		const additions = await reading.of(some);
		if (reading.failure !== undefined) throw reading.failure;
		for (const [endpoint, addition] of additions) statuses.set(endpoint, addition);
		endpoints.push(
			...some.filter((endpoint) => {
				const addition = additions.get(endpoint)!;
				if ('notRead' in addition || !signs.has(endpoint.id)) return true;
				return addition.fields.connectivity === 'OFFLINE';
			}),
		);
		if (endpoints.length >= most) break;
	}
	return { endpoints: endpoints.slice(0, most), statuses };
}
