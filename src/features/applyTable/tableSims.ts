import { rowNumber } from '../../run/refusedRows';
import type { Call } from '../../table/define';
import { tableError } from './tableFields';
import type { TableFleet } from './tableFleet';
import type { MatchedRows } from './tableMatch';
import { readFreeSims } from './tableNames';
import { Assignments, type Row, simKey } from './tableRows';
import type { Endpoint, Sim } from '../../fleet/endpoint';

/* Which SIM each row of a table gets, and from whom. */

/**
 * The SIM that a row wants, by its ICCID or its ID: that of its column, or the SIM by which it names an
 * endpoint that is to be created.
 */
function wantedSim({ key, wants }: Row, state: Endpoint | undefined): string | undefined {
	if (wants.simId !== undefined) return simKey(wants.simId);
	return state === undefined && key.by === 'iccid' ? key.value : undefined;
}

const simError = (sim: string, why: string) =>
	tableError('simId', `must be a free SIM of this organisation; ${sim} ${why}`);

/** The SIMs that rows get, and the rows that give them up. */
type FoundSims = Map<Row, { sim: Sim; holder?: Row }>;

/**
 * Finds the SIM of each row. A SIM that another endpoint has becomes free only if that endpoint's own
 * row gives it up, or takes another. Gives the errors of all rows, those of before included.
 */
export async function findSims(
	call: Call,
	rows: Row[],
	fleet: TableFleet,
	{ states, errors }: MatchedRows,
): Promise<{ sims: FoundSims; errors: ReadonlyMap<Row, unknown> }> {
	const rowOf = new Map(rows.map((row) => [states.get(row)?.id, row]));
	const wantedSims = new Set<string>();
	const wanted = rows.flatMap((row) => {
		const sim = errors.has(row) ? undefined : wantedSim(row, states.get(row));
		if (sim !== undefined && !fleet.holderOf(sim)) wantedSims.add(sim);
		return sim === undefined ? [] : [[row, sim] as const];
	});
	const free = await readFreeSims(call, wantedSims);
	const sims: FoundSims = new Map();
	const assignments = new Assignments<number>(errors);
	for (const [row, key] of wanted) {
		const holder = fleet.holderOf(key);
		const sim = holder?.sim ?? free.get(key);
		if (!sim) {
			const why = 'is not one, or an endpoint outside the table holds it';
			assignments.refuse(row, simError(key, why));
			continue;
		}
		const error = (other: Row) => simError(key, `is wanted by row ${rowNumber(other.item)}, too`);
		if (!assignments.assign(sim.id, row, error)) continue;
		if (!holder || holder.id === states.get(row)?.id) {
			sims.set(row, { sim });
			continue;
		}
		const from = rowOf.get(holder.id);
		const givesUp = from && (from.wants.simId !== undefined || from.wants.clear?.includes('simId'));
		if (from && givesUp) sims.set(row, { sim, holder: from });
		else assignments.refuse(row, simError(key, `is held by endpoint ${holder.id}, which keeps it`));
	}
	return { sims, errors: assignments.errors };
}

/** Refuses rows whose SIM comes from a row with an error. Gives the errors of all rows. */
export function withoutBrokenSims(
	sims: FoundSims,
	before: ReadonlyMap<Row, unknown>,
): Map<Row, unknown> {
	const errors = new Map(before);
	let again = true;
	while (again) {
		again = false;
		for (const [row, { sim, holder }] of sims) {
			if (!holder || errors.has(row) || !errors.has(holder)) continue;
			errors.set(
				row,
				simError(sim.iccid, `is held by row ${rowNumber(holder.item)}, which has an error`),
			);
			again = true;
		}
	}
	return errors;
}
