import { outputOf } from '../../../demo/lib/api';
import { exactly, type Figure } from '../../faults/figures';
import { createDatabase, dropDatabase, postgres, query } from '../cluster/services';
import { ENTERPRISE, fleetOf, mustSucceed, type Stage } from './stage';

/* A copy of the fleet in PostgreSQL, every minute instead of every night. */

interface FleetRow {
	endpoint_id: string;
	name: string;
	tags: string;
	sim_status: string | null;
	last_change: string;
}

/** All endpoints first, then a suspended SIM, a rename with new tags and a deletion; the rows as they stand. */
export async function database({ sim, publish }: Stage): Promise<Figure[]> {
	const own = () => fleetOf({ sim }, ENTERPRISE).filter(({ statusId }) => statusId !== 2);
	const name = await createDatabase();
	const rows = async () =>
		await query<FleetRow>(name, 'select * from public.cellular_fleet order by endpoint_id');
	const { executions, end } = await publish('fleet-in-postgresql', {
		user: 'trial',
		parameters: {
			'Every night': { rule: { interval: [{ field: 'seconds', secondsInterval: 60 }] } },
		},
		others: { postgres: { ...postgres(), database: name, ssl: 'disable' } },
	});
	try {
		const all = own().length;
		const [first] = (await executions(1)).map(mustSucceed);
		const written = (await rows()).length;
		// Other examples have suspended SIMs.
		const isActive = ({ simId }: { simId: number | null }) =>
			simId !== null && sim.store.sims.get(simId)?.statusId === 1;
		const [suspended, renamed, deleted] = own().filter(isActive);
		sim.store.sims.get(suspended!.simId!)!.statusId = 2;
		renamed!.name = "O'Brien; drop table";
		Object.assign(deleted!, { statusId: 2, simId: null });
		sim.store.touch();
		const known = (await executions(1)).length;
		(await executions(known + 1)).map(mustSucceed);
		const now = await rows();
		const of = ({ id }: { id: number }) => now.find((row) => Number(row.endpoint_id) === id);
		const changed = now.filter(({ last_change }) => last_change.startsWith('changed'));
		return [
			exactly(
				'database: rows of the first run',
				`${all}, ${all}`,
				`${outputOf(first!, 'Write the row').length}, ${written}`,
			),
			exactly(
				'database: rows changed by later runs',
				`${suspended!.id} changed sim_status, ${renamed!.id} changed name`,
				changed
					.map((row) => `${row.endpoint_id} ${row.last_change}`)
					.sort()
					.join(', '),
			),
			exactly('database: the new name', renamed!.name, String(of(renamed!)?.name)),
			exactly(
				'database: the row of the deleted endpoint; rows at the end',
				`undefined; ${all - 1}`,
				`${String(of(deleted!))}; ${now.length}`,
			),
		];
	} finally {
		await end();
		await dropDatabase(name);
	}
}
