import type { Call, Json } from '../../table/define';
import { groupedBy } from '../../table/values';
import { readWhole } from '../../table/whole';
import { endpointNumber } from '../../table/entries/endpoint/endpointNumbers';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { PER_CALL } from '../../table/entries/endpoint/tagChanges';
import { callsFor, filterName, fleetKey, updatedSince } from './tableFleet';
import { changedTags, type RowPlan, type TablePlan } from './rowPlans';
import type { Endpoint } from '../../fleet/endpoint';
import { EndpointStatus } from '../../fleet/statuses';
import { endpointIn } from '../../readers/endpoints';

/* The second look before anything is written, in as few requests as it takes. */

/** Endpoints in one bulk call. */
const IN_BULK = 2000;

/**
 * Whether reading what was updated takes fewer requests than reading the endpoints by id. Updates do not
 * show changes of tags, so tags are then changed by calls of their own.
 */
function isByDate(rows: RowPlan[], ids: number, { fleet }: TablePlan, isRead: boolean): boolean {
	const others = rows.filter(({ changes }) => changes.some(({ set }) => set)).length;
	const bulk = (count: number) => Math.ceil(count / IN_BULK);
	const alone = (adding: boolean) =>
		Math.ceil(rows.filter((row) => changedTags(row, adding).length > 0).length / PER_CALL);
	const byId = Math.min(callsFor(ids), fleet.pages ?? Infinity) + bulk(rows.length);
	const byDate = (isRead ? 0 : 1) + bulk(others) + alone(true) + alone(false);
	return byDate < byId;
}

/** Endpoints that exist now, by the keys of rows that would create them. */
async function madeMeanwhile(
	call: Call,
	creates: RowPlan[],
	updated: Json[] | undefined,
): Promise<Set<string>> {
	const there = new Set<string>();
	for (const [filter, own] of groupedBy(creates, ({ key }) => filterName(key))) {
		const values = own.map(({ key }) => key.value);
		const found = updated ?? [...(await call.find('endpoint', filter, values)).values()].flat();
		for (const entity of found) there.add(fleetKey(filter, endpointNumber(entity, filter)));
	}
	return there;
}

const statesOf = (entities: Json[]): Map<number, Endpoint> =>
	new Map(entities.map((entity) => [Number(entity.id), endpointIn(entity)]));

/** Endpoints as they are now, read by id or from the whole list, whichever takes fewer requests. */
async function readNow(
	call: Call,
	ids: number[],
	pages = Infinity,
): Promise<Map<number, Endpoint>> {
	if (callsFor(ids.length) <= pages) {
		return statesOf([...(await call.find('endpoint', 'id', ids.map(String))).values()].flat());
	}
	const wanted = new Set(ids);
	const states = new Map<number, Endpoint>();
	const keep = (entity: Json): undefined => {
		if (wanted.has(Number(entity.id))) states.set(Number(entity.id), endpointIn(entity));
	};
	await readWhole(call, 'endpoints', getAllEndpoints, {}, { keep });
	return states;
}

/** Reads the endpoints that a plan is about to change, and looks for those it is about to create. */
export async function readAgain(call: Call, plan: TablePlan, rows: RowPlan[], creates: RowPlan[]) {
	const { fleet, extras } = plan;
	const ids = [...rows, ...extras].map(({ state }) => state!.id);
	// Endpoints that were created meanwhile are read by date in any case.
	const byDate = isByDate(rows, ids.length, plan, creates.length > 0);
	const updated = byDate || creates.length > 0 ? await updatedSince(call, fleet) : undefined;
	const there = await madeMeanwhile(call, creates, updated);
	const changed = byDate ? updated : undefined;
	const states = changed ? statesOf(changed) : await readNow(call, ids, fleet.pages);
	/** An endpoint as it is now; undefined if it is gone. */
	const now = (id: number) => {
		const state = states.get(id) ?? (changed && fleet.byId.get(id));
		return state?.status === EndpointStatus.Deleted ? undefined : state;
	};
	return {
		now,
		/** Whether an endpoint like the one that a row would create exists now. */
		isThere: ({ key }: RowPlan) => there.has(fleetKey(filterName(key), key.value)),
		/**
		 * Whether tags have to be changed by calls of their own, which overwrite nothing: it is unknown
		 * whether somebody changed them meanwhile.
		 */
		tagsAlone: changed !== undefined,
	};
}
