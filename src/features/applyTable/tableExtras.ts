import { type Extra, isFoundByTag, type OtherRows, type RowPlan, type TablePlan } from './rowPlans';
import { usual } from './tableCompare';
import type { TableFleet } from './tableFleet';
import { keyIn, type Wants } from './tableRows';
import type { Endpoint } from '../../fleet/endpoint';
import { EndpointStatus, SimStatus } from '../../fleet/statuses';

/* Endpoints that no row of a table is about. */

/**
 * The endpoints of a fleet, read as a whole, that no row of the run names. Undefined if any row was refused: its
 * endpoint may look as if no row were about it.
 */
export function endpointsNotNamed({
	fleet,
	rows,
	others,
}: {
	fleet: TableFleet;
	rows: ReadonlyArray<Pick<RowPlan, 'state' | 'error'>>;
	others: OtherRows;
}): Endpoint[] | undefined {
	const { refused, elsewhere } = others;
	if (refused.length > 0 || rows.some(({ error }) => error !== undefined)) return undefined;
	const named = elsewhere.flatMap((input) => fleet.named(keyIn(input as Wants)));
	const own = new Set([...named, ...rows.flatMap(({ state }) => state ?? [])].map(({ id }) => id));
	return [...fleet.byId.values()].filter(
		(state) => !own.has(state.id) && !isFoundByTag(state, others),
	);
}

/** The change of endpoints that no row of the run names; none if any row was refused. */
export function extrasOf(table: Omit<TablePlan, 'extras'>): Extra[] {
	const { notInTable = 'leave' } = table.options;
	if (notInTable === 'leave') return [];
	const outside = endpointsNotNamed(table) ?? [];
	if (notInTable === 'disable') {
		const change = { field: 'status', before: 'Enabled', after: 'Disabled', ...usual };
		const enabled = outside.filter(({ status }) => status !== EndpointStatus.Disabled);
		return enabled.map((state) => ({ state, change }));
	}
	const change = { field: 'sim_status', before: 'Activated', after: 'Suspended', ...usual };
	const activated = outside.filter(({ sim }) => sim?.status === SimStatus.Activated);
	return activated.map((state) => ({ state, change }));
}
