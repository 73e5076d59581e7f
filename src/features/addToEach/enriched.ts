import { InputError } from '../../errors';
import type { Call, Input, Json } from '../../table/define';
import { EVENT_DAYS } from '../../table/entries/event/eventFacts';
import { type AdditionName, choosesByAdded } from './form';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { networkOf } from '../../table/entries/event/eventFields';
import { getAllCountries } from '../../table/entries/network/serviceLists';
import { at } from '../../table/reading';
import { piecesOf, describeValue } from '../../table/values';
import type { Client } from '../../run/client';
import { mostAlike, similarity } from '../../run/names/nearest';
import { READS_AT_A_TIME, AdditionReads, readersOf } from './additions';
import { listedItem, type ListedEndpoint, listedEndpointAs, noteUnread, Steps } from './listed';
import { type EndpointSigns, Sightings } from './sightings';

/*
 * The list of endpoints with what Add to Each names, and chosen by it. Filters that need few requests are
 * applied first, so that reads of one request per endpoint are made for as few endpoints as possible.
 */

/** Endpoints whose status is read before the limit is checked. */
const STATUSES_AT_ONCE = 4 * READS_AT_A_TIME;
const EVENT_ADDITIONS = ['connectivity', 'place'] as const;

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

/** Adds to endpoints what events show; gives the sightings, without those that could not be read. */
async function addSightings(
	call: Call,
	endpoints: ListedEndpoint[],
	added: Array<(typeof EVENT_ADDITIONS)[number]>,
	chooses: boolean,
	steps: Steps,
): Promise<Map<number, EndpointSigns>> {
	const sightings = new Sightings(call, added.includes('place'), steps);
	const alone = await sightings.feed(endpoints);
	const reading = new AdditionReads(
		added[0]!,
		async (endpoint) => {
			await sightings.ofOne(endpoint);
			return {};
		},
		steps,
	);
	await reading.of(alone);
	if (chooses && reading.failure !== undefined) throw reading.failure;
	for (const endpoint of endpoints) {
		const why = endpoint.notRead[added[0]!];
		if (why !== undefined) {
			sightings.found.delete(endpoint.id);
			for (const name of added) endpoint.notRead[name] = why;
			continue;
		}
		const shown = seenAs(sightings.found.get(endpoint.id)!);
		for (const name of added) Object.assign(endpoint.added, shown[name]);
	}
	return sightings.found;
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
	const seen =
		ofEvents.length > 0 ? await addSightings(call, here, ofEvents, chooses, steps) : new Map();
	let chosen = here;
	if (isThere) chosen = inCountries(client, chosen, seen, isThere);
	const readers = readersOf(client);
	const most = returnAll === true ? Infinity : (limit as number);
	const toRead: Array<keyof typeof readers> = ['quotas', 'usage', 'usageDays', 'diagnosis'];
	if (offlineSince !== undefined) {
		const since = Date.parse(String(offlineSince));
		const silent = chosen.filter(
			({ id, connected }) => !connected && !((seen.get(id)?.heardAt ?? -Infinity) >= since),
		);
		chosen = await offlineOf(steps, silent, readers.connectivity, most);
	} else {
		if (chooses) chosen = chosen.slice(0, most);
		toRead.unshift('connectivity');
	}
	for (const name of toRead) {
		if (names.has(name)) await new AdditionReads(name, readers[name], steps).of(chosen);
	}
	if (chooses) return chosen.map(listedItem);
	for (const endpoint of all.filter(({ deleted }) => deleted)) {
		for (const name of names) noteUnread(endpoint, name, 'The endpoint is deleted');
	}
	return all.map(listedItem);
}

/** Endpoints that were last seen in one of the countries; a note names those for which it is unknown. */
function inCountries(
	client: Client,
	endpoints: ListedEndpoint[],
	seen: ReadonlyMap<number, EndpointSigns>,
	isThere: IsThere,
): ListedEndpoint[] {
	let unknown = 0;
	const there = endpoints.filter(({ id, notRead }) => {
		if (notRead.place !== undefined) return true;
		const location = seen.get(id)?.networkEvent;
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

/** The offline endpoints, up to the limit; their status is read in batches. */
async function offlineOf(
	steps: Steps,
	silent: ListedEndpoint[],
	read: (endpoint: ListedEndpoint) => Promise<Json>,
	most: number,
): Promise<ListedEndpoint[]> {
	const reading = new AdditionReads('connectivity', read, steps);
	const offline: ListedEndpoint[] = [];
	for (const some of piecesOf(silent, STATUSES_AT_ONCE)) {
		await reading.of(some);
		if (reading.failure !== undefined) throw reading.failure;
		for (const endpoint of some) {
			const { connectivity } = endpoint.added;
			if (connectivity === 'OFFLINE' || endpoint.notRead.connectivity !== undefined)
				offline.push(endpoint);
		}
		if (offline.length >= most) break;
	}
	return offline.slice(0, most);
}
