import { matchName, nameKeys, type NameMatch, resemblanceOf } from '../../readings/name';
import { listIn } from '../../wire';
import type { Answer, Call, Json } from '../../table/define';
import { groupedBy } from '../../table/values';
import { readWhole } from '../../table/whole';
import { endpointNumber } from '../../table/entries/endpoint/endpointNumbers';
import { isFilterable, referenceFilter, VALUES_IN_FILTER } from '../../table/filterValues';
import { ENDPOINTS_IN_PAGE, getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import type { Endpoint } from '../../fleet/endpoint';
import { EndpointStatus } from '../../fleet/statuses';
import { endpointIn } from '../../readers/endpoints';
import type { Row } from './tableRows';
import type { Key } from './tableState';

/*
 * The endpoints that a table is about, read in the fewest requests: a page of the list has 1,000, a
 * filter takes 60 values.
 */

/** Number of requests to read things by filters of several values. */
export const callsFor = (values: number): number => Math.ceil(values / VALUES_IN_FILTER);

/** A number, or what a name is taken for: things with the same one may be meant by a row. */
const keyText = (filter: string, value: unknown): string =>
	filter === 'name' ? resemblanceOf(String(value)) : String(value);
/** The same with its filter. */
export const fleetKey = (filter: string, value: unknown): string =>
	`${filter} ${keyText(filter, value)}`;
/** Name of the filter that finds what a row calls an endpoint. */
export const filterName = (key: Key): string => (key.by === 'id' ? 'id' : referenceFilter(key));

/** Whether a filter can ask for what a row calls an endpoint. */
const isAskable = ({ by, value }: Key): boolean => by !== 'name' || isFilterable(value);

/** Endpoints of which nothing but their IDs is kept, since their rows need nothing. */
interface SettledEndpoints {
	/** Whether an endpoint is one of them. */
	take(state: Endpoint): boolean;
	/** Whether the endpoint of a row is one of them. */
	has(row: Row): boolean;
}

/** Some endpoints as they were read, found by what rows call them. */
export class TableFleet {
	readonly byId = new Map<number, Endpoint>();
	/** Endpoints by filter, and by what the filter finds them by. */
	private readonly byKey = new Map<string, Map<string, Endpoint[]>>();
	/** Endpoints by the ICCID and by the ID of the SIM they have. */
	private readonly bySim = new Map<string, Endpoint>();
	/** Number of requests to read all endpoints; known once a page of the list has been read. */
	pages: number | undefined;
	/** Whether the list was read in several pages, so that what it lacks has to be asked for. */
	mayLackSome = false;
	/** When reading began, by the service's clock in milliseconds; NaN where it does not say. */
	since = NaN;

	/** @param settled takes the endpoints of which nothing but their IDs is kept */
	constructor(private readonly settled?: SettledEndpoints) {}

	/** Adds an endpoint, to be found by these filters. */
	add(entity: Json, filters: ReadonlySet<string>): undefined {
		const state = endpointIn(entity);
		if (state.status === EndpointStatus.Deleted || this.byId.has(state.id)) return undefined;
		if (this.settled?.take(state)) return undefined;
		this.byId.set(state.id, state);
		if (state.sim) {
			this.bySim.set(state.sim.iccid, state).set(String(state.sim.id), state);
		}
		for (const filter of filters) {
			const all = this.byKey.get(filter) ?? new Map<string, Endpoint[]>();
			this.byKey.set(filter, all);
			const key = keyText(filter, endpointNumber(entity, filter));
			const known = all.get(key);
			if (known) known.push(state);
			else all.set(key, [state]);
		}
		return undefined;
	}

	/** The endpoints that a row may mean: one, unless several have the name or the IMEI. */
	named(key: Key): Endpoint[] {
		return this.match(key).found;
	}

	/** The endpoints that a row may mean, and whether they only look as if they had its name. */
	match(key: Key): NameMatch<Endpoint> {
		if (key.by !== 'name') {
			const found = this.byKey.get(filterName(key))?.get(key.value) ?? [];
			return { found, isByLook: false, alike: [] };
		}
		const named = this.byKey.get('name');
		const candidates = nameKeys(key.value).flatMap((own) => named?.get(own) ?? []);
		return matchName(candidates, ({ name }) => [name], key.value);
	}

	/** Whether an endpoint was found that a row may mean. */
	has(row: Row): boolean {
		return this.settled?.has(row) === true || this.named(row.key).length > 0;
	}

	/** Whether an endpoint that was not found may be there all the same: no filter can ask for its name. */
	mayLack(row: Row): boolean {
		return this.mayLackSome && !isAskable(row.key) && !this.has(row);
	}

	/** The endpoint that has a SIM, given by its ICCID or its ID. */
	holderOf(sim: string): Endpoint | undefined {
		return this.bySim.get(sim);
	}

	/** The time of its answer: reading began no later. */
	began(answer: Answer): void {
		if (Number.isNaN(this.since)) this.since = Date.parse(answer.headers.date ?? '');
	}
}

/**
 * Reads the endpoints that rows name, or the whole fleet if that is asked for or takes fewer requests.
 * `mayMiss`: some are expected not to exist, which the list shows in the fewest requests. `creates`: what a name does
 * not find is created, so that the whole list is read for names that look the same, which no filter finds.
 * Endpoints of the whole fleet can be found by the keys `elsewhere`, too, but for those that `settled` takes.
 * @throws IncompleteListError
 */
export async function readFleet(
	call: Call,
	rows: Row[],
	{
		whole,
		mayMiss,
		creates,
		elsewhere,
		settled,
	}: {
		whole: boolean;
		mayMiss: boolean;
		creates: boolean;
		elsewhere: Key[];
		settled?: SettledEndpoints | undefined;
	},
): Promise<TableFleet> {
	const fleet = new TableFleet(settled);
	const byFilter = groupedBy(rows, ({ key }) => filterName(key));
	const filters = new Set([...byFilter.keys(), ...elsewhere.map(filterName)]);
	const byFilters = async () => {
		for (const [filter, own] of byFilter) {
			const missing = own.filter((row) => isAskable(row.key) && !fleet.has(row));
			if (missing.length === 0) continue;
			const values = missing.map(({ key }) => key.value);
			for (const entries of (await call.find('endpoint', filter, values)).values()) {
				for (const entity of entries) fleet.add(entity, filters);
			}
		}
	};
	const calls = [...byFilter.values()].reduce((n, { length }) => n + callsFor(length), 0);
	// Only the whole list shows a name that no filter can ask for.
	const needsList = whole || !rows.every(({ key }) => isAskable(key));
	if (!needsList && !mayMiss && calls <= 1) {
		await byFilters();
		return fleet;
	}
	const query = { page: 1, per_page: ENDPOINTS_IN_PAGE };
	const first = await call.other(getAllEndpoints, {}, { query });
	fleet.began(first);
	const entries = listIn(first.body) ?? [];
	const counted = Number(first.headers['x-total-count'] || NaN);
	fleet.pages = Math.ceil(counted / entries.length);
	const isFiltered = !needsList && calls < fleet.pages - 1;
	if (isFiltered) {
		for (const entity of entries) fleet.add(entity, filters);
		await byFilters();
		const isNew = (row: Row) => row.key.by === 'name' && !fleet.has(row);
		if (!creates || !rows.some(isNew)) return fleet;
	}
	// Pages are dropped as they come.
	const keep = (entity: Json) => fleet.add(entity, filters);
	await readWhole(call, 'endpoints', getAllEndpoints, {}, { keep, first });
	// An endpoint that is deleted and one that is made while pages are read hide a third from the list, whose count
	// stays right: what it lacks is asked for. One page is read at one moment.
	fleet.mayLackSome = fleet.pages !== 1;
	if (fleet.mayLackSome && !isFiltered) await byFilters();
	return fleet;
}

/** Most pages of recently changed endpoints that are read; beyond that, all are read by id. */
const MOST_RECENT = 5;
/** The clock of an answer may differ from the clock that dates updates; reading more does no harm. */
const UPDATE_MARGIN_MS = 60_000;

/**
 * The endpoints that were updated or made since the fleet was read; undefined if the service does not show
 * them. The list begins with the last updated: the first page without one of them is the last that is
 * read. Adding or removing tags alone need not count as an update.
 */
export async function updatedSince(call: Call, fleet: TableFleet): Promise<Json[] | undefined> {
	const { since, byId } = fleet;
	if (Number.isNaN(since)) return undefined;
	const { timeOf } = await import('../../table/moments');
	const updated: Json[] = [];
	for (let page = 1; page <= MOST_RECENT; page++) {
		const query = { sort: '-last_updated', page, per_page: ENDPOINTS_IN_PAGE };
		const entries = listIn((await call.other(getAllEndpoints, {}, { query })).body) ?? [];
		const times = entries.map((entity) => timeOf(entity.last_updated));
		if (times.some(Number.isNaN)) return undefined;
		const fresh = entries.filter(
			({ id, last_updated: now }) => byId.get(Number(id))?.updated !== now,
		);
		updated.push(...fresh);
		const isOld = times.some((time) => time < since - UPDATE_MARGIN_MS);
		if (isOld || fresh.length === 0 || entries.length < ENDPOINTS_IN_PAGE) return updated;
	}
	return undefined;
}
